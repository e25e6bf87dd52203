import { type GatewayOptions, SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { applyTemplate, writeTemplate } from './gateway-steps.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword } from './server-process.ts'

/** From a template to a gateway configured by it. */

describe.skipIf(browserPath === null)('a template', () => {
  let browser: Browser
  let own: OwnServer
  let gateway: SimulatedGateway | undefined
  let other: SimulatedGateway | undefined
  let impatience: NodeJS.Timeout

  beforeAll(async () => {
    browser = await sharedBrowser()
    own = await startOwnServer()
    impatience = setInterval(() => {
      for (const one of [gateway, other]) if (one && one.state.phase !== 'stopped') one.informNow()
    }, 1_000)
  })
  afterAll(async () => {
    clearInterval(impatience)
    gateway?.stop()
    other?.stop()
    await closeVisits(browser)
    await own.stop()
  })

  test('is written, previewed and applied, and its gateway shows it', async () => {
    const { consoleUrl } = own.server
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t, complaints } = visitor
    await comeIn(visitor, { consoleUrl, path: '/#/equipmentManagement/templates' }, 'admin', operatorPassword)

    gateway = await newGateway(visitor, own, { serialNumber: 'TEMPLATEGW1' })

    const template = { name: '门店', path: 'Device.WiFi.SSID.1.SSID', value: '{{secret.x}}' }
    await writeTemplate(visitor, template)
    const form = page.getByRole('dialog')
    await form.getByText(t('provisioning.refusal.secretElsewhere')).waitFor()
    await form.getByLabel(t('provisioning.value')).fill('shop-{{device.serialNumber}}')
    await form.getByRole('button', { name: t('common.save') }).click()
    await form.waitFor({ state: 'hidden' })

    await applyTemplate(visitor, '门店')
    await gateway.waitFor((g) => g.value('WiFi.SSID.1.SSID') === 'shop-TEMPLATEGW1', 30_000)

    const { rows } = await own.sql.query<{ id: string }>(
      `select id::text from device where serial_number = 'TEMPLATEGW1'`,
    )
    await page.goto(`${consoleUrl}/#/equipmentManagement/intelligence/${rows[0]?.id}?tab=configuration`)
    await page.getByText(t('provisioning.device.states.applied'), { exact: true }).waitFor()
    await page.getByText(t('provisioning.device.template', { name: '门店', version: 1 })).waitFor()
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    await visitor.close()
  }, 60_000)

  test('is tried on one gateway before all have it', async () => {
    const { consoleUrl } = own.server
    const visitor = await visit(browser, { language: 'en' })
    const { page, t, complaints } = visitor
    await comeIn(visitor, { consoleUrl, path: '/#/equipmentManagement/templates' }, 'admin', operatorPassword)
    await page.getByRole('button', { name: `${t('provisioning.edit')} 门店` }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(t('provisioning.value')).fill('second')
    await form.getByRole('checkbox', { name: t('provisioning.below') }).check()
    await form.getByRole('button', { name: t('common.save') }).click()
    await form.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: `${t('provisioning.versions.title')} 门店` }).click()
    await page.getByRole('button', { name: t('provisioning.preview.all') }).click()
    await page.getByRole('button', { name: t('provisioning.preview.allAgain') }).waitFor()
    await page.getByRole('button', { name: t('provisioning.versions.tryFirst') }).click()
    await page.getByRole('button', { name: t('provisioning.rollout.start') }).click()
    await gateway?.waitFor((g) => g.value('WiFi.SSID.1.SSID') === 'second', 30_000)
    await page.getByText(`${t('provisioning.rollout.done')} 1`).waitFor()
    await page.getByRole('button', { name: t('provisioning.rollout.goOn') }).click()
    await page
      .getByRole('button', { name: t('provisioning.rollout.goOn') })
      .last()
      .click()
    // Scoped to the version: a list column behind it has the same name.
    await page.locator('.provisioning-versions').getByText(t('provisioning.versions.applied')).waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  }, 60_000)

  test('in the words of people holds for gateways of both data models', async () => {
    const { consoleUrl } = own.server
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t, complaints } = visitor
    await comeIn(visitor, { consoleUrl, path: '/#/equipmentManagement/templates' }, 'admin', operatorPassword)
    other = await newGateway(visitor, own, { serialNumber: 'TEMPLATEGW2', model: 'korvus-edge1' })

    await page
      .getByRole('button', { name: t('provisioning.create') })
      .first()
      .click()
    const form = page.getByRole('dialog')
    await form.getByLabel(t('provisioning.name'), { exact: true }).fill('通用')
    const choose = async (row: number, label: string, choice: string) => {
      const setting = form.getByRole('group', { name: t('provisioning.settings.row', { number: row }) })
      await setting.getByRole('combobox', { name: label, exact: true }).press('Enter')
      const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
      await offered.filter({ hasText: choice }).click()
      return setting
    }
    const add = form.getByRole('button', { name: t('provisioning.settings.add') })
    await add.click()
    await choose(1, t('provisioning.settings.band'), '5 GHz')
    await choose(1, t('provisioning.settings.field'), t('gatewaySettings.fields.hidden'))
    await choose(1, t('provisioning.value'), t('gatewaySettings.yes'))
    await add.click()
    const time = await choose(2, t('provisioning.settings.section'), t('gatewaySettings.sections.time'))
    await time.getByLabel(t('provisioning.value')).fill('ntp.example.org')
    await form.getByRole('button', { name: t('common.save') }).click()
    await form.waitFor({ state: 'hidden' })
    await applyTemplate(visitor, '通用')

    const ntp = (one: SimulatedGateway) => one.value('Time.NTPServer1') === 'ntp.example.org'
    await gateway?.waitFor(ntp, 30_000)
    await other.waitFor(ntp, 30_000)
    expect(gateway?.value('WiFi.AccessPoint.2.SSIDAdvertisementEnabled')).toBe('0')
    expect(other.value('LANDevice.1.WLANConfiguration.2.SSIDAdvertisementEnabled')).toBe('0')
    expect(complaints).toEqual([])
    await visitor.close()
  }, 60_000)
})

/** With credentials of the signed-in user's company. */
async function newGateway(
  { page }: Visitor,
  { server }: OwnServer,
  options: Pick<GatewayOptions, 'serialNumber' | 'model'>,
): Promise<SimulatedGateway> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'sstoken')?.value ?? ''
  const rotated = await page.request.post(`${server.consoleUrl}/api/v1/device/enrolment/rotate`, {
    data: { what: 'password' },
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await rotated.json()) as { data: { username: string; password: string } }
  const gateway = new SimulatedGateway({ url: `${server.acsUrl}/`, timeScale: 0.01, ...options, ...data })
  gateway.start()
  return gateway
}
