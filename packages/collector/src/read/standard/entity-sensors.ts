import type { MetricName } from '@netward/contract/metric-catalogue'
import { readNumber } from '../number.ts'
import type { Column, Reading } from '../rows.ts'
import type { Parts } from '../tables.ts'
import { clean, readText } from '../text.ts'
import { entity } from './oids.ts'

/** ENTITY-SENSOR-MIB (RFC 3433) and CISCO-ENTITY-SENSOR-MIB, which has the same columns and the type 14, dBm. */
const tables = ['1.3.6.1.4.1.9.9.91.1.1.1.1', '1.3.6.1.2.1.99.1.1.1'] as const

/** EntitySensorDataType. */
const metricOfType: Readonly<Record<number, MetricName>> = {
  3: 'voltage',
  4: 'voltage',
  5: 'current',
  6: 'power',
  7: 'frequency',
  8: 'temperature',
  9: 'humidity',
  10: 'fan_speed',
  11: 'air_flow',
  14: 'optical_power',
}
/** Of type 1, other, and 2, unknown, the unit in words says what it is. */
const metricOfUnits: readonly (readonly [RegExp, MetricName])[] = [
  [/^dbm$/i, 'optical_power'],
  [/^(?:degrees )?(?:celsius|c)$/i, 'temperature'],
  [/^rpm$/i, 'fan_speed'],
  [/^(?:%|percent)$/i, 'sensor_load'],
  [/^(?:v|volts)$/i, 'voltage'],
  [/^(?:a|amps|amperes)$/i, 'current'],
  [/^(?:w|watts)$/i, 'power'],
]

/** TruthValue of type 12: what it says depends on the sensor, so that its level stays unknown. */
const truth = { 1: 'true', 2: 'false' } as const
const truthLevels = { 1: 0, 2: 0 } as const

/** EntitySensorDataScale: yocto (1) to yotta (17) by powers of 1,000; 9 is units. */
const exponentOf = (scale: number | null) =>
  scale !== null && scale >= 1 && scale <= 17 ? (scale - 9) * 3 : 0

/** Reads the first of the tables that answers. */
export async function readEntitySensors(reading: Reading, parts: Parts): Promise<void> {
  for (const table of tables) {
    const values = await reading.column(`${table}.4`)
    if (values.size === 0) continue
    await readTable(reading, parts, table, values)
    return
  }
}

async function readTable(reading: Reading, parts: Parts, table: string, values: Column): Promise<void> {
  const isCisco = table === tables[0]
  const types = await reading.column(`${table}.1`)
  const scales = await reading.column(`${table}.2`)
  const precisions = await reading.column(`${table}.3`)
  const statuses = await reading.column(`${table}.5`)
  const units = await reading.column(`${table}.6`)
  const descriptions = await reading.column(entity.entPhysicalDescr)
  const names = await reading.column(entity.entPhysicalName)
  for (const [index, row] of values) {
    const type = readNumber(types.get(index))
    const metric = metricFor(type, readText(units.get(index)))
    const raw = readNumber(row)
    const status = readNumber(statuses.get(index))
    // 2 unavailable, 3 not operational; the extremes stand for no value.
    if (raw === null || (status ?? 1) !== 1 || Math.abs(raw) >= 1_000_000_000) continue
    const name = readText(names.get(index))
    const descr = readText(descriptions.get(index))
    const label = (isCisco ? labelOf(descr, name) : labelOf(name, descr)) || `Sensor ${index}`
    if (type === 12)
      parts.addValue(
        { metric: 'sensor_state', oid: `${table}.4.${index}`, levels: truthLevels },
        { label, states: truth },
      )
    if (!metric) continue
    const scale = scaleOf(readNumber(scales.get(index)), readNumber(precisions.get(index)))
    if (metric === 'temperature' && raw * scale <= -127) continue
    parts.addValue(
      {
        metric,
        oid: `${table}.4.${index}`,
        rawMin: -999_999_999,
        rawMax: 999_999_999,
        ...(scale !== 1 && { scale }),
      },
      { label },
    )
  }
}

function metricFor(type: number | null, units: string): MetricName | null {
  const ofType = type === null ? undefined : metricOfType[type]
  return ofType ?? metricOfUnits.find(([pattern]) => pattern.test(units))?.[1] ?? null
}

function scaleOf(scale: number | null, precision: number | null): number {
  const decimals = precision !== null && precision >= -8 && precision <= 9 ? precision : 0
  return Number(`1e${exponentOf(scale) - decimals}`)
}

/**
 * Cisco's descriptions name the part and what is measured, others' names do. Where that is a general word or empty, the
 * other one counts.
 */
function labelOf(first: string, second: string): string {
  const isGeneral =
    first === '' || /^(?:temperature|voltage|current|power|fan|sensor)s?(?: sensor)?$/i.test(first)
  const text = isGeneral && second !== '' ? second : first
  return clean(text.replace(/ ?(?:temperature )?sensor$/i, '')) || text
}
