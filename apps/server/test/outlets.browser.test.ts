import { SimulatedGateway } from '@netward/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  browserPath,
  closeVisits,
  comeIn,
  sharedBrowser,
  takeFromMore,
  visit,
  type Visitor,
} from './browser.ts'
import { labelPhoto } from './label-photo.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword } from './server-process.ts'

/** An outlet from its creation to the day its gateway breaks. */

const soon = { timeout: 60_000 }

describe.skipIf(browserPath === null)('an outlet', () => {
  let browser: Browser
  let own: OwnServer
  const gateways: SimulatedGateway[] = []
  let impatience: NodeJS.Timeout

  beforeAll(async () => {
    browser = await sharedBrowser()
    // Challenged gateways back off: a person would power-cycle it.
    impatience = setInterval(() => {
      for (const gateway of gateways) if (gateway.state.phase !== 'stopped') gateway.informNow()
    }, 1_000)
    own = await startOwnServer()
    // Two unknown gateways: they called in and were switched off again.
    for (const serialNumber of ['OUTLETGW0001', 'OUTLETGW0002']) {
      const gateway = new SimulatedGateway({
        url: `${own.server.acsUrl}/`,
        serialNumber,
        timeScale: 0.01,
        rebootSeconds: 50,
      })
      gateways.push(gateway)
      const { oui, productClass } = gateway.factory.deviceId
      await own.sql.query(
        `insert into gateway_pool (oui, product_class, serial_number, remote_address) values ($1, $2, $3, '127.0.0.1')`,
        [oui, productClass, serialNumber],
      )
    }
  })
  afterAll(async () => {
    clearInterval(impatience)
    for (const gateway of gateways) gateway.stop()
    await closeVisits(browser)
    await own.stop()
  })

  const at = (path: string) => `${own.server.consoleUrl}/#${path}`
  /** Without the tabs of open pages. */
  const content = (page: Page) => page.locator('#content')
  const drawer = (page: Page) => page.getByRole('dialog')
  const choose = async (page: Page, label: string, option: string | RegExp) => {
    await drawer(page).getByLabel(label, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option).first().click()
  }

  async function createOutlet({ page, t }: Visitor): Promise<void> {
    await page.goto(at('/outletManagement'))
    await page
      .getByRole('button', { name: t('outlets.create'), exact: true })
      .first()
      .click()
    const form = drawer(page)
    await form.getByLabel(t('outlets.name')).fill('西湖店')
    await form.getByLabel(t('outlets.region'), { exact: true }).fill('华东 / 杭州')
    await form.getByRole('button', { name: t('outlets.hours.addGroup') }).click()
    await form.getByText('周一至周五 09:00–18:00；周六、周日休息').waitFor()
    await form.getByLabel(t('outlets.latitude')).fill('30.2')
    await form.getByRole('button', { name: t('common.save') }).click()
    // The server also names the missing field.
    await form.getByText(t('validation.missing')).first().waitFor()
    await form.getByLabel(t('outlets.longitude')).fill('120.1')
    await form.getByRole('button', { name: t('common.save') }).click()
    await content(page).getByRole('link', { name: '西湖店' }).click()
    await page.getByRole('heading', { level: 1, name: '西湖店' }).waitFor()
    await page.getByText('周一至周五 09:00–18:00；周六、周日休息').waitFor()
  }

  async function addLine({ page, t }: Visitor): Promise<void> {
    await page.getByRole('tab', { name: t('outlets.tabs.lines') }).click()
    await page.getByRole('button', { name: t('outlets.line.create'), exact: true }).click()
    const form = drawer(page)
    await form.getByLabel(t('outlets.line.name')).fill('主用')
    await choose(page, t('outlets.line.isp'), t('outlets.isps.telecom'))
    await choose(page, t('outlets.line.type'), t('outlets.lineTypes.dedicated'))
    await form.getByLabel(t('outlets.line.downMbps')).fill('500')
    await form.getByLabel(t('outlets.line.upMbps')).fill('500')
    const password = (state: 'passwordSet' | 'passwordNotSet') =>
      t('outlets.line.passwordState', { state: t(`outlets.line.${state}`) })
    await choose(page, password('passwordNotSet'), t('outlets.line.passwordChoices.set'))
    await form.getByLabel(t('outlets.line.passwordNew')).fill('dial-in')
    await form.getByRole('button', { name: t('common.save') }).click()
    await page.getByRole('cell', { name: '500 / 500 Mbit/s' }).waitFor()
    // It exists and is never shown again; then it is revoked.
    const edit = page.getByRole('button', { name: `${t('outlets.edit')} 主用` })
    await edit.click()
    await choose(page, password('passwordSet'), t('outlets.line.passwordChoices.clear'))
    expect(await page.content()).not.toContain('dial-in')
    await form.getByRole('button', { name: t('common.save') }).click()
    await form.waitFor({ state: 'hidden' })
    await edit.click()
    await form.getByText(password('passwordNotSet')).waitFor()
    await form.getByRole('button', { name: t('common.cancel') }).click()
    await form.waitFor({ state: 'hidden' })
  }

  async function claimIntoIt({ page, t }: Visitor): Promise<void> {
    await page.goto(at('/equipmentManagement/unknownGateways'))
    const claim = t('devices.pool.claim')
    await page.getByRole('button', { name: `${claim} OUTLETGW0001` }).click(soon)
    await drawer(page).getByLabel(t('devices.pool.claimName')).fill('收银网关')
    // The platform names the tenant; without it nothing is claimed.
    await drawer(page).getByRole('button', { name: claim, exact: true }).click()
    await drawer(page).getByText(t('devices.pool.claimTenantEmpty')).waitFor()
    await choose(page, t('devices.pool.claimTenant'), t('devices.pool.claimOwn', { company: 'Netward' }))
    await choose(page, t('outlets.place.claimLabel'), '西湖店')
    await drawer(page).getByRole('button', { name: claim, exact: true }).click()
    await drawer(page).waitFor({ state: 'hidden' })
    gateways[0]?.start()
    await page.goto(at('/outletManagement/outlets'))
    // The live stream brings the gateway and its health.
    await page.getByText(new RegExp(`${t('outlets.health.online')}.*1/1`)).waitFor(soon)
    await content(page).getByRole('link', { name: '西湖店' }).click()
    await page.getByRole('tab', { name: t('outlets.tabs.devices') }).click()
    await content(page).getByRole('link', { name: '收银网关' }).first().waitFor()
  }

  /** On site: the label of the next gateway, from a photo, since this browser has no camera. */
  async function readLabel({ page, t }: Visitor): Promise<void> {
    await page.getByRole('link', { name: t('shell.titles.scanLabel') }).click()
    await page.getByRole('heading', { level: 1, name: t('shell.titles.scanLabel') }).waitFor()
    await content(page).getByText('西湖店', { exact: true }).waitFor()
    const photo = { name: 'label.png', mimeType: 'image/png' }
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ ...photo, buffer: Buffer.from('no picture') })
    await page.getByText(t('devices.scan.noCode')).waitFor()
    await input.setInputFiles({ ...photo, buffer: labelPhoto })
    await page.getByText(t('devices.scan.readWhole')).waitFor()
    expect(await page.getByLabel(t('devices.serialNumber')).inputValue()).toBe('OUTLETGW0009')
    expect(await page.getByLabel(t('devices.oui')).inputValue()).toBe('02A1B2')
    // That one is not registered.
    await page.getByRole('button', { name: t('devices.pool.claim'), exact: true }).click()
    await page.getByText(t('devices.pool.refused')).waitFor()
    await registerAndCall(page)
    await page.getByRole('button', { name: t('devices.pool.claim'), exact: true }).click()
    // The claimed gateway is listed where the next label is read, and shows when it has called in.
    const claimed = page.locator('.scan-claimed')
    await claimed.getByText('OUTLETGW0009').waitFor(soon)
    expect(await page.getByLabel(t('devices.serialNumber')).inputValue()).toBe('')
    await claimed.getByText(t('devices.scan.arrived')).waitFor(soon)
    await claimed.getByText('西湖店', { exact: true }).waitFor()
    await claimed.getByRole('link', { name: '仓库网关' }).waitFor()
    await page.getByRole('link', { name: t('common.back') }).click()
    await page.getByRole('tab', { name: t('outlets.tabs.devices') }).click()
  }

  /** The label's secret becomes known, and the gateway has called in. */
  async function registerAndCall(page: Page): Promise<void> {
    const [cookie] = await page.context().cookies()
    const csv = 'serialNumber,oui,name,labelSecret\nOUTLETGW0009,02A1B2,仓库网关,k7\n'
    const answer = await page.request.post(`${own.server.consoleUrl}/api/v1/device/pre-registration/import`, {
      headers: { authorization: `Bearer ${cookie?.value}` },
      multipart: { file: { name: 'labels.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) } },
    })
    expect(await answer.json()).toMatchObject({ code: 0, data: { imported: 1 } })
    // As if the platform had registered it: a secret that the company itself registered awaits approval.
    await own.sql.query(`update pre_registration set registered_by = 1 where serial_number = 'OUTLETGW0009'`)
    const gateway = new SimulatedGateway({
      url: `${own.server.acsUrl}/`,
      serialNumber: 'OUTLETGW0009',
      timeScale: 0.01,
      rebootSeconds: 50,
    })
    gateways.push(gateway)
    gateway.start()
    const pooled = `select from gateway_pool where serial_number = 'OUTLETGW0009'`
    await expect.poll(async () => (await own.sql.query(pooled)).rowCount, soon).toBe(1)
  }

  async function replaceIt({ page, t }: Visitor): Promise<void> {
    gateways[0]?.stop()
    await content(page).getByRole('link', { name: '收银网关' }).first().click()
    await takeFromMore({ page, t }, t('outlets.replace.action'))
    await drawer(page).getByText(t('outlets.replace.hows.pool')).click()
    await choose(page, t('outlets.replace.pool'), /OUTLETGW0002/)
    await drawer(page)
      .getByRole('button', { name: t('outlets.replace.submit'), exact: true })
      .click()
    await drawer(page).waitFor({ state: 'hidden' })
    gateways[1]?.start()
    // Once the new one has called in, the old one's page says so and links to it.
    await page.getByText(t('devices.banner.replaced')).waitFor(soon)
    await content(page)
      .getByRole('link', { name: /OUTLETGW0002/ })
      .click(soon)
    await page.getByRole('heading', { level: 1, name: '收银网关' }).waitFor()
    await content(page).getByRole('link', { name: '西湖店' }).waitFor()
    await page.getByRole('tab', { name: t('devices.tab.timeline') }).click()
    await page.getByText(t('devices.timeline.replaces', { serial: 'OUTLETGW0001' })).waitFor()
  }

  async function seeItsRegion({ page, t }: Visitor): Promise<void> {
    await page.goto(at('/outletManagement/regions'))
    await page.getByRole('button', { name: t('outlets.regions.collapse', { region: '华东' }) }).waitFor()
    const online = t('outlets.regions.count', {
      region: '杭州',
      health: t('outlets.health.online'),
      count: 1,
    })
    await page.getByTitle(online).click()
    // The number links to what it counts.
    await page
      .getByText(t('common.filterSelected', { label: t('outlets.region'), value: '华东 / 杭州' }))
      .waitFor()
    await content(page).getByRole('link', { name: '西湖店' }).waitFor()
  }

  test('is created with a line, gets a gateway that is online in it, and another in its place', async () => {
    const visitor = await visit(browser, { language: 'zh' })
    try {
      await comeIn(visitor, { consoleUrl: own.server.consoleUrl }, 'admin', operatorPassword)
      await createOutlet(visitor)
      await addLine(visitor)
      await claimIntoIt(visitor)
      await readLabel(visitor)
      await seeItsRegion(visitor)
      await content(visitor.page).getByRole('link', { name: '西湖店' }).click()
      await visitor.page.getByRole('tab', { name: visitor.t('outlets.tabs.devices') }).click()
      await replaceIt(visitor)
      expect(visitor.complaints.filter((text) => !/40[09]/.test(text))).toEqual([])
    } finally {
      await visitor.close()
    }
  })

  test('reads in English too, and is not deleted while devices stand in it', async () => {
    const visitor = await visit(browser, { language: 'en', dark: true })
    const { page, t } = visitor
    try {
      const { consoleUrl } = own.server
      await comeIn(visitor, { consoleUrl, path: '/#/outletManagement/lines' }, 'admin', operatorPassword)
      await page.getByText('China Telecom').waitFor()
      await content(page).getByRole('link', { name: '西湖店' }).click()
      // It explains why it is disabled, to keyboard users too.
      await page.getByRole('button', { name: t('outlets.remove'), exact: true }).press('Enter')
      await page
        .getByText(t('outlets.removeDevices', { count: 2 }))
        .first()
        .waitFor()
      await page.getByRole('tab', { name: t('outlets.tabs.timeline') }).click()
      await page.getByText('Site created').first().waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      await visitor.close()
    }
  })
})
