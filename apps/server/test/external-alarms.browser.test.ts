import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** Alertmanager runs beside this platform: connected, and compared. */

const hostile = '<img src=x onerror=alert(1)>'
const list = '/#/operationsMonitoring/externalAlarms'

describe.skipIf(browserPath === null)('external alarms', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a source is connected, and its alarms are compared (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `ext-${language}`)
      await journey.own.sql.query(
        `with d as (
           insert into device (company_id, name, type, oui, serial_number, ip_address)
           values ($1, 'core-1', 'smart_cpe', 'AABBCC', $2 || '1', '10.0.0.1'),
             ($1, 'core-2', 'smart_cpe', 'AABBCC', $2 || '2', '10.0.0.2') returning id, name)
         insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
         select $1, id, 'gateway_offline', '', '', 'critical', now() - interval '12 minutes' from d`,
        [companyId, `EXT-${language}`],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await comeIn(visitor, { consoleUrl, path: list }, userName, administratorPassword)
      await page.getByText(t('externalAlarms.none'), { exact: true }).waitFor()
      await judge('nothing')
      await page
        .getByRole('link', { name: t('externalAlarms.manage') })
        .first()
        .click()
      await page
        .getByRole('button', { name: t('externalAlarms.add') })
        .first()
        .click()
      await page.getByLabel(t('externalAlarms.sourceName'), { exact: true }).fill('Prometheus')
      await page.getByText(t('externalAlarms.kinds.alertmanager'), { exact: true }).click()
      await judge('drawer')
      await page.locator('.ant-drawer button[type=submit]').click()

      const setup = page.getByRole('dialog', { name: t('externalAlarms.setupOf', { name: 'Prometheus' }) })
      await setup.getByText(t('externalAlarms.tokenOnce')).waitFor()
      const configuration = (await setup.locator('pre').first().textContent()) ?? ''
      const [, address = ''] = /url: (\S+)/.exec(configuration) ?? []
      const [, token = ''] = /credentials: (\S+)/.exec(configuration) ?? []
      expect(token).toMatch(/^nwi_/)
      await judge('setup')
      await setup
        .getByRole('button', { name: /close|关闭/i })
        .first()
        .click()

      // Alertmanager repeats the start of an alert in its end.
      const startsAt = new Date(Date.now() - 600_000).toISOString()
      const alert = (fingerprint: string, alertname: string, instance: string) => ({
        status: 'firing',
        labels: { alertname, instance, severity: 'critical' },
        annotations: { summary: hostile },
        startsAt,
        endsAt: '0001-01-01T00:00:00Z',
        fingerprint,
      })
      const send = async (alerts: object[], secret = token) => {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
          body: JSON.stringify({ version: '4', alerts }),
        })
        return answer.status
      }
      expect(await send([], 'nwi_other')).toBe(401)
      expect(
        await send([alert('1', 'InstanceDown', '10.0.0.1:9100'), alert('2', hostile, 'elsewhere:9100')]),
      ).toBe(200)
      // The page is open, and sees it.
      await page.getByText(t('externalAlarms.receiving'), { exact: true }).waitFor()
      await button(`${t('externalAlarms.test')} Prometheus`).click()
      await page.getByText(t('externalAlarms.testDone')).waitFor()
      await judge('sources')

      await page.goto(`${consoleUrl}${list}`)
      await page.getByText(hostile, { exact: true }).first().waitFor()
      await page.locator('.external-chart canvas').waitFor()
      await judge('list')
      await page.getByRole('link', { name: `${t('externalAlarms.comparisons.both')} 1` }).click()
      await page.getByText('InstanceDown', { exact: true }).waitFor()
      await page.getByText(hostile, { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: `${t('externalAlarms.comparisons.ours')} 1` }).click()
      await page.getByRole('link', { name: 'core-2', exact: true }).waitFor()
      await judge('ours')

      // Live: the other system ends its alarm.
      await page.goto(`${consoleUrl}${list}?comparison=both`)
      await page.getByText(t('externalAlarms.states.active'), { exact: true }).first().waitFor()
      expect(await send([{ ...alert('1', 'InstanceDown', '10.0.0.1:9100'), status: 'resolved' }])).toBe(200)
      await page.locator('.status-tag', { hasText: t('externalAlarms.states.cleared') }).waitFor()
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
