import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiagnosticRun } from './diagnostic-run.ts'

/** By which line a run went out, and with which mark; empty where neither was chosen. */
export function useWayOut(): (run: Pick<DiagnosticRun, 'interface' | 'dscp'>) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ interface: line, dscp }) =>
      [line?.label, dscp === null ? undefined : t('diagnostics.dscpValue', { value: dscp })]
        .filter((text) => text !== undefined)
        .join(' · '),
    [t],
  )
}

/** Beside what a run was aimed at. */
export function WayOut({ run }: { run: DiagnosticRun }) {
  const text = useWayOut()(run)
  return text === '' ? null : <div className="device-quiet diagnostic-target">{text}</div>
}
