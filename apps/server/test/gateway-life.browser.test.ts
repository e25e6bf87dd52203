import { ConnectionRequestServer, SimulatedGateway, type SshDevice, startSshDevice } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import {
  applyTemplate,
  beginUpgrade,
  enterTenant,
  openTerminal,
  planUpgrade,
  releaseFirmware,
  replayLatest,
  setSshAccess,
  writeTemplate,
} from './gateway-steps.ts'
import { deviceOf, freePort, type InstalledCompany, makeCompany } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword } from './server-process.ts'

/**
 * One gateway, from unclaimed to the end of its first day at work. Newcomers to this repository can see here
 * how the parts work together; each has a test of its own.
 */

const serialNumber = 'LIFE0001'
const outlet = '湖滨店'
const patience = { timeout: 30_000 }

describe.skipIf(browserPath === null)('an unknown gateway', () => {
  let browser: Browser
  let own: OwnServer
  let ssh: SshDevice
  let company: InstalledCompany
  let gateway: SimulatedGateway
  const calls = new ConnectionRequestServer()

  beforeAll(async () => {
    ;[browser, own, ssh] = await Promise.all([
      sharedBrowser(),
      // The port is in the URLs sent to the gateway.
      freePort().then((port) =>
        startOwnServer({ NETWARD_ACS_PORT: String(port), NETWARD_DEVICE_RANGES: '127.0.0.0/8' }),
      ),
      startSshDevice({ username: 'root', password: 'right-pass' }),
      calls.listen(),
    ])
    company = await makeCompany(own.server.consoleUrl, 'life')
    await company.inside.call('POST /api/v1/outlet', { name: outlet })
    gateway = new SimulatedGateway({
      url: `${own.server.acsUrl}/`,
      serialNumber,
      timeScale: 0.01,
      rebootSeconds: 50,
      transferSeconds: 1,
      diagnosticSeconds: 5,
      network: { lossPercent: 25 },
      connectionRequests: calls,
    })
    gateway.start()
  })
  afterAll(async () => {
    gateway.stop()
    await Promise.all([closeVisits(browser), own.stop(), ssh.stop(), calls.close()])
  })

  test('is claimed, configured, diagnosed, upgraded and entered, and what was done in it is replayed', async () => {
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t } = visitor
    const { consoleUrl } = own.server
    const go = (path: string) => page.goto(`${consoleUrl}/#/equipmentManagement/${path}`)
    const row = () => page.getByRole('row').filter({ hasText: serialNumber })

    // Claimed from the pool into a company and its site.
    const pool = '/#/equipmentManagement/unknownGateways'
    await comeIn(visitor, { consoleUrl, path: pool }, 'admin', operatorPassword)
    await row().waitFor(patience)
    await enterTenant(visitor, 'life')
    await go('unknownGateways')
    await row()
      .getByRole('button', { name: t('devices.pool.claim') })
      .click()
    const claim = page.getByRole('dialog')
    await claim.getByLabel(t('outlets.place.claimLabel')).click()
    await page.locator('.ant-select-dropdown:visible').getByText(outlet).click()
    await claim.getByRole('button', { name: t('devices.pool.claim'), exact: true }).click()
    await claim.waitFor({ state: 'detached' })
    await vi.waitFor(async () => {
      gateway.informNow()
      const { data } = await company.inside.call('GET /api/v1/device/:deviceId', {
        deviceId: (await deviceOf(company.inside, gateway))!.id,
      })
      expect(data).toMatchObject({ credentialState: 'own', outletName: outlet })
    }, patience)
    const { id: deviceId } = (await deviceOf(company.inside, gateway))!

    // Configured by a template; changed on site; corrected.
    await go('templates')
    await writeTemplate(visitor, {
      name: '门店',
      path: 'Device.WiFi.SSID.1.SSID',
      value: 'shop-{{device.serialNumber}}',
    })
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await applyTemplate(visitor, '门店')
    await gateway.waitFor((g) => g.value('WiFi.SSID.1.SSID') === `shop-${serialNumber}`, 30_000)
    await go(`intelligence/${deviceId}?tab=configuration`)
    const state = (name: 'applied' | 'drifted') =>
      page.getByText(t(`provisioning.device.states.${name}`), { exact: true })
    await state('applied').waitFor(patience)
    expect(await page.title()).toContain(t('shell.titles.smartCpeDetail'))
    gateway.changeValue('WiFi.SSID.1.SSID', 'changed on site')
    await page.getByRole('button', { name: t('provisioning.device.check') }).click()
    await state('drifted').waitFor(patience)
    await page.getByRole('cell', { name: 'changed on site' }).waitFor(patience)
    await page.getByRole('button', { name: t('provisioning.device.apply') }).click()
    await state('applied').waitFor(patience)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe(`shop-${serialNumber}`)

    // One button, and the sentence that names the fault.
    await go(`intelligence/${deviceId}?tab=diagnostics`)
    await page
      .getByRole('button', { name: t('diagnostics.check.start'), exact: true })
      .first()
      .click()
    const verdict = t('diagnostics.findings.loss_first_hop.text', { loss: 30, target: '198.18.0.1' })
    await page.getByRole('link', { name: verdict }).waitFor(patience)

    // Upgraded, which only the gateway's report after its restart confirms.
    const version = '9.1.0'
    await go('firmware')
    await releaseFirmware(visitor, { version, models: 'LR*' })
    await go('intelligence')
    const campaign = { name: `升级到 ${version}`, version, gateways: [serialNumber], fit: 1 }
    await planUpgrade(visitor, campaign)
    await beginUpgrade(visitor, campaign.name)
    await page.getByRole('link', { name: `${t('ota.targetStates.verified')} 1` }).waitFor(patience)
    expect(gateway.value('DeviceInfo.SoftwareVersion')).toBe(version)

    // Entered, left, and replayed.
    await go(`remoteTerminal?device=${deviceId}`)
    await page.getByRole('heading', { level: 1, name: t('shell.titles.remoteTerminal') }).waitFor(patience)
    expect(await page.title()).toContain(t('shell.titles.remoteTerminal'))
    await setSshAccess(visitor, { port: ssh.port, password: 'right-pass' })
    await openTerminal(visitor, 'First look')
    const screen = page.locator('.terminal-screen')
    await screen.getByText('gateway#').waitFor(patience)
    await screen.locator('textarea').focus()
    await page.keyboard.type('uname\n')
    await screen.getByText('Linux gateway').waitFor(patience)
    await page.keyboard.type('exit\n')
    await page.getByText(t('common.reconnectQuestion')).waitFor(patience)
    await go('terminalSessions')
    await replayLatest(visitor, 'Linux gateway')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }, 180_000)
})
