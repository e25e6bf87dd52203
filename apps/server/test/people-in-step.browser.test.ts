import { startWecomService, type WecomService } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { administratorPassword, freePort, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** People of WeCom become members by a dry run that is confirmed, come in, and are disabled when they leave. */

describe.skipIf(browserPath === null)('people in step with WeCom', () => {
  let browser: Browser
  let own: OwnServer
  let wecom: WecomService

  beforeAll(async () => {
    wecom = await startWecomService({ corpId: 'ww1234567890', agentId: '1000002', secret: 'app-secret' })
    const ranges = judgedLooks.map(([language, , width]) => `127.0.0.0/8=ps-${language}-${width}`)
    const port = await freePort()
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({
        NETWARD_OUTGOING_RANGES: ranges.join(','),
        NETWARD_PORT: String(port),
        // WeCom sends browsers back to it.
        NETWARD_PUBLIC_URL: `http://127.0.0.1:${port}`,
      }),
    ])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
    await wecom.stop()
  })

  /** Comes back from the page of WeCom, as the member who scanned its code; null: an outsider. */
  async function scan({ page }: Visitor, userid: string | null): Promise<void> {
    await page.waitForURL((url) => url.pathname === '/wwlogin/sso/login')
    const asked = new URL(page.url()).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('code', wecom.code(userid))
    back.searchParams.set('state', asked.get('state') ?? '')
    await page.goto(back.href)
  }

  test.each(judgedLooks)(
    'join after a confirmation, come in, and leave (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const code = `ps-${language}-${width}`
      const { companyId, userName } = await makeAdministrator(consoleUrl, code)
      await own.sql.query('update company set prefix = $2 where id = $1', [companyId, code])
      wecom.directory.departments = [
        { id: 1, parentid: 0, name: '公司' },
        { id: 2, parentid: 1, name: '运维部' },
      ]
      wecom.members = ['Zhao', 'Qian', 'Sun'].map((userid) => ({
        userid,
        name: `${userid} Min`,
        department: [2],
        main_department: 2,
        status: 1,
      }))
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const field = (name: 'corpId' | 'agentId' | 'secret' | 'apiBase' | 'qrBase') =>
        page.getByLabel(t(`signOn.fields.wecom.${name}.label`), { exact: true })
      const list = '/#/systemSettings/dockingManagement'
      await comeIn(visitor, { consoleUrl, path: `${list}/edit?channel=1` }, userName, administratorPassword)
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Staff')
      await field('corpId').fill('ww1234567890')
      await field('agentId').fill('1000002')
      await field('secret').fill('app-secret')
      await page.getByText(t('signOn.baseAddresses'), { exact: true }).click()
      await field('apiBase').fill(wecom.url)
      await field('qrBase').fill(wecom.url)
      await button(t('common.save')).click()
      await page.getByText(t('signOn.callback'), { exact: true }).waitFor()
      await page.goto(consoleUrl + list)
      await page.getByRole('link', { name: `${t('peopleSync.open')} Staff`, exact: true }).click()
      await page.getByText(t('peopleSync.noRunsHint'), { exact: true }).waitFor()
      await judge('before')

      await button(t('peopleSync.dryRun')).click()
      await page.getByText(t('peopleSync.waits.dry'), { exact: true }).waitFor()
      await page.getByRole('link', { name: t('peopleSync.openRun'), exact: true }).click()
      await page.getByText('Zhao Min', { exact: true }).first().waitFor()
      await judge('differences')
      const members = async () =>
        (
          await own.sql.query<{ name: string; status: string }>(
            `select display_name as name, status from member where company_id = $1 and display_name like '% Min' order by 1`,
            [companyId],
          )
        ).rows
      expect(await members()).toEqual([])
      const confirm = async () => {
        await button(t('peopleSync.confirm')).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('peopleSync.confirm'), exact: true })
          .click()
        await page.getByText(t('peopleSync.states.done'), { exact: true }).first().waitFor()
      }
      await confirm()
      const joined = ['Qian Min', 'Sun Min', 'Zhao Min'].map((name) => ({ name, status: 'enabled' }))
      expect(await members()).toEqual(joined)

      const zhao = await visit(browser, { language, dark, width, bypassCsp: true })
      const arrive = async (of: Visitor, userid: string | null) => {
        await of.page.goto(`${consoleUrl}/${code}#/login`)
        await of.page.getByRole('link', { name: t('signIn.byWecom'), exact: true }).click()
        await scan(of, userid)
      }
      await arrive(zhao, null)
      await zhao.page.getByText(t('access.refusals.outsider')).waitFor()
      await arrive(zhao, 'Zhao')
      await zhao.page.locator('.console-app').waitFor()

      // More than a tenth leave: the run stops and asks.
      wecom.members = wecom.members.filter(({ userid }) => userid !== 'Zhao')
      await page.goto(consoleUrl + list)
      await page.getByRole('link', { name: `${t('peopleSync.open')} Staff`, exact: true }).click()
      await button(t('peopleSync.runNow')).click()
      await page.getByText(t('peopleSync.waits.limit'), { exact: true }).waitFor()
      await judge('limit')
      await confirm()
      expect(await members()).toEqual(
        joined.map((one) => (one.name === 'Zhao Min' ? { ...one, status: 'disabled' } : one)),
      )
      // The session has ended. WeCom knows who left as an outsider.
      await zhao.page.getByRole('alertdialog').waitFor()
      const later = await visit(browser, { language, dark, width, bypassCsp: true })
      await arrive(later, null)
      await later.page.getByText(t('access.refusals.outsider')).waitFor()

      expect(found).toEqual({ before: [], differences: [], limit: [] })
      expect(visitor.complaints).toEqual([])
      await Promise.all([visitor.close(), zhao.close(), later.close()])
    },
    180_000,
  )
})
