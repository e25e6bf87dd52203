import { metricOf, type MetricName } from '@netward/contract/metric-catalogue'
import type {
  PoolTable,
  RowCondition,
  RowText,
  StateTable,
  Table,
  TextColumn,
  ValueTable,
} from '@netward/snmp-profiles'
import { convert, readNumber, takeNumber, type PlainConvert } from './number.ts'
import type { PlannedPool, PlannedValue } from './plan.ts'
import type { PartFact } from './reading.ts'
import { numbersOf, type Reading } from './rows.ts'
import type { Varbind } from '../snmp/agent.ts'
import { unique } from './standard/interfaces.ts'
import { clean, readText } from './text.ts'

/** Parts and how each is polled, in the order in which tables were read. */
export class Parts {
  readonly facts: PartFact[] = []
  readonly values: PlannedValue[] = []
  readonly pools: PlannedPool[] = []
  readonly #names = new Map<string, Set<string>>()
  #most = 20_000

  /** A name of its own for the part within its metric; null beyond the bound of parts. */
  claim(metric: MetricName | 'memory' | 'storage', label: string, unstable?: RegExp): string | null {
    if (this.#most <= 0) return null
    this.#most -= 1
    const used = this.#names.get(metric) ?? new Set()
    this.#names.set(metric, used)
    const stable = unstable ? clean(label.replace(unstable, '')) : label
    return metric !== 'memory' && metric !== 'storage' && metricOf(metric).of === 'device' && used.size === 0
      ? unique('', used)
      : unique(stable || label, used)
  }

  has(metric: MetricName): boolean {
    return this.#names.has(metric)
  }

  hasPool(pool: 'memory' | 'storage'): boolean {
    return this.#names.has(pool)
  }

  addValue(
    planned: Omit<PlannedValue, 'instance'>,
    fact: Omit<PartFact, 'metric' | 'instance'>,
    unstable?: RegExp,
  ): void {
    const instance = this.claim(planned.metric, fact.label, unstable)
    if (instance === null) return
    this.values.push({ ...planned, instance })
    this.facts.push({ metric: planned.metric, instance, ...fact })
  }

  addPool(planned: Omit<PlannedPool, 'instance'>, fact: Pick<PartFact, 'label' | 'high'>): void {
    const instance = this.claim(planned.pool, fact.label)
    if (instance === null) return
    this.pools.push({ ...planned, instance })
    this.facts.push({ metric: `${planned.pool}_usage`, instance, ...fact })
  }
}

const isScalar = (oid: string) => oid.endsWith('.0')

/** Reads tables of profiles into parts. All scalars are asked for at once. */
export async function readTables(
  reading: Reading,
  tables: readonly Table[],
  parts: Parts,
  keys: ReadonlyMap<number, string>,
): Promise<void> {
  await reading.get(...tables.flatMap(scalarsOf))
  for (const table of tables) {
    if ('pool' in table) await readPool(reading, table, parts, keys)
    else if ('state' in table) await readState(reading, table, parts, keys)
    else await readValue(reading, table, parts, keys)
  }
}

function scalarsOf(table: Table): readonly string[] {
  const oids =
    'pool' in table
      ? [
          table.used,
          table.free,
          table.total,
          table.percent,
          table.percentFree,
          table.high,
          ...(table.minus ?? []),
        ]
      : 'state' in table
        ? [table.state]
        : [table.column, table.low, table.high, table.of]
  return oids.filter((oid) => typeof oid === 'string').filter(isScalar)
}

/** Rows by index; the row of a scalar has the index `0`, and its OID without it. */
async function rowsOf(reading: Reading, oid: string): Promise<ReadonlyMap<string, Varbind>> {
  if (!isScalar(oid)) return reading.column(oid)
  const row = await reading.one(oid)
  return new Map(row ? [['0', row]] : [])
}

const instanceOf = (oid: string, index: string) => (isScalar(oid) ? oid : `${oid}.${index}`)

/** The row of a column that goes with an index: its own, or the scalar. */
async function cell(reading: Reading, oid: string, index: string): Promise<Varbind | undefined> {
  return isScalar(oid) ? reading.one(oid) : (await reading.column(oid)).get(index)
}

async function fits(reading: Reading, table: Table, index: string): Promise<boolean> {
  if (table.index && !table.index.test(index)) return false
  for (const condition of table.when ?? []) {
    if (!(await holds(reading, condition, index))) return false
  }
  return true
}

async function holds(reading: Reading, condition: RowCondition, index: string): Promise<boolean> {
  const { column, is, not, matches, from, to } = condition
  const row = await cell(reading, column, part(index, from, to))
  const text = readText(row)
  const equals = (value: number | string) =>
    typeof value === 'number' ? readNumber(row) === value : text === value
  if (is && !is.some(equals)) return false
  if (not?.some(equals)) return false
  return !matches || matches.test(text)
}

const part = (index: string, from?: number, to?: number) =>
  from === undefined && to === undefined ? index : index.split('.').slice(from, to).join('.')

/** The label of a row: its template with texts of the row in place of the braces. */
async function labelOf(
  reading: Reading,
  table: Pick<Table, 'label' | 'texts'>,
  index: string,
  keys: ReadonlyMap<number, string>,
): Promise<string> {
  let label = ''
  let end = 0
  for (const match of table.label.matchAll(/\{([^{}]{1,20})\}/g)) {
    const name = match[1] ?? ''
    label += table.label.slice(end, match.index)
    end = match.index + match[0].length
    const column = table.texts?.[name]
    if (column) label += await textAt(reading, column, index)
    else if (name === 'index') label += index
    else if (name === 'port') label += keys.get(numbersOf(index).at(-1) ?? 0) ?? index
    else if (name === 'row') label += keys.get(numbersOf(index)[0] ?? 0) ?? index
    else label += String(numbersOf(index).at(Number(name)) ?? '')
  }
  return clean(label + table.label.slice(end))
}

async function textAt(reading: Reading, columns: TextColumn, index: string): Promise<string> {
  for (const one of Array.isArray(columns)
    ? (columns as readonly (string | RowText)[])
    : [columns as string | RowText]) {
    const text = await textOf(reading, typeof one === 'string' ? { column: one } : one, index)
    if (text !== '') return text
  }
  return ''
}

async function textOf(reading: Reading, text: RowText, index: string): Promise<string> {
  const { column, from, to, via, names, pattern } = text
  const own = part(index, from, to)
  const target = via ? readText(await cell(reading, via, own)) : own
  const found = readText(await cell(reading, column, target))
  const named = names ? (names[found] ?? found) : found
  const matched = (pattern ? pattern.exec(named)?.[1] : named) || (text.or ?? '')
  return text.around && matched !== '' ? text.around[0] + matched + text.around[1] : matched
}

const plainConvert = (table: ValueTable): PlainConvert => {
  const { invalid, rawMin, rawMax, text, bits, equals, scale, decibel, offset, ofHundred, fahrenheit } = table
  return {
    ...(invalid && { invalid }),
    ...(rawMin !== undefined && { rawMin }),
    ...(rawMax !== undefined && { rawMax }),
    ...(text && { text: text === true ? text : text.source }),
    ...(bits && { bits }),
    ...(equals && { equals }),
    ...(scale !== undefined && { scale }),
    ...(decibel && { decibel }),
    ...(offset !== undefined && { offset }),
    ...(ofHundred && { ofHundred }),
    ...(fahrenheit && { fahrenheit }),
  }
}

async function readValue(
  reading: Reading,
  table: ValueTable,
  parts: Parts,
  keys: ReadonlyMap<number, string>,
) {
  const { metric, column } = table
  if (table.fallback && parts.has(metric)) return
  const { kind } = metricOf(metric)
  for (const [index, row] of await rowsOf(reading, column)) {
    const exponent = table.divisor ? readNumber(await cell(reading, table.divisor, index)) : null
    const scale = (table.scale ?? 1) / 10 ** (exponent !== null && Math.abs(exponent) <= 12 ? exponent : 0)
    const how = { ...plainConvert(table), ...(scale !== 1 && { scale }) }
    if (convert(takeNumber(row, table), how) === null || !(await fits(reading, table, index))) continue
    const whole = typeof table.of === 'string' ? instanceOf(table.of, index) : table.of
    const limit = async (of: string | number | undefined) =>
      typeof of === 'number'
        ? of
        : of
          ? convert(readNumber(await cell(reading, of, index), table.text), how)
          : null
    const [low, high] = [await limit(table.low), await limit(table.high)]
    parts.addValue(
      {
        metric,
        oid: instanceOf(column, index),
        ...how,
        ...(kind === 'counter' && { counter: row.type === 'counter64' ? (64 as const) : (32 as const) }),
        ...(whole !== undefined && { of: whole }),
      },
      {
        label: await labelOf(reading, table, index, keys),
        ...(low !== null && { low }),
        ...(high !== null && { high }),
      },
      table.unstable,
    )
  }
}

async function readState(
  reading: Reading,
  table: StateTable,
  parts: Parts,
  keys: ReadonlyMap<number, string>,
) {
  if (table.fallback && parts.has('sensor_state')) return
  const entries = Object.entries(table.states)
  const levels = Object.fromEntries(entries.map(([raw, [level]]) => [raw, level]))
  const states = Object.fromEntries(entries.map(([raw, [, word]]) => [raw, word]))
  const { invalid, text, bits, named } = table
  for (const [index, row] of await rowsOf(reading, table.state)) {
    const raw = takeNumber(row, table)
    if (raw === null || invalid?.includes(raw) || !(await fits(reading, table, index))) continue
    const label = await labelOf(reading, table, index, keys)
    parts.addValue(
      {
        metric: 'sensor_state',
        oid: instanceOf(table.state, index),
        levels,
        ...(invalid && { invalid }),
        ...(bits && { bits }),
        ...(named && { named }),
        ...(text && { text: text === true ? text : text.source }),
      },
      { label, states },
      table.unstable,
    )
  }
}

async function readPool(reading: Reading, table: PoolTable, parts: Parts, keys: ReadonlyMap<number, string>) {
  if (table.fallback && parts.hasPool(table.pool)) return
  const { pool, used, free, total, percent, percentFree, minus, invalid, text } = table
  const first = percent ?? percentFree ?? used ?? free
  if (!first) return
  for (const [index, row] of await rowsOf(reading, first)) {
    const raw = readNumber(row, text)
    if (raw === null || raw < 0 || invalid?.includes(raw) || !(await fits(reading, table, index))) continue
    const whole = typeof total === 'string' ? readNumber(await cell(reading, total, index), text) : total
    if (
      typeof total === 'string' &&
      !(whole !== null && whole !== undefined && whole > 0) &&
      !percent &&
      !percentFree
    )
      continue
    const unit =
      typeof table.unit === 'string' ? readNumber(await cell(reading, table.unit, index)) : table.unit
    const high =
      typeof table.high === 'string' ? readNumber(await cell(reading, table.high, index), text) : table.high
    const at = (name: string, oid: string | number | undefined) =>
      oid === undefined ? {} : { [name]: typeof oid === 'number' ? oid : instanceOf(oid, index) }
    parts.addPool(
      {
        pool,
        unit: unit !== null && unit !== undefined && unit > 0 ? unit : 1,
        ...at('used', used),
        ...at('free', free),
        ...at('total', total),
        ...at('percent', percent),
        ...at('percentFree', percentFree),
        ...(minus && { minus: minus.map((oid) => instanceOf(oid, index)) }),
        ...(invalid && { invalid }),
        ...(text && { text: text === true ? text : text.source }),
      },
      {
        label: await labelOf(reading, table, index, keys),
        ...(high != null && high > 0 && high < 100 && { high }),
      },
    )
  }
}
