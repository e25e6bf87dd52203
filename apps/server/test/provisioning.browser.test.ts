import { SimulatedGateway } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, comeIn, launchBrowser, visit } from './browser.ts'
import { applyTemplate, writeTemplate } from './gateway-steps.ts'
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
    // Of the version: a column of the list behind it is called so too.
    await page.locator('.provisioning-versions').getByText(t('provisioning.versions.applied')).waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  }, 60_000)
})
