import type { LineFact } from '@netward/collector'
import type { MetricPoll } from '@netward/contract/metric-batch'
import { SimulatedProbe } from '@netward/testkit'
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { paperTexts } from '../src/platform/paper/paper-text.fixture.ts'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** From the bad line in the list to the proof of it: its outage and path, as its probe delivered them, and the report for the ISP. */

const minute = 60_000
const patience = { timeout: 60_000 }

describe.skipIf(browserPath === null)('evidence for the ISP', () => {
  const journey = ownJourney()
  let probe: SimulatedProbe | undefined
  afterEach(() => probe?.close())

  /** A company with a good line and one that its probe saw down for 17 minutes. */
  async function arranged(language: string) {
    const { server, sql } = journey.own
    const { companyId, userName } = await makeAdministrator(server.consoleUrl, `evidence-${language}`)
    const operator = await ApiClient.signIn(server.consoleUrl, 'admin', operatorPassword)
    await operator.call('POST /api/v1/licence', { companyId, kind: 'internet_lines', quantity: 100 })
    const person = await ApiClient.signIn(server.consoleUrl, userName, administratorPassword)
    const lines: string[] = []
    for (const name of ['Nanjing Road', 'Pudong']) {
      const outletId = (await person.call('POST /api/v1/outlet', { name })).data.id
      const line = {
        name: `${name} fibre`,
        isp: 'telecom',
        type: 'broadband',
        downMbps: 500,
        upMbps: 100,
      } as const
      lines.push((await person.call('POST /api/v1/outlet/:outletId/line', { outletId, ...line })).data.id)
      if (name !== 'Nanjing Road') continue
      const outlets = [{ outletId, ranges: ['192.168.1.0/24'], isSite: true }]
      const { token } = (await person.call('POST /dial/api/v1/probe', { name, outlets })).data
      probe = await SimulatedProbe.connect({ server: server.consoleUrl, token, ranges: ['192.168.1.0/24'] })
    }
    await sql.query(`update probe_hold set since = now() - interval '1 day' where company_id = $1`, [
      companyId,
    ])
    return { userName, lineId: lines[0]!, now: Math.floor(Date.now() / minute) * minute }
  }

  async function deliver(lineId: string, now: number): Promise<void> {
    const polls = Array.from({ length: 180 }, (_, n): MetricPoll => {
      const at = now - (179 - n) * minute
      const isDown = n >= 100 && n < 117
      const rtt = 12 + (n % 5)
      return {
        deviceId: lineId,
        at,
        values: isDown
          ? [
              ['line_up', '', 0],
              ['line_loss', 'isp', 100],
            ]
          : [
              ['line_up', '', 1],
              ['line_loss', 'isp', n > 160 ? 10 : 0],
              ['line_rtt_median', 'isp', rtt],
              ['line_rtt_p95', 'isp', 2 * rtt],
              ['line_jitter', 'isp', 2],
              ['line_mos', 'isp', 4.2],
            ],
      }
    })
    await probe!.write(polls)
    const path = (moment: 'healthy' | 'onset', ago: number, addresses: (string | null)[]): LineFact => ({
      kind: 'path',
      lineId,
      at: now - ago * minute,
      key: 'isp',
      moment,
      method: 'mtr',
      path: {
        target: '203.0.113.9',
        reached: moment === 'healthy',
        hops: addresses.map((address, n) => ({
          ttl: n + 1,
          address,
          sent: 10,
          received: address === null ? 0 : 10,
          rtt: address === null ? null : 3 * (n + 1),
        })),
      },
    })
    await probe!.writeLineFacts([
      path('healthy', 110, ['192.168.1.1', '198.51.100.1', '203.0.113.9']),
      path('onset', 78, ['192.168.1.1', null]),
    ])
  }

  test.each(judgedLooks)(
    'the line, its outage and path, the report and its PDF (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { userName, lineId, now } = await arranged(language)
      await deliver(lineId, now)
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const list = '/#/operationsMonitoring/lines?sort=-loss'
      await comeIn(visitor, { consoleUrl, path: list }, userName, administratorPassword)
      // The bad line comes first.
      const first = page.getByRole('link', { name: /fibre$/ }).first()
      await first.waitFor(patience)
      expect(await first.textContent()).toBe('Nanjing Road fibre')
      await first.click()
      await page.getByRole('heading', { name: 'Nanjing Road fibre' }).waitFor(patience)
      await page.getByText(t('lines.measurers.probe'), { exact: true }).first().waitFor()
      await page.getByRole('tab', { name: t('lines.tabs.outages') }).click()
      await page
        .getByRole('button', { name: t('lines.setCause') })
        .first()
        .waitFor(patience)
      await page.getByRole('tab', { name: t('lines.tabs.paths') }).click()
      await page.getByText('198.51.100.1', { exact: false }).first().waitFor()

      await page.getByRole('button', { name: t('lineReports.create'), exact: true }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText('Nanjing Road · Nanjing Road fibre').first().waitFor()
      await judge('drawer')
      await drawer.getByRole('button', { name: t('lineReports.create'), exact: true }).click()
      await page.getByText(t('lineReports.paper.methods.availability'), { exact: true }).waitFor(patience)
      const outage = t('lineReports.paper.minutes', { count: 17 })
      await page.getByRole('cell', { name: outage, exact: true }).first().waitFor()
      await judge('report')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('lineReports.pdf'), exact: true }).click(),
      ])
      const texts = paperTexts(await readFile(await download.path())).join('\n')
      for (const text of [outage, '198.51.100.1', 'Nanjing Road fibre']) expect(texts).toContain(text)
      expect(found).toEqual({ drawer: [], report: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
