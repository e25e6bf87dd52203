import type { SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { makeCompany, makeGateways, untilOwn } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword, type ServerProcess } from './server-process.ts'

/** From "run a diagnostic" on the screen to the gateway's result. */

describe.skipIf(browserPath === null)('diagnostics', () => {
  let browser: Browser
  let own: OwnServer
  let server: ServerProcess
  let gateway: SimulatedGateway
  let deviceId: string

  beforeAll(async () => {
    browser = await sharedBrowser()
    own = await startOwnServer()
    ;({ server } = own)
    const company = await makeCompany(server.consoleUrl, 'diagnostics')
    gateway = makeGateways(1, company, {
      url: `${server.acsUrl}/`,
      timeScale: 0.001,
      diagnosticSeconds: 500,
      network: { lossPercent: 25, unresolvable: ['zh.nowhere', 'en.nowhere'] },
    })[0]!
    gateway.start()
    deviceId = await untilOwn(company.inside, gateway)
  })
  afterAll(async () => {
    gateway.stop()
    await closeVisits(browser)
    await own.stop()
  })

  /** One button, and the sentence that names the fault. */
  async function check({ page, t }: Visitor): Promise<void> {
    await page
      .getByRole('button', { name: t('diagnostics.check.start'), exact: true })
      .first()
      .click()
    // Its parts continue from session to session: this gateway cannot be called, and calls in by itself.
    const calling = setInterval(() => gateway.informNow(), 250)
    const text = t('diagnostics.findings.loss_first_hop.text', { loss: 30, target: '198.18.0.1' })
    try {
      await page.getByRole('link', { name: text }).waitFor({ timeout: 60_000 })
    } finally {
      clearInterval(calling)
    }
  }

  test.each(['zh', 'en'] as const)(
    'a ping tells its loss, and a name that nobody knows (%s)',
    async (language) => {
      const visitor = await visit(browser, { language, dark: language === 'en' })
      const { page, t } = visitor
      const run = async (host: string) => {
        await page
          .getByRole('button', { name: t('diagnostics.run'), exact: true })
          .first()
          .click()
        const drawer = page.getByRole('dialog')
        await drawer.getByLabel(t('diagnostics.host')).fill(host)
        await drawer.getByRole('button', { name: t('diagnostics.run'), exact: true }).click()
        await drawer.waitFor({ state: 'detached' })
        gateway.informNow()
      }
      try {
        const { consoleUrl } = server
        await comeIn(
          visitor,
          { consoleUrl, path: `/#/equipmentManagement/intelligence/${deviceId}` },
          'admin',
          operatorPassword,
        )
        await page.getByRole('tab', { name: t('diagnostics.tab'), exact: true }).click()
        // Panels above the button move it while they load.
        await page.waitForLoadState('networkidle')
        const host = `${language}.example`
        await run(host)
        const row = page.getByRole('row').filter({ hasText: host })
        await row.getByText(t('diagnostics.ping.loss', { loss: 25, received: 3, sent: 4 })).waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        await row.getByText(t('diagnostics.states.complete'), { exact: true }).waitFor()
        await page.setViewportSize({ width: 1280, height: 800 })
        await run(`${language}.nowhere`)
        await page
          .getByRole('row')
          .filter({ hasText: `${language}.nowhere` })
          .getByText(t('diagnostics.faults.cannot_resolve'), { exact: true })
          .waitFor()
        if (language === 'zh') await check(visitor)
        await page.getByRole('link', { name: t('diagnostics.all'), exact: true }).click()
        await page.getByRole('row').filter({ hasText: host }).first().waitFor()
        expect(visitor.complaints).toEqual([])
      } finally {
        await visitor.close()
      }
    },
  )
})
