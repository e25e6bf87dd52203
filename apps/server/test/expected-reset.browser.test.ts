import type { SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, takeFromMore, visit } from './browser.ts'
import { deviceOf, type InstalledCompany, makeCompany, makeGateways } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword, type ServerProcess } from './server-process.ts'

/** A factory reset, from "expect one" on the screen to the gateway with new credentials. */

describe.skipIf(browserPath === null)('a factory reset', () => {
  let browser: Browser
  let own: OwnServer
  let server: ServerProcess
  let company: InstalledCompany
  let gateway: SimulatedGateway

  beforeAll(async () => {
    browser = await sharedBrowser()
    own = await startOwnServer()
    ;({ server } = own)
    company = await makeCompany(server.consoleUrl, 'reset')
    gateway = makeGateways(1, company, { url: `${server.acsUrl}/`, timeScale: 0.001, rebootSeconds: 50 })[0]!
    gateway.start()
    await untilOwn()
  })
  afterAll(async () => {
    gateway.stop()
    await closeVisits(browser)
    await own.stop()
  })

  async function detail() {
    const { id } = (await deviceOf(company.inside, gateway))!
    return (await company.inside.call('GET /api/v1/device/:deviceId', { deviceId: id })).data
  }

  /** Runs sessions until the gateway has proved its own credentials. */
  async function untilOwn(): Promise<string> {
    await vi.waitFor(
      async () => {
        gateway.informNow()
        expect(await detail()).toMatchObject({ credentialState: 'own', guard: 'none' })
        expect(gateway.value('ManagementServer.Username')).toMatch(/^gw-/)
      },
      { timeout: 20_000, interval: 200 },
    )
    return gateway.value('ManagementServer.Password')
  }

  test.each(['zh', 'en'] as const)('that is expected on the screen is accepted (%s)', async (language) => {
    const before = gateway.value('ManagementServer.Password')
    const visitor = await visit(browser, { language, dark: language === 'en' })
    const { page, t } = visitor
    try {
      const { consoleUrl } = server
      const detailPath = `/#/equipmentManagement/intelligence/${(await detail()).id}`
      await comeIn(visitor, { consoleUrl, path: detailPath }, 'admin', operatorPassword)
      await takeFromMore(visitor, t('devices.move.reset'))
      await page.getByLabel(t('devices.move.resetMinutes')).fill('1441')
      await page.getByText(t('devices.move.resetMinutesWrong', { least: 5, most: 1440 })).waitFor()
      await page.getByRole('button', { name: t('devices.move.resetHour'), exact: true }).click()
      await page.getByRole('button', { name: t('devices.move.resetOpen'), exact: true }).click()
      await page.getByText(t('devices.banner.reset'), { exact: true }).waitFor()

      gateway.factoryReset()
      await vi.waitFor(() => expect(gateway.value('ManagementServer.Password')).not.toBe(before), 20_000)
      expect(await untilOwn()).not.toBe(before)
      // The live stream notifies the page that it is over.
      await page.getByText(t('devices.banner.reset'), { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: t('devices.tab.timeline') }).click()
      await page.getByText(t('devices.timeline.reset.taken')).first().waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      await visitor.close()
    }
  })
})
