import type { SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { makeCompany, makeGateways, untilOwn } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword, type ServerProcess } from './server-process.ts'

/** Gateway settings in user terms: read, changed, refused, and found in the raw tree. */

describe.skipIf(browserPath === null)('settings of a gateway', () => {
  let browser: Browser
  let own: OwnServer
  let server: ServerProcess
  let gateway: SimulatedGateway
  let deviceId: string

  beforeAll(async () => {
    browser = await sharedBrowser()
    own = await startOwnServer()
    ;({ server } = own)
    const company = await makeCompany(server.consoleUrl, 'settings')
    gateway = makeGateways(1, company, {
      url: `${server.acsUrl}/`,
      timeScale: 0.001,
      model: 'lanyon-lr200',
    })[0]!
    gateway.start()
    deviceId = await untilOwn(company.inside, gateway)
  })
  afterAll(async () => {
    gateway.stop()
    await closeVisits(browser)
    await own.stop()
  })

  test.each(['zh', 'en'] as const)(
    'an SSID is changed, a port mapping added and deleted, a refusal shown at its field (%s)',
    async (language) => {
      const visitor = await visit(browser, { language, dark: language === 'en' })
      const { page, t } = visitor
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const drawer = page.locator('.form-drawer')
      const input = (
        field:
          | 'ssid'
          | 'channel'
          | 'name'
          | 'externalPort'
          | 'internalClient'
          | 'internalPort'
          | 'username'
          | 'password',
      ) => drawer.getByLabel(t(`gatewaySettings.fields.${field}`), { exact: true })
      const send = t('gatewaySettings.submit')
      const section = (name: 'wifi' | 'port_mapping' | 'account') =>
        page
          .getByRole('navigation', { name: t('gatewaySettings.nav'), exact: true })
          .getByRole('link', { name: t(`gatewaySettings.sections.${name}`) })
          .first()
      const banner = page.getByRole('region', { name: t('gatewaySettings.change.title'), exact: true })
      /** Submits the drawer, confirms, and lets the gateway call in. */
      const sendAndAsk = async () => {
        await drawer.getByRole('button', { name: send, exact: true }).click()
        await page.locator('.ant-modal-confirm').getByRole('button', { name: send, exact: true }).click()
        await drawer.waitFor({ state: 'detached' })
        gateway.informNow()
      }
      try {
        await comeIn(
          visitor,
          { consoleUrl: server.consoleUrl, path: `/#/equipmentManagement/intelligence/${deviceId}` },
          'admin',
          operatorPassword,
        )
        await page.getByRole('tab', { name: t('gatewaySettings.tab'), exact: true }).click()
        await button(t('gatewaySettings.readAll')).click()
        await section('wifi').click()
        gateway.informNow()
        const ssid = language === 'zh' ? 'branch-2.4GHz' : '访客 zh'
        const card = page.getByRole('region', { name: ssid, exact: true })

        await card.getByRole('button', { name: `${t('gatewaySettings.edit')} ${ssid}` }).click()
        // -1 is not a percentage (TR-181 Device.WiFi.Radio.{i}.TransmitPower).
        const automatic = t('gatewaySettings.numberWord', {
          number: -1,
          meaning: t('gatewaySettings.automatic'),
        })
        await drawer
          .getByText(t('gatewaySettings.rangeOrWord', { range: '0 – 100', word: automatic }))
          .first()
          .waitFor()
        await input('ssid').fill(`访客 ${language}`)
        await sendAndAsk()
        await banner.getByText(t('gatewaySettings.change.states.done'), { exact: true }).waitFor()
        await page.getByRole('heading', { name: `访客 ${language}`, exact: true }).waitFor()

        // The gateway's own refusal is shown at the field, and the form keeps the input.
        const changed = page.getByRole('region', { name: `访客 ${language}`, exact: true })
        await changed.getByRole('button', { name: t('gatewaySettings.edit') }).click()
        await page.getByRole('switch', { name: t('gatewaySettings.fields.autoChannel') }).setChecked(false)
        await input('channel').fill('0')
        await sendAndAsk()
        await changed.getByText('9007').waitFor()
        await banner.getByRole('button', { name: t('gatewaySettings.change.again') }).click()
        expect(await input('channel').inputValue()).toBe('0')
        await drawer
          .first()
          .getByRole('button', { name: t('common.cancel'), exact: true })
          .click()

        await section('port_mapping').click()
        await page.getByRole('button', { name: t('gatewaySettings.add.port_mapping') }).click()
        await input('name').fill(`CCTV ${language}`)
        await input('externalPort').fill('8443')
        await input('internalClient').fill('192.168.1.50')
        await input('internalPort').fill('443')
        await page.getByRole('note').filter({ hasText: '8443' }).waitFor()
        await drawer.getByRole('button', { name: send, exact: true }).click()
        await drawer.waitFor({ state: 'detached' })
        gateway.informNow()
        const row = page.getByRole('row').filter({ hasText: `CCTV ${language}` })
        await row.getByText('8443').waitFor()

        await row.getByRole('button', { name: t('gatewaySettings.remove') }).click()
        await page
          .locator('.ant-modal-confirm')
          .getByRole('button', { name: t('gatewaySettings.remove'), exact: true })
          .click()
        gateway.informNow()
        await row.waitFor({ state: 'detached' })

        await section('account').click()
        await page.getByRole('button', { name: t('gatewaySettings.add.account') }).click()
        await input('username').fill(`help ${language}`)
        await input('password').fill('Long-enough-7')
        await drawer.getByRole('button', { name: send, exact: true }).click()
        await drawer.waitFor({ state: 'detached' })
        gateway.informNow()
        await page.getByRole('region', { name: `help ${language}`, exact: true }).waitFor()

        // From a value to its parameter.
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(
          `${server.consoleUrl}/#/equipmentManagement/intelligence/${deviceId}?tab=settings&section=wifi`,
        )
        const name = t('gatewaySettings.raw', { path: 'Device.WiFi.SSID.1.SSID' })
        await changed.getByRole('link', { name, exact: true }).click()
        await page.locator('.parameter-wanted').getByText(`访客 ${language}`).waitFor()
        expect(visitor.complaints).toEqual([])
      } finally {
        await visitor.close()
      }
    },
  )
})
