import { simulatedImage } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
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

  test.each(['en', 'zh'] as const)(
    'a firmware is uploaded and released, brought to chosen gateways, and the campaign ends when they are back (%s)',
    async (language) => {
      const visitor = await s.administrator({ language })
      const { page, t, complaints } = visitor
      const version = `2.0-${language}`
      const base = s.server.consoleUrl
      const field = (label: string) => page.locator('.ant-drawer').getByLabel(label, { exact: true })
      await page.goto(`${base}/#/equipmentManagement/firmware`)
      await page.getByRole('button', { name: t('ota.firmwareNew') }).click()
      await field(t('ota.version')).fill(version)
      await field(t('ota.models')).fill('LR*')
      await page.keyboard.press('Enter')
      await page.locator('.ant-drawer button[type=submit]').click()
      await page.getByRole('button', { name: t('ota.fileChoose') }).waitFor()
      await field(t('ota.file')).setInputFiles({
        name: 'image.bin',
        mimeType: 'application/octet-stream',
        buffer: simulatedImage({ productClass: '', version }, 4_000),
      })
      await page.getByText('image.bin').first().waitFor()
      await page.getByRole('button', { name: t('ota.release') }).click()
      await page.getByText(t('ota.released')).first().waitFor()

      await page.goto(`${base}/#/equipmentManagement/intelligence`)
      for (const name of ['Front desk', 'Back office'])
        await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
      await page
        .locator('.list-batch')
        .getByRole('link', { name: t('ota.upgrade') })
        .click()
      await page.getByText(t('ota.chosenDevices', { count: 2 })).waitFor()
      await field(t('ota.campaignName')).fill(`To ${version}`)
      await field(t('ota.firmware')).click()
      await page.getByTitle(new RegExp(`^${version} `)).click()
      await page.getByRole('button', { name: t('ota.dryRunFits', { count: 1 }) }).waitFor()
      await page.getByRole('button', { name: new RegExp(`^${t('ota.misfits.model')} 1`) }).click()
      await page.getByRole('cell', { name: 'Back office' }).waitFor()
      await page.getByRole('button', { name: t('ota.create') }).click()
      await page.getByRole('heading', { name: `To ${version}` }).waitFor()
      await page.getByRole('link', { name: `${t('ota.targetStates.queued')} 1` }).waitFor({ timeout: 25_000 })
      await s.sql.query(`update device set software_version = $1 where serial_number = 'UP1'`, [version])
      const verified = page.getByRole('link', { name: `${t('ota.targetStates.verified')} 1` })
      await verified.waitFor({ timeout: 25_000 })
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
    },
  )
})
