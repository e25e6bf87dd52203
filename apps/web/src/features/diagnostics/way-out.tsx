import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiagnosticRun } from './diagnostic-run.ts'

/** The line and the mark of a run; empty if neither was chosen. */
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

/** Beside the target of a run. */
export function WayOut({ run }: { run: DiagnosticRun }) {
  const text = useWayOut()(run)
  return text === '' ? null : <div className="device-quiet diagnostic-target">{text}</div>
}
