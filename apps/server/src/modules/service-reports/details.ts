import type { ReportBlock } from '@netward/contract/report-blocks'
import { dayMs, dayNumber, instantIn } from '../../platform/zone.ts'
import type { Words } from '../line-reports/index.ts'
import { dash, heading, left, right, type Subject } from './blocks.ts'
import { availabilityOf, type Clocks, type KeptFigures } from './figures.ts'

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
    start: instantIn(timeZone, dayNumber(from), 0),
    stepSeconds: dayMs / 1000,
    steps: days.length,
    series,
    marks: [],
  }
}

/** What the first page rests on. */
export const detailsOf = (kept: KeptFigures, subject: Subject, words: Words): ReportBlock[] => [
  ...availability(kept, subject, words),
  ...outages(kept, words),
  ...alarms(kept, subject, words),
  ...orders(kept, subject, words),
  ...changes(kept, words),
  ...method(words),
]

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
