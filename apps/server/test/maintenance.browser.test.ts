import { describe, expect, test } from 'vitest'
import { findings, isSettled, judgedLooks } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** Announced work that is in force, from the list to its end. */

describe.skipIf(browserPath === null)('maintenance windows', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a window entered late is approved and ended (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `work-${language}-${width}`)
      await journey.own.sql.query(
        `insert into maintenance_window (company_id, name, reason, whole_company, starts_at, ends_at, lasts_s, entered_by)
         values ($1, 'Core change', 'New firmware', true, now() - interval '1 hour', now() + interval '1 hour', 7200, 'Wang')`,
        [companyId],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const path = '/#/operationsMonitoring/maintenance'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByText(t('alarms.maintenance.unapproved'), { exact: true }).waitFor()
      for (const act of ['approve', 'end'] as const) {
        await page
          .getByRole('button', { name: `${t(`alarms.maintenance.acts.${act}`)} Core change`, exact: true })
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: t(`alarms.maintenance.acts.${act}`), exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await page.getByText(t('alarms.maintenance.states.past'), { exact: true }).first().waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )

  test.each(judgedLooks)(
    'work that comes again is announced on a device and a site, and shown on both (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `again-${language}-${width}`)
      await journey.own.sql.query(
        `insert into device (company_id, name, type, oui, serial_number, presence)
         values ($1, 'Till', 'smart_cpe', 'AABBCC', $2, 'online')`,
        [companyId, `WORK${language}${width}`],
      )
      const { rows } = await journey.own.sql.query<{ id: string }>(
        `insert into outlet (company_id, name) values ($1, 'Harbour') returning id::text`,
        [companyId],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const path = '/#/operationsMonitoring/maintenance'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page
        .getByRole('button', { name: t('alarms.maintenance.add') })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      const field = (name: string) => drawer.getByLabel(name, { exact: true })
      await field(t('alarms.maintenance.name')).fill('Switch firmware')
      await field(t('alarms.maintenance.reason')).fill('Monthly release')
      // Today in every time zone.
      const fill = async (label: string, days: number) => {
        const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
        const entered = async () => {
          await field(label).fill(`${day} 12:00`)
          // Enter would take the day under the pointer.
          await page.keyboard.press('Tab')
          return field(label).inputValue()
        }
        // A panel that is still opening takes the text back.
        await expect.poll(entered).toContain(day)
        await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
      }
      await fill(t('alarms.maintenance.startsAt'), -1)
      await fill(t('alarms.maintenance.endsAt'), 2)
      const choose = async (label: string, text: string) => {
        await field(label).click()
        await page.locator('.ant-select-item-option:visible').filter({ hasText: text }).first().click()
      }
      await choose(t('alarms.maintenance.repeat'), t('alarms.maintenance.frequencies.WEEKLY'))
      await choose(t('alarms.maintenance.weekdays'), t('alarms.maintenance.days.TU'))
      await drawer.getByText(t('alarms.maintenance.add'), { exact: true }).click()
      await drawer.getByText(t('alarms.maintenance.next'), { exact: true }).waitFor()
      await choose(t('equipment.outlet'), 'Harbour')
      await drawer.getByText(t('alarms.maintenance.add'), { exact: true }).click()
      await choose(t('alarms.maintenance.devices'), 'Till')
      await drawer.getByText(t('alarms.maintenance.add'), { exact: true }).click()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await drawer.waitFor({ state: 'detached' })
      await page.getByText(t('alarms.maintenance.repeats'), { exact: true }).waitFor()
      await page
        .getByRole('list', { name: t('alarms.maintenance.calendar', { count: 14 }) })
        .getByText('Switch firmware')
        .first()
        .waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      await page.goto(`${consoleUrl}/#/outletManagement/outlets/${rows[0]!.id}`)
      await page.getByRole('link', { name: 'Switch firmware' }).first().waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
