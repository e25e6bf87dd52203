import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type DiagnosticRun, lossPercent } from './diagnostic-run.ts'
import { useUnits } from './use-units.ts'

/** One-line result of a run. */
export function useRunSummary(): (run: DiagnosticRun) => string {
  const { t } = useTranslation()
  const units = useUnits()
  return useCallback(
    ({ fault, result }) => {
      if (fault !== null) return fault.text
      switch (result?.kind) {
        case 'ping':
          return result.received === 0
            ? t('diagnostics.ping.noAnswer', { sent: result.sent })
            : `${units.ms(result.avgMs)} · ${t('diagnostics.loss')} ${units.percent(lossPercent(result))}`
        case 'traceroute':
          return t('diagnostics.trace.hops', { count: result.hops.length })
        case 'name_lookup':
          return (
            [...new Set(result.answers.flatMap(({ addresses }) => addresses))].join(', ') ||
            t('diagnostics.lookup.none')
          )
        case 'download':
        case 'upload':
          return result.problem === null
            ? units.mbit(result.mbitPerSecond)
            : t(`diagnostics.throughput.problems.${result.problem}`)
        default:
          return '—'
      }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- units follow the language, as `t` does
    [t],
  )
}
