import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { beginUpgrade, planUpgrade, releaseFirmware } from './gateway-steps.ts'
import { arriveAt, type Shell, soon, startShell } from './shell-fixture.ts'

let s: Shell

describe.skipIf(browserPath === null)('upgrades', () => {
  beforeAll(async () => {
    s = await startShell()
    await s.sql.query(
      `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
       values ($1, 'Front desk', 'smart_cpe', 'AABBCC', 'LR200', 'UP1', 'LR200', '1.0', 'online'),
         ($1, 'Back office', 'smart_cpe', 'AABBCC', 'TG5', 'UP2', 'TG5', '1.0', 'online')`,
      [s.companyId],
    )
  })
  afterAll(() => s.close())

  test('of a new firmware the models of the gateways are offered, and others are taken', async () => {
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/firmware`)
    await page.getByRole('button', { name: t('ota.firmwareNew') }).click()
    const models = page.locator('.ant-drawer').getByLabel(t('ota.models'), { exact: true })
    const offered = page.locator('.ant-select-item-option')
    await models.click()
    await expect.poll(() => offered.allInnerTexts(), soon).toEqual(['LR200', 'TG5'])
    await models.fill('tg')
    await expect.poll(() => offered.allInnerTexts(), soon).toEqual(['tg', 'TG5'])
    await offered.getByText('TG5', { exact: true }).click()
    // A name may hold a space.
    await models.fill('Edge One')
    await page.keyboard.press('Enter')
    const chosen = page.locator('.ant-drawer .ant-select-selection-item')
    await expect.poll(() => chosen.allInnerTexts(), soon).toEqual(['TG5', 'Edge One'])
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test('a firmware is uploaded and released, brought to chosen gateways, and the campaign ends when they are back', async () => {
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    const version = '2.0'
    const base = s.server.consoleUrl
    await page.goto(`${base}/#/equipmentManagement/firmware`)
    await releaseFirmware(visitor, { version, models: 'LR*' })

    await page.goto(`${base}/#/equipmentManagement/intelligence`)
    const gateways = ['Front desk', 'Back office']
    await planUpgrade(visitor, { name: `To ${version}`, version, gateways, fit: 1 })
    await page.getByRole('button', { name: new RegExp(`^${t('ota.misfits.model')} 1`) }).click()
    await page.getByRole('cell', { name: 'Back office' }).waitFor()
    await beginUpgrade(visitor, `To ${version}`)
    await page.getByRole('link', { name: `${t('ota.targetStates.queued')} 1` }).waitFor({ timeout: 60_000 })
    await s.sql.query(`update device set software_version = $1 where serial_number = 'UP1'`, [version])
    const verified = page.getByRole('link', { name: `${t('ota.targetStates.verified')} 1` })
    await verified.waitFor({ timeout: 60_000 })
    // The number leads to the gateways that it counts.
    await verified.click()
    const row = page.getByRole('row').filter({ hasText: 'Front desk' })
    await expect.poll(() => row.innerText(), soon).toContain(version)
    await page.goto(`${base}/#/equipmentManagement/upgrades`)
    await arriveAt(page, '#/equipmentManagement/upgrades')
    await page
      .getByRole('row')
      .filter({ hasText: `To ${version}` })
      .waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  })
})
