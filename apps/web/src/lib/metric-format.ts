import { type MetricName, metricOf, type MetricUnit } from '@netward/contract/metric-catalogue'
import type { TFunction } from 'i18next'
import { useLanguage } from './preferences.ts'
import { useT } from './use-t.ts'

/** What a person reads: octets a second as bits, pages by the hour. */
type ShownUnit = MetricUnit | 'pps' | '/s' | '{page}/h' | 'state'

interface Shown {
  readonly unit: ShownUnit
  /** From the value of the server, a rate per second for counters. */
  readonly factor: number
}

const rates: Partial<Record<MetricUnit, Shown>> = {
  By: { unit: 'bit/s', factor: 8 },
  '{packet}': { unit: 'pps', factor: 1 },
  '{error}': { unit: '/s', factor: 1 },
  '{page}': { unit: '{page}/h', factor: 3600 },
}

export function shownAs(metric: MetricName): Shown {
  const { kind, unit } = metricOf(metric)
  if (kind === 'counter') return rates[unit] ?? { unit, factor: 1 }
  return { unit: kind === 'state' && metric !== 'wifi_channel' ? 'state' : unit, factor: 1 }
}

const dash = '—'
const decimal = ['', 'k', 'M', 'G', 'T', 'P']
const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Three digits that count: 1,234, 123, 12.3, 1.23, and two of 0.0012. */
function figure(value: number, locale: string): string {
  const size = Math.abs(value)
  if (size > 0 && size < 0.1) return smallNumberOf(locale).format(value)
  const maximumFractionDigits = size >= 100 ? 0 : size >= 10 ? 1 : 2
  return numberOf(locale, maximumFractionDigits).format(value)
}

const smallNumbers = new Map<string, Intl.NumberFormat>()
/** An error an hour is 0.00028 a second, and not 0. */
function smallNumberOf(locale: string): Intl.NumberFormat {
  const made = smallNumbers.get(locale) ?? new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })
  smallNumbers.set(locale, made)
  return made
}

const numbers = new Map<string, Intl.NumberFormat>()
/** Making a formatter is slow, and an axis asks for dozens. */
function numberOf(locale: string, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${locale} ${maximumFractionDigits}`
  const made = numbers.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits })
  numbers.set(key, made)
  return made
}

/** The prefix by which a value is below `step`; at least the first. */
function scaled(value: number, step: number, prefixes: readonly string[]): [number, string] {
  let place = 0
  let rest = value
  // 999.6 would be written 1,000.
  while (Math.abs(rest) >= step * 0.9995 && place < prefixes.length - 1) {
    rest /= step
    place += 1
  }
  return [rest, prefixes[place] ?? '']
}

const suffixes: Partial<Record<ShownUnit, string>> = {
  '%': '%',
  Cel: ' °C',
  ms: ' ms',
  V: ' V',
  A: ' A',
  W: ' W',
  dBm: ' dBm',
  dB: ' dB',
  '{rpm}': ' RPM',
  'm3/s': ' m³/s',
}

/** A value as the server sends it, with its unit. */
export function metricText(t: TFunction, locale: string, metric: MetricName, given: number | null): string {
  if (given === null || !Number.isFinite(given)) return dash
  const { unit, factor } = shownAs(metric)
  const value = given * factor
  switch (unit) {
    case 'bit/s':
    case 'W.h':
    case 'V.A':
    case 'Pa':
    case 'Hz': {
      const [rest, prefix] = scaled(value, 1000, decimal)
      return `${figure(rest, locale)} ${prefix}${unit.replaceAll('.', '')}`
    }
    case 'pps': {
      const [rest, prefix] = scaled(value, 1000, decimal)
      return `${figure(rest, locale)} ${prefix}pps`
    }
    case 'By': {
      const [rest, prefix] = scaled(value, 1024, binary)
      return `${figure(rest, locale)} ${prefix}`
    }
    case '/s':
      return `${figure(value, locale)}/s`
    case '{page}/h':
      return t('monitoring.units.pagesPerHour', { value: figure(value, locale) })
    case 's':
      return durationText(t, value)
    case 'state':
      return stateText(t, metric, value)
    default:
      return `${figure(value, locale)}${suffixes[unit] ?? ''}`
  }
}

/** "34 d 5 h", "34 d", "5 h 12 min", "12 min", "40 s". */
export function durationText(t: TFunction, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const days = Math.floor(whole / 86_400)
  const hours = Math.floor((whole % 86_400) / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (days > 0 && hours === 0) return t('monitoring.units.days', { days })
  if (days > 0) return t('monitoring.units.daysHours', { days, hours })
  if (hours > 0 && minutes === 0) return t('monitoring.units.hours', { hours })
  if (hours > 0) return t('monitoring.units.hoursMinutes', { hours, minutes })
  if (minutes > 0) return t('monitoring.units.minutes', { minutes })
  return t('monitoring.units.seconds', { seconds: whole })
}

const interfaceStates = [
  'up',
  'down',
  'testing',
  'unknown',
  'dormant',
  'notPresent',
  'lowerLayerDown',
] as const
const sensorStates = ['unknown', 'normal', 'warning', 'critical', 'absent'] as const

/** A mean of states over a step may lie between two: the nearer one is named. */
function stateText(t: TFunction, metric: MetricName, value: number): string {
  const code = Math.round(value)
  if (metric === 'device_reachable' || metric === 'snmp_reachable')
    return t(code === 1 ? 'monitoring.states.reachable' : 'monitoring.states.unreachable')
  if (metric === 'ups_on_battery')
    return t(code === 1 ? 'monitoring.states.onBattery' : 'monitoring.states.onMains')
  if (metric === 'interface_oper_state')
    return t(`monitoring.interfaceStates.${interfaceStates[code - 1] ?? 'unknown'}`)
  if (metric === 'sensor_state') return t(`monitoring.sensorStates.${sensorStates[code] ?? 'unknown'}`)
  return String(code)
}

export type MetricText = (metric: MetricName, value: number | null) => string

export function useMetricText(): MetricText {
  const t = useT()
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en-US'
  return (metric, value) => metricText(t, locale, metric, value)
}
