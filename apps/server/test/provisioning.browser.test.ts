import { SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, comeIn, launchBrowser, visit } from './browser.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { operatorPassword } from './server-process.ts'

/** From a template to a gateway that is as it says. */

describe.skipIf(browserPath === null)('a template', () => {
  let browser: Browser
  let own: OwnServer
  let gateway: SimulatedGateway | undefined
  let impatience: NodeJS.Timeout

  beforeAll(async () => {
    browser = await launchBrowser()
    own = await startOwnServer()
    impatience = setInterval(() => {
      if (gateway !== undefined && gateway.state.phase !== 'stopped') gateway.informNow()
    }, 1_000)
  })
  afterAll(async () => {
    clearInterval(impatience)
    gateway?.stop()
    await browser.close()
    await own.stop()
  })

  test('is written, previewed and applied, and its gateway shows it', async () => {
    const { consoleUrl, acsUrl } = own.server
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t, complaints } = visitor
    await comeIn(visitor, { consoleUrl, path: '/#/equipmentManagement/templates' }, 'admin', operatorPassword)

    const token = (await page.context().cookies()).find(({ name }) => name === 'sstoken')?.value ?? ''
    const rotated = await page.request.post(`${consoleUrl}/api/v1/device/enrolment/rotate`, {
      data: { what: 'password' },
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await rotated.json()) as { data: { username: string; password: string } }
    gateway = new SimulatedGateway({
      url: `${acsUrl}/`,
      serialNumber: 'TEMPLATEGW1',
      timeScale: 0.01,
      ...data,
    })
    gateway.start()

    await page
      .getByRole('button', { name: t('provisioning.create') })
      .first()
      .click()
    const form = page.getByRole('dialog')
    await form.getByLabel(t('provisioning.name'), { exact: true }).fill('门店')
    await form.getByRole('button', { name: t('provisioning.addValue') }).click()
    await form.getByLabel(t('provisioning.path')).fill('Device.WiFi.SSID.1.SSID')
    await form.getByLabel(t('provisioning.value')).fill('{{secret.x}}')
    await form.getByRole('button', { name: t('common.save') }).click()
    await form.getByText(t('provisioning.refusal.secretElsewhere')).waitFor()
    await form.getByLabel(t('provisioning.value')).fill('shop-{{device.serialNumber}}')
    await form.getByRole('button', { name: t('common.save') }).click()
    await form.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: `${t('provisioning.versions.title')} 门店` }).click()
    await page.getByText(t('provisioning.preview.title')).waitFor()
    await page.getByRole('button', { name: t('provisioning.versions.applyThis') }).click()
    await page.getByRole('button', { name: t('provisioning.apply'), exact: true }).click()
    await page.getByText(t('provisioning.applied_done')).waitFor()
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
})
