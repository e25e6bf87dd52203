import { type Language, phrase, type PhraseKey } from '@netward/phrases/server'
import type { ReportedLine } from './line-report.repo.ts'

/** How a report of a language and a time zone says things. */
export interface Words {
  readonly timeZone: string
  readonly t: (key: PhraseKey, params?: Readonly<Record<string, string | number>>) => string
  readonly time: (at: number) => string
  /** `—` for what was not measured. */
  readonly number: (value: number | null, unit: string, decimals?: number) => string
  /** Of a denominator of 0: `—`. */
  readonly share: (part: number, whole: number) => string
  /** Of 1, as per cent; null: `—`. */
  readonly ratio: (value: number | null) => string
  readonly minutes: (count: number) => string
  readonly isp: (line: Pick<ReportedLine, 'isp' | 'ispName'>) => string
  readonly contracted: (line: Pick<ReportedLine, 'downMbps' | 'upMbps'>) => string
}

const dash = '—'

export function wordsOf(language: Language, timeZone: string): Words {
  const t: Words['t'] = (key, params) => phrase(language, key, params)
  const times = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const numbers = (decimals: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const whole = numbers(0)
  const number: Words['number'] = (value, unit, decimals = 1) =>
    value === null ? dash : `${numbers(decimals).format(value)} ${unit}`
  return {
    timeZone,
    t,
    time: (at) => times.format(at),
    number,
    share: (part, all) => (all === 0 ? dash : number((100 * part) / all, '%', 2)),
    ratio: (value) => (value === null ? dash : number(100 * value, '%', 2)),
    minutes: (count) => t('lineReports.paper.minutes', { count: whole.format(count) }),
    isp: ({ isp, ispName }) => (isp === 'other' && ispName !== '' ? ispName : t(`outlets.isps.${isp}`)),
    contracted: ({ downMbps, upMbps }) => t('outlets.line.bandwidthText', { down: downMbps, up: upMbps }),
  }
}
