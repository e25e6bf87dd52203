import type { ReportBlock } from '@netward/contract/report-blocks'
import type { ServicePeriod } from '@netward/contract/service-report-values'
import type { Language } from '@netward/phrases/server'
import { type Words, wordsOf } from '../line-reports/index.ts'
import {
  adviceOf,
  availabilityOf,
  type Clocks,
  type KeptFigures,
  metOf,
  type PeriodFigures,
} from './figures.ts'

/** What a report is about, apart from its figures. */
export interface Subject {
  readonly companyName: string
  readonly period: ServicePeriod
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly language: Language
  readonly makerName: string
  readonly asOf: string
  readonly done: string
  readonly asked: string
}

/** How a change reads: more is better, less is better, or neither. */
type Wish = 'more' | 'less'

const dash = '—'
const dayMs = 86_400_000

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
    ...availability(kept, subject, words),
    ...outages(kept, words),
    ...alarms(kept, subject, words),
    ...orders(kept, subject, words),
    ...changes(kept, words),
    ...method(words),
  ]
}

const heading = (text: string, newPage = false): ReportBlock => ({ kind: 'heading', text, newPage })
const left = (title: string, width: number) => ({ title, width, align: 'left' as const })
const right = (title: string, width: number) => ({ title, width, align: 'right' as const })

function headline({ now, before }: KeptFigures, words: Words): ReportBlock {
  const { t, ratio } = words
  const rate = (value: number | null) => ratio(value)
  const count = (value: number) => value.toLocaleString()
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
      one('availability', ({ outlets }) => availabilityOf(outlets), rate, 'more', true),
      one(
        'outages',
        (of) => (of.outlets.measured === 0 ? null : of.outages.count),
        counted(count),
        'less',
        false,
      ),
      one('alarms', (of) => of.alarms.critical + of.alarms.major, counted(count), 'less', false),
      one('inTime', ({ orders: { resolve } }) => metOf(resolve), rate, 'more', true),
      one('rating', ({ ratings }) => ratings.mean, mean, 'more', false),
    ],
  }
}

const counted = (show: (value: number) => string) => (value: number | null) =>
  value === null ? dash : show(value)

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

/** A value a day. */
function byDay(
  title: string,
  unit: string,
  { days }: KeptFigures,
  { from, timeZone }: Subject,
  series: { name: string; values: (number | null)[] }[],
): ReportBlock {
  return {
    kind: 'chart',
    title,
    unit,
    timeZone,
    start: midnight(from, timeZone),
    stepSeconds: dayMs / 1000,
    steps: days.length,
    series,
    marks: [],
  }
}

/** Local midnight of a day: the offset of its noon, on which no clock changes. */
function midnight(day: string, timeZone: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(noon)
  const offset = Date.parse(`${local.replace(' ', 'T')}Z`) - noon
  return Date.parse(`${day}T00:00:00Z`) - offset
}

function availability(kept: KeptFigures, subject: Subject, words: Words): ReportBlock[] {
  const { t } = words
  const { outlets } = kept.now
  const facts = [
    { label: t('serviceReports.paper.headline.availability'), value: words.ratio(availabilityOf(outlets)) },
    { label: t('serviceReports.paper.before'), value: words.ratio(availabilityOf(kept.before.outlets)) },
    { label: t('serviceReports.paper.measuredOutlets'), value: String(outlets.measured) },
  ]
  const chart =
    outlets.countedMinutes === 0
      ? []
      : [
          byDay(t('serviceReports.paper.availabilityByDay'), '%', kept, subject, [
            {
              name: t('serviceReports.paper.headline.availability'),
              values: kept.days.map((day) => {
                const value = availabilityOf(day)
                return value === null ? null : Math.round(10_000 * value) / 100
              }),
            },
          ]),
        ]
  return [heading(t('serviceReports.paper.availability'), true), { kind: 'facts', facts }, ...chart]
}

const mostListed = 20

function outages(kept: KeptFigures, words: Words): ReportBlock[] {
  const { t } = words
  const all = Object.values(kept.shares.responsibility).reduce((sum, minutes) => sum + minutes, 0)
  const measured = kept.now.outlets.measured > 0
  const longest = kept.outages.toSorted((a, b) => b.minutes - a.minutes).slice(0, mostListed)
  return [
    heading(t('serviceReports.paper.outageList')),
    {
      kind: 'facts',
      facts: [
        { label: t('serviceReports.paper.outages'), value: measured ? String(kept.now.outages.count) : dash },
        {
          label: t('serviceReports.paper.downMinutes'),
          value: measured ? words.minutes(kept.now.outages.minutes) : dash,
        },
        ...Object.entries(kept.shares.responsibility).map(([who, minutes]) => ({
          label: t('serviceReports.paper.responsibilityShare', {
            who: t(`lines.responsibilities.${who as 'isp'}`),
          }),
          value: words.share(minutes, all),
        })),
      ],
    },
    {
      kind: 'table',
      columns: [
        left(t('serviceReports.paper.outlet'), 2.4),
        left(t('serviceReports.paper.line'), 1.6),
        left(t('serviceReports.paper.began'), 1.8),
        right(t('serviceReports.paper.length'), 1.2),
        left(t('serviceReports.paper.cause'), 1.4),
        left(t('serviceReports.paper.responsibility'), 1.4),
      ],
      rows: longest.map((row) => [
        row.outlet || dash,
        row.line,
        words.time(Date.parse(row.beganAt)),
        words.minutes(row.minutes),
        t(`lines.causes.${row.cause as 'isp'}`),
        t(`lines.responsibilities.${row.responsibility as 'isp'}`),
      ]),
      empty: t(measured ? 'serviceReports.paper.noOutages' : 'lineReports.paper.notMeasured'),
    },
    ...rest(kept.outages.length, words),
  ]
}

