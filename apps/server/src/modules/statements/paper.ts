import { deviceTypes } from '@netward/contract/device-values'
import type { ReportBlock } from '@netward/contract/report-blocks'
import type { StatementFigures } from '@netward/contract/statement-values'
import type { Language } from '@netward/phrases/server'
import { type Sheet, workbook } from '../../platform/http/workbook.ts'
import { type Words, wordsOf } from '../line-reports/index.ts'
import type { Statement, StatementLine } from './statement.repo.ts'

export interface Said {
  readonly title: string
  readonly subtitle: string
  readonly blocks: ReportBlock[]
}

const dash = '—'

/** What a statement says, in a language: its page and its PDF show the same. `most`: how many customers are listed. */
export function statementPaper(
  statement: Statement,
  lines: readonly StatementLine[],
  language: Language,
  most = Infinity,
): Said {
  const { companyName, month, timeZone, figures, madeAt, kind } = statement
  const words = wordsOf(language, timeZone)
  const { t, time } = words
  return {
    title: t('statements.paper.title', { company: companyName, month: month.slice(0, 7) }),
    subtitle: t('statements.paper.subtitle', {
      month: month.slice(0, 7),
      zone: timeZone,
      at: time(Date.parse(madeAt)),
    }),
    blocks: [
      { kind: 'facts', facts: factsOf(figures, words) },
      heading(t('statements.paper.devices')),
      {
        kind: 'table',
        columns: [
          { title: t('statements.paper.type'), width: 3, align: 'left' },
          { title: t('statements.paper.count'), width: 1, align: 'right' },
        ],
        rows: typesOf([figures]).map((type) => [t(`equipment.types.${type}`), count(figures.devices[type])]),
        empty: t('statements.paper.noDevices'),
      },
      ...corrections(statement, words),
      ...(kind === 'msp' ? customers(lines, words, most) : []),
      { kind: 'note', text: t('statements.paper.method') },
    ],
  }
}

const heading = (text: string): ReportBlock => ({ kind: 'heading', text, newPage: false })
const count = (value: number | null | undefined): string => (value ?? 0).toLocaleString('en')
const orDash = (value: number | null): string => (value === null ? dash : count(value))
const sum = (devices: StatementFigures['devices']): number =>
  Object.values(devices).reduce((all, some) => all + some, 0)
const typesOf = (figures: readonly StatementFigures[]) =>
  deviceTypes.filter((type) => figures.some(({ devices }) => (devices[type] ?? 0) > 0))

const priceText = (price: number | null, { t }: Words): string =>
  price === null
    ? dash
    : t('statements.paper.yuan', {
        amount: price.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
      })

function factsOf({ outlets, devices, ...late }: StatementFigures, words: Words) {
  const { t } = words
  return [
    { label: t('statements.paper.outlets'), value: count(outlets) },
    { label: t('statements.paper.devicesTotal'), value: count(sum(devices)) },
    ...lateFacts(late, words),
  ]
}

function lateFacts(
  { orders, sms, calls }: Pick<StatementFigures, 'orders' | 'sms' | 'calls'>,
  words: Words,
): { label: string; value: string }[] {
  const { t } = words
  return [
    { label: t('statements.paper.orders'), value: count(orders.made) },
    { label: t('statements.paper.beyond'), value: count(orders.beyond) },
    { label: t('statements.paper.price'), value: priceText(orders.price, words) },
    { label: t('statements.paper.sms'), value: orDash(sms) },
    // Without a channel that calls there is nothing to bill.
    ...(calls === null ? [] : [{ label: t('statements.paper.calls'), value: count(calls) }]),
  ]
}

function corrections({ correction }: Statement, words: Words): ReportBlock[] {
  if (correction === null) return []
  const { t, time } = words
  return [
    heading(t('statements.paper.correction')),
    {
      kind: 'text',
      text: t('statements.paper.correctionText', { at: time(Date.parse(correction.notedAt)) }),
    },
    { kind: 'facts', facts: lateFacts(correction.figures, words) },
  ]
}

