import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled, judgedLooks } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** From a gateway that goes offline to the alarm that somebody acknowledges. */

describe.skipIf(browserPath === null)('alarms', () => {
  let browser: Browser
  let own: OwnServer

  beforeAll(async () => {
    ;[browser, own] = await Promise.all([sharedBrowser(), startOwnServer({})])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
  })

  test.each(judgedLooks)(
    'an offline gateway is listed, and acknowledged with a comment (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `alarms-${language}-${width}`)
      await own.sql.query(
        `insert into device (company_id, name, type, oui, serial_number, presence)
         values ($1, 'Till', 'smart_cpe', 'AABBCC', $2, 'online')`,
        [companyId, `ALARM${language}${width}`],
      )
      await own.sql.query(`update device set presence = 'offline' where company_id = $1`, [companyId])
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const path = '/#/operationsMonitoring/alarms'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      // The sweep looks every few seconds, and its event brings the row.
      await page
        .getByRole('link', { name: t('alarms.rules.names.gateway_offline'), exact: true })
        .first()
        .click()
      await page.getByRole('listitem').getByText(t('alarms.events.raised'), { exact: true }).waitFor()
      await page.getByRole('button', { name: t('alarms.acts.acknowledge'), exact: true }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('alarms.comment')).fill('On my way')
      await drawer.getByRole('button', { name: t('alarms.acts.acknowledge'), exact: true }).click()
      await page.getByText('On my way', { exact: true }).waitFor()
      await page.getByRole('listitem').getByText(t('alarms.events.acknowledged'), { exact: true }).waitFor()
      await drawer.waitFor({ state: 'detached' })
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