/** The workbook has them all. */
const rest = (all: number, { t }: Words): ReportBlock[] =>
  all > mostListed
    ? [{ kind: 'note', text: t('serviceReports.paper.longest', { shown: mostListed, all }) }]
    : []

function alarms(kept: KeptFigures, subject: Subject, words: Words): ReportBlock[] {
  const { t, number } = words
  const { alarms: now } = kept.now
  const unit = t('serviceReports.paper.minutesUnit')
  return [
    heading(t('serviceReports.paper.alarmList'), true),
    {
      kind: 'facts',
      facts: [
        { label: t('alarms.severities.critical'), value: String(now.critical) },
        { label: t('alarms.severities.major'), value: String(now.major) },
        { label: t('serviceReports.paper.lower'), value: String(now.lower) },
        { label: t('serviceReports.paper.mtta'), value: number(now.acknowledgeMinutes, unit) },
        { label: t('serviceReports.paper.unacknowledged'), value: String(now.unacknowledged) },
        { label: t('serviceReports.paper.mttr'), value: number(now.clearMinutes, unit) },
      ],
    },
    byDay(t('serviceReports.paper.alarmsByDay'), '', kept, subject, [
      { name: t('serviceReports.paper.alarms'), values: kept.days.map((day) => day.alarms) },
    ]),
  ]
}

function orders(kept: KeptFigures, subject: Subject, words: Words): ReportBlock[] {
  const { t, number, share } = words
  const { orders: now, ratings } = kept.now
  const clock = ({ met, due }: Clocks) =>
    due === 0 ? dash : t('serviceReports.paper.metOf', { share: share(met, due), met, due })
  return [
    heading(t('serviceReports.paper.orderList')),
    {
      kind: 'facts',
      facts: [
        { label: t('serviceReports.paper.created'), value: String(now.created) },
        { label: t('serviceReports.paper.resolved'), value: String(now.resolved) },
        { label: t('serviceReports.paper.open'), value: String(now.open) },
        { label: t('serviceReports.paper.respondInTime'), value: clock(now.respond) },
        { label: t('serviceReports.paper.resolveInTime'), value: clock(now.resolve) },
        {
          label: t('serviceReports.paper.resolveTime'),
          value: number(
            now.resolveMinutes === null ? null : now.resolveMinutes / 60,
            t('serviceReports.paper.hoursUnit'),
          ),
        },
        {
          label: t('serviceReports.paper.headline.rating'),
          value:
            ratings.mean === null
              ? ratings.answers === 0
                ? dash
                : t('serviceReports.paper.tooFew', { answers: ratings.answers })
              : t('serviceReports.paper.ratingOf', {
                  mean: ratings.mean.toFixed(1),
                  answers: ratings.answers,
                }),
        },
      ],
    },
    byDay(t('serviceReports.paper.ordersByDay'), '', kept, subject, [
      { name: t('serviceReports.paper.created'), values: kept.days.map((day) => day.created) },
      { name: t('serviceReports.paper.resolved'), values: kept.days.map((day) => day.resolved) },
    ]),
  ]
}

function changes(
  { changes: { configurations, firmware }, orders: rows }: KeptFigures,
  words: Words,
): ReportBlock[] {
  const { t, time } = words
  const made = rows.filter(({ type, resolvedAt }) => type === 'change' && resolvedAt !== null)
  return [
    heading(t('serviceReports.paper.changeList')),
    {
      kind: 'table',
      columns: [
        left(t('serviceReports.paper.change'), 4),
        left(t('serviceReports.paper.outlet'), 2),
        left(t('serviceReports.paper.doneAt'), 1.8),
      ],
      rows: made
        .slice(0, mostListed)
        .map((row) => [
          `#${row.number} ${row.title}`,
          row.outlet || dash,
          time(Date.parse(row.resolvedAt ?? '')),
        ]),
      empty: t('serviceReports.paper.noChanges'),
    },
    { kind: 'text', text: t('serviceReports.paper.configurations', { count: configurations }) },
    heading(t('serviceReports.paper.firmware')),
    {
      kind: 'table',
      columns: [
        left(t('serviceReports.paper.campaign'), 4),
        left(t('serviceReports.paper.version'), 2),
        right(t('serviceReports.paper.upgraded'), 1.4),
      ],
      rows: firmware.map(({ name, version, upgraded }) => [name, version, String(upgraded)]),
      empty: t('serviceReports.paper.noFirmware'),
    },
  ]
}

const method = ({ t, timeZone }: Words): ReportBlock[] => [
  heading(t('lineReports.paper.method')),
  { kind: 'note', text: t('serviceReports.paper.methods.availability') },
  { kind: 'note', text: t('serviceReports.paper.methods.orders') },
  { kind: 'note', text: t('serviceReports.paper.methods.time', { zone: timeZone }) },
]
