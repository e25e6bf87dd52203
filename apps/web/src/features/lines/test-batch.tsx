import { lineTestStates } from '@netward/contract/line-test-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { batchList, batchRead, batchTests } from './line-test.ts'
import { TestBatchProgress } from './test-batch-progress.tsx'
import { useTestColumns } from './test-columns.tsx'
import { TestResultDrawer } from './test-result-drawer.tsx'

export function TestBatch() {
  const { batchId = '' }: { batchId?: string } = useParams({ strict: false })
  return <Shown key={batchId} batchId={batchId} />
}

/** A test of many lines: the result of each. */
function Shown({ batchId }: { batchId: string }) {
  const { t } = useTranslation()
  const mayTest = useMay('DMS_SERVER_LINE_TEST')
  const batch = useApi(batchRead, { batchId })
  const stop = useAct('POST /dial/api/v1/test/batch/:batchId/stop', {
    refresh: [batchRead, batchTests, batchList],
  })
  const [shown, setShown] = useState<string | null>(null)
  const columns = useTestColumns(setShown)
  const fixed = useMemo(() => ({ batchId }), [batchId])
  const fields = useMemo<readonly SearchField[]>(
    () => [
      {
        kind: 'multi',
        name: 'state',
        label: t('lineTests.state'),
        options: lineTestStates.map((value) => ({ value, label: t(`lineTests.states.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(batchTests, ['line_test.changed'])
  useLiveReads(batchRead, ['line_test.changed'])
  if (batch.error !== null) return <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />
  const head = batch.data
  return (
    <>
      <ListPage
        name="lineTestBatch"
        title={
          head === undefined
            ? t('shell.titles.lineTestBatch')
            : `${t(`lines.testKinds.${head.kind}`)} ${head.target}`.trim()
        }
        endpoint={batchTests}
        fixedInput={fixed}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ lineName }) => lineName}
        actions={
          <>
            <RowLink to={paths.lineTestBatches}>{t('shell.titles.lineTestBatches')}</RowLink>
            {mayTest && (head?.states.waiting ?? 0) > 0 && (
              <Button loading={stop.isPending} onClick={() => stop.mutate({ batchId })}>
                {t('lineTests.stopRest')}
              </Button>
            )}
          </>
        }
        summary={head !== undefined && <TestBatchProgress batch={head} />}
        empty={<EmptyState title={t('lineTests.noneFound')} />}
      />
      {shown !== null && <TestResultDrawer testId={shown} contracted={null} onClose={() => setShown(null)} />}
    </>
  )
}
