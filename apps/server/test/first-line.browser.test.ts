import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '@netward/phrases/server'
import { SimulatedGateway } from '@netward/testkit'
import type pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled } from './accessibility.ts'
import { browserPath, closeVisits, sharedBrowser, comeIn, signInAs, visit, type Visitor } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const list = '/#/equipmentManagement/intelligence'

describe.skipIf(browserPath === null)('from a bare start to a gateway online', () => {
  let browser: Browser
  let dataDir: string
  let server: ServerProcess
  beforeAll(async () => {
    browser = await sharedBrowser()
    dataDir = await mkdtemp(join(tmpdir(), 'netward bare '))
    server = await startServerProcess({ NETWARD_DATA_DIR: dataDir })
  })
  afterAll(async () => {
    await closeVisits(browser)
    await server.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  })

  test.each(['zh', 'en'] as const)(
    'a newcomer sees a gateway come online (%s)',
    async (language: Language) => {
      const serialNumber = `FIRST${language.toUpperCase()}`
      const visitor = await visit(browser, { language, dark: language === 'en', motion: true })
      let gateway: SimulatedGateway | null = null
      try {
        const { page, t } = visitor
        const company = await makeAdministrator(server.consoleUrl, `first-${language}`)
        await signInAs(visitor, server.consoleUrl, company.userName, administratorPassword)
        await page.goto(server.consoleUrl + list)
        await page.getByText(t('devices.emptyTitle')).waitFor()
        expect(await page.title()).toContain(t('shell.titles.smartCpe'))

        await page.getByRole('button', { name: t('devices.set.passwordMake') }).click()
        await page.getByText(t('devices.set.passwordOnce')).waitFor()
        const [, username, bootstrapPassword] = await page
          .locator('.enrolment-values .copy-text .mono')
          .allTextContents()
        gateway = new SimulatedGateway({
          url: `${server.acsUrl}/`,
          serialNumber,
          username: username ?? '',
          password: bootstrapPassword ?? '',
          timeScale: 0.05,
        })
        gateway.start()

        // Without a reload: by the live stream.
        const row = page.getByRole('row').filter({ hasText: serialNumber })
        await row.getByText(t('devices.presence.online')).waitFor({ timeout: 30_000 })
        await row.getByRole('link', { name: serialNumber, exact: true }).click()
        await page.getByRole('heading', { level: 1, name: serialNumber }).waitFor()
        await page.getByRole('tab', { name: t('devices.tab.parameters') }).click()
        await page.getByText('DeviceInfo.', { exact: true }).waitFor()
        expect(visitor.complaints).toEqual([])
      } finally {
        gateway?.stop()
        await visitor.close()
      }
    },
  )
})

