import type { TFunction } from 'i18next'
import type { Format } from '../../lib/format.ts'
import type { ProbeRow } from './probe.ts'

/** The clock of a probe against ours; a second is less than what a busy line hides. */
export function clockText({ clockError }: ProbeRow, t: TFunction, format: Format): string {
  if (clockError === null) return '—'
  const seconds = format.number(Math.round(Math.abs(clockError) / 100) / 10)
  if (Math.abs(clockError) < 1000) return t('probes.clockRight')
  return t(clockError > 0 ? 'probes.clockAhead' : 'probes.clockBehind', { seconds })
}

export function spoolText({ spoolBytes, spoolOldestAt }: ProbeRow, t: TFunction, format: Format): string {
  if (spoolOldestAt === null) return t('probes.spoolEmpty')
  return t('probes.spoolSince', { size: format.bytes(spoolBytes), at: format.dateTime(spoolOldestAt) })
}
