import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** From the list of lines to the bad one: its figures, its outages with their cause, its paths, and how it is measured. */

const patience = { timeout: 60_000 }

describe.skipIf(browserPath === null)('quality of lines', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a bad line is found, and its outage gets a cause (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `lines-${language}`)
      const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
      await operator.call('POST /api/v1/licence', { companyId, kind: 'internet_lines', quantity: 100 })
      const person = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      const outletId = (await person.call('POST /api/v1/outlet', { name: 'Nanjing Road' })).data.id
      const lineId = (
        await person.call('POST /api/v1/outlet/:outletId/line', {
          outletId,
          name: 'WAN 1',
          isp: 'telecom',
          type: 'broadband',
          downMbps: 500,
          upMbps: 100,
        })
      ).data.id
      // Two days, a minute each: bad for an hour, and down for a while.
      const now = Math.floor(Date.now() / 60_000) * 60_000
      const samples = Array.from({ length: 2880 }, (_, ago) => {
        const at = now - ago * 60_000
        if (ago > 1600 && ago < 1630) return { lineId, at, up: false, loss: 100 }
        return { lineId, at, up: true, loss: ago < 40 ? 5 : 0, rtt: 12, p95: 18, jitter: 2, mos: 4.3 }
      })
      await journey.own.sql.query(`select line_advance($1::jsonb, 'probe')`, [JSON.stringify(samples)])
      const hop = (ttl: number, address: string | null, received: number) => ({
        ttl,
        address,
        sent: 10,
        received,
        rtt: address === null ? null : ttl * 3,
      })
      const path = (moment: 'healthy' | 'onset', hours: number, second: string) => ({
        kind: 'path' as const,
        lineId,
        at: Date.now() - hours * 3_600_000,
        key: 'isp',
        moment,
        method: 'mtr' as const,
        path: {
          target: '203.0.113.9',
          reached: true,
          hops: [hop(1, '192.0.2.1', 10), hop(2, second, 5), hop(3, '203.0.113.9', 10)],
        },
      })
      await journey.own.sql.query(`select line_facts('test', $1, 1, $2::jsonb, array[$3::bigint])`, [
        language,
        JSON.stringify([path('healthy', 30, '198.51.100.1'), path('onset', 27, '198.51.100.7')]),
        lineId,
      ])
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/operationsMonitoring/lines' },
        userName,
        administratorPassword,
      )
      await page.getByRole('link', { name: 'WAN 1', exact: true }).first().waitFor(patience)
      await judge('list')
      await page.getByRole('link', { name: 'WAN 1', exact: true }).first().click()
      await page.getByText(t('lines.smoke.none'), { exact: true }).waitFor(patience)
      await judge('quality')
      await page.getByRole('tab', { name: t('lines.tabs.outages') }).click()
      await page
        .getByRole('button', { name: t('lines.setCause') })
        .first()
        .click(patience)
      const drawer = page.locator('.ant-drawer-open')
      await drawer.getByLabel(t('lines.cause'), { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: t('lines.causes.isp') }).click()
      await drawer.getByLabel(t('lines.note'), { exact: true }).fill('Fibre cut')
      await judge('cause')
      await drawer.locator('button[type=submit]').click()
      await page.getByText('Fibre cut').first().waitFor()
      await judge('outages')
      await page.getByRole('tab', { name: t('lines.tabs.paths') }).click()
      await page.getByText(t('lines.changed')).first().waitFor()
      await page.getByText(t('lines.rateLimited')).first().waitFor()
      await judge('paths')
      await page.getByRole('button', { name: t('lines.measuring') }).click()
      await drawer.getByLabel(t('lines.ispHost'), { exact: true }).fill('isp.example.com')
      await judge('measuring')
      await drawer.locator('button[type=submit]').click()
      await page.goto(`${consoleUrl}/#/operationsMonitoring/lines/profiles`)
      await page.getByText(t('lines.profiles.satellite'), { exact: true }).waitFor()
      await judge('profiles')
      await page
        .getByRole('button', { name: t('lines.editProfile') })
        .first()
        .click()
      await drawer.getByLabel(t('lines.throughputDays'), { exact: true }).fill('1')
      await judge('profile')
      await drawer.locator('button[type=submit]').click()
      await page.getByText(t('lines.throughputOften', { count: 1, budget: '1,500' })).waitFor()
      await page.goto(`${consoleUrl}/#/outletManagement/outlets/${outletId}`)
      await page.getByText(t('lines.scorecard')).waitFor(patience)
      await judge('outlet')
      await page.getByText(t('lines.scorecard')).click()
      await page.getByText(t('lineReports.paper.onTarget')).waitFor(patience)
      const { rows } = await journey.own.sql.query(
        `select s.isp_host, o.cause from line_standing s join line_outage o on o.line_id = s.line_id
         where s.line_id = $1 and s.company_id = $2 and o.cause <> 'unknown'`,
        [lineId, companyId],
      )
      expect(rows).toEqual([{ isp_host: 'isp.example.com', cause: 'isp' }])
      const pages = [
        'list',
        'quality',
        'cause',
        'outages',
        'paths',
        'measuring',
        'profiles',
        'profile',
        'outlet',
      ]
      expect(found).toEqual(Object.fromEntries(pages.map((name) => [name, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
