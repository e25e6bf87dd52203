import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type DiagnosticRun, runTones } from './diagnostic-run.ts'
import { RunResult } from './run-result.tsx'

/** One run with its full result. */
export function RunDrawer({ run, onClose }: { run: DiagnosticRun; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Drawer
      title={t(`diagnostics.kinds.${run.kind}`)}
      open
      onClose={onClose}
      size={640}
      className="form-drawer"
    >
      <Facts
        facts={[
          {
            label: t('diagnostics.target'),
            value: <span className="mono diagnostic-target">{run.target}</span>,
          },
          ...(run.interface === null
            ? []
            : [
                {
                  label: t('diagnostics.interface'),
                  value: `${run.interface.label} · ${run.interface.path}`,
                },
              ]),
          ...(run.dscp === null ? [] : [{ label: t('diagnostics.dscp'), value: String(run.dscp) }]),
          {
            label: t('diagnostics.state'),
            value: <StatusTag tone={runTones[run.state]}>{t(`diagnostics.states.${run.state}`)}</StatusTag>,
          },
          { label: t('diagnostics.startedBy'), value: run.createdByName ?? '—' },
          { label: t('diagnostics.createdAt'), value: format.dateTime(run.createdAt) },
        ]}
      />
      <div className="diagnostic-whole">
        <RunResult run={run} whole />
      </div>
    </Drawer>
  )
}