describe.skipIf(browserPath === null)('the smart CPE list', () => {
  let browser: Browser
  let own: OwnServer
  let server: ServerProcess
  let sql: pg.Client
  let mine: { companyId: string; userName: string }

  beforeAll(async () => {
    browser = await sharedBrowser()
    own = await startOwnServer()
    ;({ server, sql } = own)
    mine = await makeAdministrator(server.consoleUrl, 'mine')
    const other = await makeAdministrator(server.consoleUrl, 'other')
    await sql.query(
      `insert into device (company_id, name, type, oui, serial_number, model_name, presence, periodic_interval, first_inform_at)
       select $1::bigint, 'Gateway ' || n, 'smart_cpe', '02A1B2', 'MINE' || n, 'LR200', 'online', 300, now() from generate_series(1, 60) n
       union all select $2::bigint, 'Theirs', 'smart_cpe', '02A1B2', 'THEIRS1', 'LR200', 'online', 300, now()`,
      [mine.companyId, other.companyId],
    )
    await sql.query(
      `insert into device_presence (device_id, company_id, last_inform_at, due_at)
       select id, company_id, now(), now() + interval '1 hour' from device`,
    )
  })
  afterAll(async () => {
    await closeVisits(browser)
    await own.stop()
  })

  const openList = (visitor: Visitor) =>
    comeIn(visitor, { consoleUrl: server.consoleUrl, path: list }, mine.userName, administratorPassword)

  test('holds what belongs to the company, and goes offline before the eyes', async () => {
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t } = visitor
    await openList(visitor)
    await page.getByRole('row').filter({ hasText: 'Gateway 1' }).first().waitFor()
    expect(await page.getByText('Theirs').count()).toBe(0)
    await sql.query(
      `update device_presence set due_at = now() where device_id = (select id from device where serial_number = 'MINE1')`,
    )
    await page
      .getByRole('row')
      .filter({ hasText: 'MINE1' })
      .filter({ hasText: t('devices.presence.offline') })
      .waitFor({ timeout: 40_000 })
    await visitor.close()
  })

  test('a page is reached by its number, and no other is', async () => {
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t } = visitor
    await openList(visitor)
    await page.getByRole('row').filter({ hasText: 'Gateway 1' }).first().waitFor()
    const number = page.getByLabel(t('common.jumpToPage'))
    for (const none of ['0', '99', 'x', '']) {
      await number.fill(none)
      await number.press('Enter')
    }
    await number.blur()
    await expect.poll(() => number.inputValue()).toBe('1')
    await number.fill('2')
    await number.press('Enter')
    await expect.poll(() => page.url()).toContain('page=2')
    await expect.poll(() => number.inputValue()).toBe('2')
    await visitor.close()
  })

  test('a link reproduces a filtered list, in the other language too', async () => {
    const visitor = await visit(browser, { language: 'en' })
    const { page, t } = visitor
    await openList(visitor)
    await page.getByRole('row').filter({ hasText: 'Gateway 1' }).first().waitFor()
    await page.getByLabel(t('devices.searchLabel'), { exact: true }).fill('mine5')
    await page.getByLabel(t('devices.searchLabel'), { exact: true }).press('Enter')
    await page.getByRole('row').filter({ hasText: 'MINE55' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'MINE12' }).waitFor({ state: 'detached' })
    const link = page.url()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('row').filter({ hasText: 'MINE55' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'MINE12' }).count()).toBe(0)
    await visitor.close()
  })

  test('a deep link without a session leads to the sign-in page and back to where one wanted to go', async () => {
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t } = visitor
    await page.goto(`${server.consoleUrl}/#/equipmentManagement/preRegistration`)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    expect(page.url()).toContain('#/login')
    await page.getByLabel(t('signIn.userName'), { exact: true }).fill(mine.userName)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(administratorPassword)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: t('shell.titles.preRegistration') }).waitFor()
    await page.goto(`${server.consoleUrl}/#/no/such/page`)
    await page.getByText(t('shell.notFoundTitle')).first().waitFor()
    expect(page.url()).toContain('#/404')
    await visitor.close()
  })

  test.each([
    ['zh', false],
    ['en', true],
  ] as const)('no screen has an accessibility finding (%s, dark %s)', async (language, dark) => {
    const visitor = await visit(browser, { language, dark, bypassCsp: true })
    const { page } = visitor
    const found: string[] = []
    const look = async (where: string) => {
      found.push(...(await findings(visitor)).map((finding) => `${where}: ${finding}`))
    }
    await page.goto(server.consoleUrl)
    await page.getByRole('button', { name: visitor.t('signIn.submit'), exact: true }).waitFor()
    await look('login')
    await openList(visitor)
    await page.getByRole('row').filter({ hasText: 'Gateway 1' }).first().waitFor()
    await look('list')
    const { rows } = await sql.query<{ id: string }>(
      `select id::text from device where serial_number = 'MINE2'`,
    )
    const paths = [
      `intelligence/${rows[0]!.id}`,
      ...['parameters', 'commands', 'timeline', 'exchanges'].map(
        (tab) => `intelligence/${rows[0]!.id}?tab=${tab}`,
      ),
      'unknownGateways',
      'unknownGateways/scan',
      'preRegistration',
    ]
    for (const path of paths) {
      await page.goto(`${server.consoleUrl}/#/equipmentManagement/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await isSettled(visitor)
      await look(path)
    }
    expect(found).toEqual([])
    await visitor.close()
  })
})
