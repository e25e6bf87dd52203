import type { ReportBlock } from '@netward/contract/report-blocks'
import { type Words, wordsOf } from '../line-reports/index.ts'
import { dash, heading, left, right, type Subject } from './blocks.ts'
import { detailsOf } from './details.ts'
import { adviceOf, availabilityOf, type KeptFigures, metOf, type PeriodFigures } from './figures.ts'

/** How a change reads: more is better, less is better, or neither. */
type Wish = 'more' | 'less'

export function subtitleOf({ companyName, from, to, timeZone, language, makerName, asOf }: Subject): string {
  const words = wordsOf(language, timeZone)
  return words.t('serviceReports.paper.subtitle', {
    company: companyName,
    from,
    to,
    zone: timeZone,
    maker: makerName,
    at: words.time(Date.parse(asOf)),
  })
}

/** The first page is one A4 for the customer's management; what it rests on follows. */
export function contentOf(subject: Subject, kept: KeptFigures): ReportBlock[] {
  const words = wordsOf(subject.language, subject.timeZone)
  return [
    headline(kept, words),
    ...worst(kept, words),
    ...written('done', subject.done, words),
    ...written('asked', subject.asked, words),
    ...advice(kept, words),
    ...detailsOf(kept, subject, words),
  ]
}

function headline({ now, before }: KeptFigures, words: Words): ReportBlock {
  const { t, ratio } = words
  const count = (value: number | null) => (value === null ? dash : value.toLocaleString())
  const mean = (value: number | null) => (value === null ? dash : value.toFixed(1))
  const one = (
    key: 'availability' | 'outages' | 'alarms' | 'inTime' | 'rating',
    of: (figures: PeriodFigures) => number | null,
    show: (value: number | null) => string,
    wish: Wish,
    points: boolean,
  ) => {
    const [value, earlier] = [of(now), of(before)]
    return {
      label: t(`serviceReports.paper.headline.${key}`),
      value: show(value),
      ...changeOf(value, earlier, wish, points, words),
    }
  }
  return {
    kind: 'figures',
    figures: [
      one('availability', ({ outlets }) => availabilityOf(outlets), ratio, 'more', true),
      one('outages', (of) => (of.outlets.measured === 0 ? null : of.outages.count), count, 'less', false),
      one('alarms', (of) => of.alarms.critical + of.alarms.major, count, 'less', false),
      one('inTime', ({ orders: { resolve } }) => metOf(resolve), ratio, 'more', true),
      one('rating', ({ ratings }) => ratings.mean, mean, 'more', false),
    ],
  }
}

/** Rates differ in percentage points (operations.md §1). */
function changeOf(
  value: number | null,
  earlier: number | null,
  wish: Wish,
  points: boolean,
  { t }: Words,
): { change: string; better: boolean | null } {
  if (value === null || earlier === null) return { change: '', better: null }
  const difference = points ? 100 * (value - earlier) : value - earlier
  const rounded = Math.round(difference * 100) / 100
  if (rounded === 0) return { change: t('serviceReports.paper.unchanged'), better: null }
  const amount = `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)}`
  return {
    change: points ? t('serviceReports.paper.points', { amount }) : amount,
    better: rounded > 0 === (wish === 'more'),
  }
}

function worst({ now, worst: rows }: KeptFigures, words: Words): ReportBlock[] {
  const { t } = words
  return [
    heading(t('serviceReports.paper.worst')),
    {
      kind: 'table',
      columns: [
        left(t('serviceReports.paper.outlet'), 3),
        right(t('serviceReports.paper.headline.availability'), 1.6),
        right(t('serviceReports.paper.downMinutes'), 1.6),
        right(t('serviceReports.paper.outages'), 1.2),
        right(t('serviceReports.paper.alarms'), 1.2),
        right(t('serviceReports.paper.orders'), 1.2),
      ],
      rows: rows.map((row) => [
        row.name,
        words.ratio(availabilityOf(row)),
        words.minutes(row.countedMinutes - row.upMinutes),
        String(row.outages),
        String(row.alarms),
        String(row.orders),
      ]),
      empty: t(
        now.outlets.measured === 0 ? 'lineReports.paper.notMeasured' : 'serviceReports.paper.noneWorse',
      ),
    },
  ]
}

function written(what: 'done' | 'asked', text: string, { t }: Words): ReportBlock[] {
  if (text === '') return []
  return [
    heading(t(`serviceReports.paper.${what}`)),
    ...text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): ReportBlock => ({ kind: 'text', text: line.trim() })),
  ]
}

function advice(kept: KeptFigures, { t, minutes }: Words): ReportBlock[] {
  const found = adviceOf(kept)
  if (found.length === 0) return []
  return [
    heading(t('serviceReports.paper.recommendations')),
    ...found.map(({ rule, params }): ReportBlock => ({
      kind: 'text',
      text: t(`serviceReports.paper.advice.${rule}`, {
        ...params,
        ...(typeof params['minutes'] === 'number' && { minutes: minutes(params['minutes']) }),
        ...(rule === 'quota_near' && { kind: t(`licences.kinds.${params['kind'] as 'outlets'}`) }),
      }),
    })),
  ]
}
