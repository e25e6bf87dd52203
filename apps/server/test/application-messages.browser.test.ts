import { startWecomService, type WecomService } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** An application of WeCom is added, tested and chosen for alarms; a message with its button reaches the linked person. */

describe.skipIf(browserPath === null)('messages through WeCom', () => {
  let browser: Browser
  let own: OwnServer
  let wecom: WecomService

  beforeAll(async () => {
    wecom = await startWecomService({ corpId: 'ww1234567890', agentId: '1000002', secret: 'app-secret' })
    wecom.members.push({ userid: 'LiWei', name: '李伟' })
    const ranges = judgedLooks.map(([language, , width]) => `127.0.0.0/8=am-${language}-${width}`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_OUTGOING_RANGES: ranges.join(',') }),
    ])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
    await wecom.stop()
  })

  test.each(judgedLooks)(
    'a channel sends an alarm to whom it knows (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `am-${language}-${width}`)
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const field = (name: 'corpId' | 'agentId' | 'secret' | 'apiBase' | 'eventToken' | 'eventKey') =>
        page.getByLabel(t(`signOn.fields.wecom.${name}.label`), { exact: true })
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/systemSettings/dockingManagement/edit?channel=1' },
        userName,
        administratorPassword,
      )
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Staff')
      await field('corpId').fill('ww1234567890')
      await field('agentId').fill('1000002')
      await field('secret').fill('app-secret')
      await field('eventToken').fill('token')
      await field('eventKey').fill('k'.repeat(43))
      await page.getByRole('switch', { name: t('integrations.application.sends'), exact: true }).click()
      await page.getByText(t('integrations.application.needs.wecom')).waitFor()
      await page.getByText(t('signOn.baseAddresses'), { exact: true }).click()
      await field('apiBase').fill(wecom.url)
      await judge('form')
      await button(t('common.save')).click()
      await page.getByText(t('signOn.callback'), { exact: true }).waitFor()
      await button(t('signOn.test')).click()
      await page.getByText(t('integrations.application.notLinked')).waitFor()

      await page.goto(`${consoleUrl}/#/operationsMonitoring/noticeRules`)
      await page
        .getByRole('button', { name: t('notices.add') })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('notices.name'), { exact: true }).fill('Through WeCom')
      await drawer.getByLabel(t('notices.channel'), { exact: true }).click()
      const staff = t('notices.channelOf', { kind: t('integrations.kinds.wecom'), name: 'Staff' })
      await page.locator('.ant-select-item-option', { hasText: staff }).click()
      const { rows } = await own.sql.query<{ id: string; name: string }>(
        'select id::text, display_name as name from member where company_id = $1',
        [companyId],
      )
      const [{ id: memberId, name }] = rows as [{ id: string; name: string }]
      await drawer.getByLabel(t('notices.recipients'), { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: name }).click()
      await page.keyboard.press('Escape')
      await drawer.getByText(t('notices.linkedHint', { names: name })).waitFor()
      await judge('drawer')
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText('Through WeCom', { exact: true }).first().waitFor()

      await own.sql.query(
        `insert into sign_on_link (company_id, channel_id, member_id, subject, shown, linked_by)
         select $1, id, $2, 'liwei', '李伟', 'administrator' from integration_channel where company_id = $1`,
        [companyId, memberId],
      )
      const before = wecom.inbox.messages.length
      await own.sql.query(
        `with d as (insert into device (company_id, name, type, driver) values ($1, 'Shop switch', 'switch', 'none') returning id),
           a as (insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
             select $1, id, 'device_offline', '', '', 'critical', now() from d returning id, subject_id)
         insert into alarm_event (company_id, alarm_id, subject_id, kind) select $1, id, subject_id, 'raised' from a`,
        [companyId],
      )
      await expect
        .poll(
          async () => {
            await own.sql.query(
              `update delivery set due_at = now() where company_id = $1 and state = 'waiting'`,
              [companyId],
            )
            return wecom.inbox.messages.length
          },
          { timeout: 60_000 },
        )
        .toBe(before + 1)
      expect(wecom.inbox.messages.at(-1)).toMatchObject({
        to: 'liwei',
        content: { button_list: [{ key: 'acknowledge' }] },
      })

      await page.goto(`${consoleUrl}/#/systemSettings/dockingManagement`)
      await page.getByRole('link', { name: t('notices.logOf', { name: 'Staff' }), exact: true }).click()
      await page.getByText(t('notices.states.sent'), { exact: true }).first().waitFor()
      await judge('log')

      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
