import { lineTestStates } from '@netward/contract/line-test-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import {
  batchList,
  batchRead,
  type BatchTest,
  batchTests,
  stateText,
  summaryText,
  toneOf,
} from './line-test.ts'
import { TestBatchProgress } from './test-batch-progress.tsx'
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
  const columns = useColumns(setShown)
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

function useColumns(onShow: (testId: string) => void): readonly ListColumn<BatchTest>[] {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  return useMemo(() => {
    const company: ListColumn<BatchTest> = {
      key: 'companyName',
      title: t('lines.company'),
      width: 150,
      render: ({ companyName }) => companyName,
    }
    return [
      {
        key: 'line',
        title: t('lines.name'),
        width: 170,
        render: ({ lineId, lineName }) => (
          <RowLink to={`${paths.line(lineId)}?tab=tests`}>{lineName}</RowLink>
        ),
      },
      {
        key: 'outlet',
        title: t('lines.outlet'),
        width: 170,
        phone: 'value',
        render: ({ outletId, outletName }) => <RowLink to={paths.outlet(outletId)}>{outletName}</RowLink>,
      },
      ...(several ? [company] : []),
      {
        key: 'state',
        title: t('lineTests.state'),
        width: 120,
        phone: 'status',
        render: (test) => <StatusTag tone={toneOf(test)}>{stateText(test, t)}</StatusTag>,
      },
      {
        key: 'result',
        title: t('lineTests.result'),
        width: 300,
        phone: 'value',
        render: (test) => (
          <Button type="link" size="small" onClick={() => onShow(test.id)}>
            {summaryText(test, t)}
          </Button>
        ),
      },
      {
        key: 'vantage',
        title: t('lineTests.vantage'),
        width: 150,
        render: ({ vantage }) =>
          vantage === null ? t('lineTests.vantageNone') : t(`lineTests.vantages.${vantage}`),
      },
      {
        key: 'endedAt',
        title: t('lineTests.endedAt'),
        width: 130,
        render: ({ endedAt }) => (endedAt === null ? '—' : <RelativeTime at={endedAt} />),
      },
    ]
  }, [t, several, onShow])
}
