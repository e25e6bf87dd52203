import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, takeFromMore } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

/** Objects that templates added to a gateway, before and after it is released. */
describe.skipIf(browserPath === null)('what templates added to a gateway', () => {
  let s: Shell

  beforeAll(async () => {
    s = await startShell()
  })
  afterAll(() => s.close())

  test.each(['en', 'zh'] as const)(
    'is shown before it is released, and listed after (%s)',
    async (language) => {
      const serial = `ADDED${language.toUpperCase()}`
      const { rows } = await s.sql.query<{ id: string }>(
        `with d as (
         insert into device (company_id, name, type, oui, product_class, serial_number, model_name, presence, first_inform_at)
         values ($1, $2, 'smart_cpe', 'AABBCC', 'LR200', $2, 'LR200', 'offline', now()) returning id, company_id)
       insert into provision_object (company_id, device_id, path, table_path, key, template_id, stays)
       select company_id, id, 'Device.NAT.PortMapping.6.', 'Device.NAT.PortMapping.', '{"Description": "till"}', 0, false
       from d returning device_id::text as id`,
        [s.companyId, serial],
      )
      const visitor = await s.administrator({ language })
      const { page, t, complaints } = visitor
      const address = `${s.server.consoleUrl}/#/equipmentManagement/intelligence/${rows[0]!.id}?tab=configuration`
      await page.goto(address)
      const item = page.getByRole('listitem').filter({ hasText: 'Device.NAT.PortMapping.6.' })
      await item.getByText('Description = till').waitFor()
      await takeFromMore(visitor, t('devices.move.release'))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('devices.move.releaseKeeps')).waitFor()
      await dialog.getByText(t('provisioning.device.addedOnRelease', { count: 1 })).waitFor()
      await dialog.getByRole('textbox').fill(serial)
      await dialog.getByRole('button', { name: t('devices.move.release'), exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.goto(address)
      await page.getByText(t('provisioning.device.addedReleased')).waitFor()
      await item.waitFor()
      expect(complaints).toEqual([])
      await visitor.close()
    },
  )
})
