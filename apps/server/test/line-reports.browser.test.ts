import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { paperTexts } from '../src/platform/paper/paper-text.fixture.ts'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From a line that was measured to the report that goes to its ISP. */

const start = Date.now() - 86_400_000
const measured = [
  { kind: 'heading', text: 'Fibre', newPage: false },
  {
    kind: 'table',
    columns: [
      { title: 'Start', width: 2, align: 'left' },
      { title: 'Duration', width: 1, align: 'right' },
    ],
    rows: [['2026-11-27 08:00', '17 min']],
    empty: '',
  },
  {
    kind: 'chart',
    title: 'Round-trip time',
    unit: 'ms',
    timeZone: 'Asia/Shanghai',
    start,
    stepSeconds: 600,
    steps: 144,
    series: ['isp', 'business'].map((name, of) => ({
      name,
      values: Array.from({ length: 144 }, (_, at) =>
        at > 60 && at < 70 ? null : 12 + 20 * of + 4 * Math.sin(at / 9),
      ),
    })),
    marks: [{ from: start + 60 * 600_000, to: start + 70 * 600_000 }],
  },
]

describe.skipIf(browserPath === null)('line reports', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const people = { zh: '', en: '' }

  beforeAll(async () => {
    const { own } = journey
    ;({ consoleUrl } = own.server)
    await own.sql.query(`update product set state = 'normal' where code = 'link_testing'`)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-report`)
      people[language] = userName
      await own.sql.query(
        `update company set products = products || array['link_testing']
         where id = $1 and not ('link_testing' = any (products))`,
        [companyId],
      )
      await own.sql.query(
        `update entitlement set granted = 1000 where company_id = $1 and kind in ('outlets', 'internet_lines')`,
        [companyId],
      )
      await own.sql.query(
        `with o as (insert into outlet (company_id, name, region, address)
           values ($1, 'Nanjing Road', 'East/Shanghai', '100 Nanjing Road') returning id)
         insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, account)
         select $1, o.id, l.name, l.isp, l.type, 300, 50, l.name from o,
           (values ('Fibre', 'telecom', 'broadband'), ('Backup', 'unicom', '5g')) l (name, isp, type)`,
        [companyId],
      )
      // A line that was measured: its curves are drawn.
      await own.sql.query(
        `insert into line_report (company_id, kind, title, subtitle, language, from_at, to_at, lines, author_id,
           author_name, blocks)
         select $1, 'lines', 'Measured', 'Nanjing Road', $2, now() - interval '1 day', now(), 1, 1, 'ops', $3`,
        [companyId, language, JSON.stringify(measured)],
      )
    }
  })

  test.each(judgedLooks)(
    'a report is made, read and taken along (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const path = '/#/operationsMonitoring/lineReports'
      await comeIn(visitor, { consoleUrl, path }, people[language], administratorPassword)
      await page
        .getByRole('button', { name: t('lineReports.create'), exact: true })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('radio', { name: t('lineReports.kinds.lines'), exact: true }).waitFor()
      await judge('drawer')
      await drawer.getByRole('button', { name: t('lineReports.create'), exact: true }).click()
      await page.getByText(t('lineReports.paper.methods.throughput'), { exact: true }).waitFor()
      await page.getByText('100 Nanjing Road', { exact: false }).first().waitFor()
      await judge('report')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('lineReports.pdf'), exact: true }).click(),
      ])
      const texts = paperTexts(await readFile(await download.path())).join('\n')
      expect(texts).toContain(t('lineReports.paper.methods.throughput').slice(0, 12))
      expect(texts).toContain('Fibre')
      await page.goto(`${consoleUrl}${path}`)
      await page.getByRole('link', { name: 'Measured' }).waitFor()
      await judge('list')
      await page.getByRole('link', { name: 'Measured' }).click()
      await page.getByText('Round-trip time (ms)', { exact: true }).waitFor()
      await page.locator('.report-chart canvas').first().waitFor()
      await judge('measured')
      expect(found).toEqual({ drawer: [], report: [], list: [], measured: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
