import { diagnosticKinds } from '@netward/contract/diagnostic-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { batchList, type DiagnosticBatchRow } from './diagnostic-run.ts'
import './diagnostics.css'

/** Diagnostics on several gateways with their progress; available again after leaving the page. */
export function DiagnosticBatches() {
  const { t } = useTranslation()
  const columns = useColumns()
  const fields = useMemo<readonly SearchField[]>(
    () => [
      {
        kind: 'multi',
        name: 'kind',
        label: t('diagnostics.kind'),
        options: diagnosticKinds.map((value) => ({ value, label: t(`diagnostics.kinds.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(batchList, ['diagnostic.changed'])
  return (
    <ListPage
      name="diagnosticBatches"
      title={t('shell.titles.diagnosticBatches')}
      endpoint={batchList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ kind, target }) => `${t(`diagnostics.kinds.${kind}`)} ${target}`}
      actions={<RowLink to={paths.smartCpeList}>{t('shell.titles.smartCpe')}</RowLink>}
      empty={
        <EmptyState
          title={t('diagnostics.batch.none')}
          hint={t('diagnostics.batch.noneHint')}
          action={<RowLink to={paths.smartCpeList}>{t('shell.titles.smartCpe')}</RowLink>}
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<DiagnosticBatchRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('diagnostics.kind'),
        width: 140,
        render: ({ id, kind }) => (
          <RowLink to={paths.diagnosticBatch(id)}>{t(`diagnostics.kinds.${kind}`)}</RowLink>
        ),
      },
      {
        key: 'target',
        title: t('diagnostics.target'),
        width: 220,
        phone: 'value',
        render: ({ target }) =>
          target === '' ? t('diagnostics.ownTestPoint') : <span className="mono">{target}</span>,
      },
      {
        key: 'progress',
        title: t('diagnostics.batch.progress'),
        width: 320,
        phone: 'value',
        render: (batch) => <BatchProgress batch={batch} />,
      },
      {
        key: 'startedBy',
        title: t('diagnostics.startedBy'),
        width: 140,
        phone: 'value',
        render: ({ createdByName }) => createdByName ?? '—',
      },
      {
        key: 'createdAt',
        title: t('diagnostics.createdAt'),
        width: 130,
        phone: 'value',
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t],
  )
}