function customers(lines: readonly StatementLine[], words: Words, most: number): ReportBlock[] {
  const { t } = words
  const right = (title: string, width: number) => ({ title, width, align: 'right' as const })
  const hasCalls = lines.some(({ figures }) => figures.calls !== null)
  return [
    heading(t('statements.paper.customers')),
    {
      kind: 'table',
      columns: [
        { title: t('statements.paper.company'), width: 3, align: 'left' },
        right(t('statements.paper.outlets'), 1),
        right(t('statements.paper.devicesTotal'), 1),
        right(t('statements.paper.orders'), 1),
        right(t('statements.paper.beyond'), 1),
        right(t('statements.paper.price'), 1.4),
        right(t('statements.paper.sms'), 1),
        ...(hasCalls ? [right(t('statements.paper.calls'), 1)] : []),
      ],
      rows: lines
        .slice(0, most)
        .map(({ name, correction, figures: { outlets, devices, orders, sms, calls } }) => [
          correction === null ? name : t('statements.paper.correctedName', { name }),
          count(outlets),
          count(sum(devices)),
          count(orders.made),
          count(orders.beyond),
          priceText(orders.price, words),
          orDash(sms),
          ...(hasCalls ? [orDash(calls)] : []),
        ]),
      empty: t('statements.paper.noCustomers'),
    },
    ...(lines.length > most
      ? [{ kind: 'note' as const, text: t('statements.paper.firstOf', { shown: most, all: lines.length }) }]
      : []),
    ...(lines.some(({ correction }) => correction !== null)
      ? [{ kind: 'note' as const, text: t('statements.paper.correctedNote') }]
      : []),
  ]
}

/** A row for the company; of an MSP one for itself, one for each customer, and their sum. What came later is a sheet of its own. */
export async function statementWorkbook(
  { companyName, figures, correction, kind, timeZone }: Statement,
  lines: readonly StatementLine[],
  language: Language,
): Promise<AsyncIterable<Uint8Array>> {
  const { t } = wordsOf(language, timeZone)
  const all: readonly StatementLine[] =
    kind === 'msp' ? lines : [{ name: companyName, figures, correction: correction?.figures ?? null }]
  const types = typesOf([figures])
  const lateHead = [
    t('statements.paper.orders'),
    t('statements.paper.beyond'),
    t('statements.paper.priceYuan'),
    t('statements.paper.sms'),
    t('statements.paper.calls'),
  ]
  const late = ({ orders, sms, calls }: Pick<StatementFigures, 'orders' | 'sms' | 'calls'>) => [
    orders.made,
    orders.beyond,
    orders.price,
    sms,
    calls,
  ]
  const rowOf = (name: string, { outlets, devices, ...rest }: StatementFigures) => [
    name,
    outlets,
    sum(devices),
    ...types.map((type) => devices[type] ?? 0),
    ...late(rest),
  ]
  const head = [
    t('statements.paper.company'),
    t('statements.paper.outlets'),
    t('statements.paper.devicesTotal'),
    ...types.map((type) => t(`equipment.types.${type}`)),
    ...lateHead,
  ]
  const changed = all.flatMap(({ name, correction: found }) =>
    found === null ? [] : [[name, ...late(found)]],
  )
  const sheets: Sheet[] = [
    sheet(t('statements.paper.sheet'), [
      head,
      ...all.map(({ name, figures: of }) => rowOf(name, of)),
      ...(kind === 'msp' ? [rowOf(t('statements.paper.total'), figures)] : []),
    ]),
    ...(changed.length > 0
      ? [sheet(t('statements.paper.correction'), [[t('statements.paper.company'), ...lateHead], ...changed])]
      : []),
  ]
  return (await workbook(sheets)).content
}

type Rows = readonly (readonly (string | number | null)[])[]
const sheet = (name: string, rows: Rows): Sheet => ({ name, batches: once(rows) })

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch
}
