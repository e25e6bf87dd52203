import type { SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { administratorPassword, makeAdministrator, makeGateways, untilOwn } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

const list = '/#/equipmentManagement/intelligence'
/** A run without a reported end is checked when it should be over: 30 s later. */
const patient = { timeout: 90_000 }

/** From selecting gateways in the list to their results, leaving and reopening the batch in between. */
describe.skipIf(browserPath === null)('a diagnostic of several gateways', () => {
  let own: OwnServer
  let browser: Browser
  const gateways: SimulatedGateway[] = []
  let impatience: NodeJS.Timeout
  const url = () => own.server.consoleUrl

  beforeAll(async () => {
    own = await startOwnServer()
    browser = await sharedBrowser()
    const operator = await ApiClient.signIn(url(), 'admin', operatorPassword)
    const { companyId: north } = await makeAdministrator(url(), 'north', { kind: 'middleman' })
    for (const [code, count] of [
      ['hotel', 2],
      ['bakery', 1],
    ] as const) {
      const { companyId } = await makeAdministrator(url(), code, { above: north })
      const inside = operator.actingIn(companyId)
      const { data } = await inside.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
      const bootstrap = { username: data.username, password: data.password ?? '' }
      const made = makeGateways(
        count,
        { operator, inside, companyId, bootstrap },
        {
          url: `${own.server.acsUrl}/`,
          timeScale: 0.001,
          diagnosticSeconds: 500,
          network: { lossPercent: 25 },
        },
      )
      for (const [index, gateway] of made.entries()) {
        gateway.start()
        const deviceId = await untilOwn(inside, gateway)
        await own.sql.query('update device set name = $2 where id = $1', [deviceId, `${code} ${index + 1}`])
        gateways.push(gateway)
      }
    }
    // They cannot be called: they call in by themselves.
    impatience = setInterval(() => {
      for (const gateway of gateways) if (gateway.state.phase === 'idle') gateway.informNow()
    }, 500)
  })
  afterAll(async () => {
    clearInterval(impatience)
    for (const gateway of gateways) gateway.stop()
    await closeVisits(browser)
    await own.stop()
  })

  const rowOf = ({ page }: Visitor, name: string) => page.getByRole('row').filter({ hasText: name })

  /** Selects gateways in the list and pings a host from all; opens their progress page. */
  async function pingAll(visitor: Visitor, names: readonly string[], host: string): Promise<void> {
    const { page, t } = visitor
    for (const name of names) await rowOf(visitor, name).getByRole('checkbox').check()
    await page
      .locator('.list-batch')
      .getByRole('button', { name: t('diagnostics.run'), exact: true })
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(t('diagnostics.batch.title', { count: names.length })).waitFor()
    await drawer.getByLabel(t('diagnostics.host')).fill(host)
    await drawer.getByRole('button', { name: t('diagnostics.run'), exact: true }).click()
    await page.getByRole('heading', { name: t('shell.titles.diagnosticBatches') }).waitFor()
    await rowOf(visitor, host).waitFor()
  }

  /** From the gateway list to the batch that was left, once all are over. */
  async function findAgain(visitor: Visitor, count: number, host: string): Promise<void> {
    const { page, t } = visitor
    await page.goto(url() + list)
    await page
      .locator('#content')
      .getByRole('link', { name: t('shell.titles.diagnosticBatches') })
      .click()
    const row = rowOf(visitor, host)
    await row.getByText(t('diagnostics.batch.progressText', { done: count, all: count })).waitFor(patient)
    await row.getByRole('link', { name: t('diagnostics.kinds.ping'), exact: true }).click()
    await page.getByRole('heading', { name: `${t('diagnostics.kinds.ping')} ${host}` }).waitFor()
  }

  test('a tenant lets its gateways ping, leaves, and finds what each of them found', async () => {
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t, complaints } = visitor
    await comeIn(visitor, { consoleUrl: url(), path: list }, 'admin@hotel', administratorPassword)
    await rowOf(visitor, 'hotel 2').waitFor()
    expect(await rowOf(visitor, 'bakery 1').count()).toBe(0)
    await pingAll(visitor, ['hotel 1', 'hotel 2'], 'shop.example')
    await page.goto(`${url()}/#/homePage`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await findAgain(visitor, 2, 'shop.example')
    const loss = t('diagnostics.ping.loss', { loss: 25, received: 3, sent: 4 })
    for (const name of ['hotel 1', 'hotel 2']) {
      await rowOf(visitor, name).getByText(t('diagnostics.states.complete'), { exact: true }).waitFor()
    }
    await rowOf(visitor, 'hotel 1').locator('button.check-link').click()
    await page.getByRole('dialog').getByText(loss).first().waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  }, 180_000)

  test('a batch of restarts is followed, left, and found again', async () => {
    const visitor = await visit(browser, { language: 'en' })
    const { page, t, complaints } = visitor
    await comeIn(visitor, { consoleUrl: url(), path: list }, 'admin@hotel', administratorPassword)
    for (const name of ['hotel 1', 'hotel 2']) await rowOf(visitor, name).getByRole('checkbox').check()
    await page
      .locator('.list-batch')
      .getByRole('button', { name: t('devices.reboot'), exact: true })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('devices.reboot'), exact: true })
      .click()
    const title = t('devices.restarts.reboot', { count: 2 })
    const drawer = page.getByRole('dialog').filter({ hasText: title })
    await drawer.getByText(t('devices.restarts.hint')).waitFor()
    await page.goto(`${url()}/#/homePage`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(url() + list)
    await page
      .locator('#content')
      .getByRole('link', { name: t('shell.titles.restartBatches') })
      .click()
    await rowOf(visitor, 'hotel 1').getByRole('button', { name: title }).click()
    await drawer.getByText(t('devices.restarts.progress', { over: 2, all: 2 })).waitFor(patient)
    for (const name of ['hotel 1', 'hotel 2'])
      await drawer
        .getByRole('row')
        .filter({ hasText: name })
        .getByText(t('devices.restarts.states.done'), { exact: true })
        .waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  }, 180_000)

  test('its MSP does the same over several customers, and is not shown what a customer began', async () => {
    const visitor = await visit(browser, { language: 'en', dark: true })
    const { t, complaints } = visitor
    await comeIn(visitor, { consoleUrl: url(), path: list }, 'admin@north', administratorPassword)
    await rowOf(visitor, 'bakery 1').waitFor()
    await pingAll(visitor, ['hotel 1', 'bakery 1'], 'msp.example')
    expect(await rowOf(visitor, 'shop.example').count()).toBe(0)
    await findAgain(visitor, 2, 'msp.example')
    for (const name of ['hotel 1', 'bakery 1']) {
      await rowOf(visitor, name).getByText(t('diagnostics.states.complete'), { exact: true }).waitFor()
    }
    // The gateway's own page lists runs started by any user.
    await rowOf(visitor, 'hotel 1').getByRole('link', { name: 'hotel 1', exact: true }).click()
    for (const host of ['msp.example', 'shop.example']) await rowOf(visitor, host).first().waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  }, 180_000)
})
