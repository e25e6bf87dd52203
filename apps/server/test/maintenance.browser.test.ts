import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled, judgedLooks } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** Announced work that is in force, from the list to its end. */

describe.skipIf(browserPath === null)('maintenance windows', () => {
  let browser: Browser
  let own: OwnServer

  beforeAll(async () => {
    ;[browser, own] = await Promise.all([sharedBrowser(), startOwnServer({})])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
  })

  test.each(judgedLooks)(
    'a window entered late is approved and ended (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `work-${language}-${width}`)
      await own.sql.query(
        `insert into maintenance_window (company_id, name, reason, whole_company, starts_at, ends_at, entered_by)
         values ($1, 'Core change', 'New firmware', true, now() - interval '1 hour', now() + interval '1 hour', 'Wang')`,
        [companyId],
      )
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
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
})
