import { diagnosticStates } from '@netward/contract/diagnostic-values'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { batchRead, type BatchRun, batchRuns, type DiagnosticRun, runTones } from './diagnostic-run.ts'
import { RunDrawer } from './run-drawer.tsx'
import { useRunSummary } from './use-run-summary.ts'
import '../../ui/devices.css'
import './diagnostics.css'

export function DiagnosticBatch() {
  const { batchId = '' }: { batchId?: string } = useParams({ strict: false })
  return <Shown key={batchId} batchId={batchId} />
}

/** One diagnostic on several gateways: the result of each. */
function Shown({ batchId }: { batchId: string }) {
  const { t } = useTranslation()
  const batch = useApi(batchRead, { batchId })
  const [shown, setShown] = useState<DiagnosticRun | null>(null)
  const columns = useColumns(setShown)
  const fixed = useMemo(() => ({ batchId }), [batchId])
  const fields = useMemo<readonly SearchField[]>(
    () => [
      {
        kind: 'multi',
        name: 'state',
        label: t('diagnostics.state'),
        options: diagnosticStates.map((value) => ({ value, label: t(`diagnostics.states.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(batchRuns, ['diagnostic.changed'])
  useLiveReads(batchRead, ['diagnostic.changed'])
  if (batch.error !== null) {
    return <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />
  }
  const head = batch.data
  const target = head?.target === '' ? t('diagnostics.ownTestPoint') : (head?.target ?? '')
  return (
    <>
      <ListPage
        name="diagnosticBatch"
        title={
          head === undefined
            ? t('shell.titles.diagnosticBatch')
            : `${t(`diagnostics.kinds.${head.kind}`)} ${target}`
        }
        endpoint={batchRuns}
        fixedInput={fixed}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ deviceName }) => deviceName}
        actions={<RowLink to={paths.diagnosticBatches}>{t('shell.titles.diagnosticBatches')}</RowLink>}
        summary={head !== undefined && <BatchProgress batch={head} />}
        empty={
          <EmptyState title={t('diagnostics.batch.noneFound')} hint={t('diagnostics.batch.noneFoundHint')} />
        }
      />
      {shown !== null && <RunDrawer key={shown.id} run={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useColumns(onShow: (run: DiagnosticRun) => void): readonly ListColumn<BatchRun>[] {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const summary = useRunSummary()
  return useMemo(() => {
    const company: ListColumn<BatchRun> = {
      key: 'companyName',
      title: t('devices.company'),
      width: 150,
      render: ({ companyName }) => companyName,
    }
    return [
      {
        key: 'gateway',
        title: t('diagnostics.batch.gateway'),
        width: 200,
        render: ({ deviceId, deviceName }) => (
          <RowLink to={`${paths.smartCpe(deviceId)}?tab=diagnostics`}>{deviceName}</RowLink>
        ),
      },
      ...(several ? [company] : []),
      {
        key: 'state',
        title: t('diagnostics.state'),
        width: 130,
        render: ({ state }) => (
          <StatusTag tone={runTones[state]}>{t(`diagnostics.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'result',
        title: t('diagnostics.result'),
        width: 300,
        render: (run) => (
          <button type="button" className="check-link" onClick={() => onShow(run)}>
            {summary(run)}
          </button>
        ),
      },
      {
        key: 'endedAt',
        title: t('diagnostics.batch.endedAt'),
        width: 130,
        render: ({ endedAt }) => (endedAt === null ? '—' : <RelativeTime at={endedAt} />),
      },
    ]
  }, [t, several, summary, onShow])
}
