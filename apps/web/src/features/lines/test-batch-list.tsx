import { linkTestKinds } from '@netward/contract/link-tests'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { batchList, type LineTestBatch } from './line-test.ts'
import { TestBatchDrawer } from './test-batch-drawer.tsx'
import { TestBatchProgress } from './test-batch-progress.tsx'

export function TestBatchList() {
  return useMay('DMS_SERVER_LINE') ? <List /> : <NoPermissionState />
}

/** Tests of many lines with their progress; available again after leaving the page. */
function List() {
  const { t } = useTranslation()
  const mayTest = useMay('DMS_SERVER_LINE_TEST')
  const [open, setOpen] = useState(false)
  const columns = useColumns()
  const fields = useMemo<readonly SearchField[]>(
    () => [
      {
        kind: 'multi',
        name: 'kind',
        label: t('lineTests.kind'),
        options: linkTestKinds.map((value) => ({ value, label: t(`lines.testKinds.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(batchList, ['line_test.changed'])
  const close = () => setOpen(false)
  return (
    <>
      <ListPage
        name="lineTestBatches"
        title={t('shell.titles.lineTestBatches')}
        endpoint={batchList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ kind, target }) => `${t(`lines.testKinds.${kind}`)} ${target}`}
        actions={
          <>
            <Button href={`#${paths.lines}`}>{t('shell.titles.lines')}</Button>
            {mayTest && (
              <Button type="primary" onClick={() => setOpen(true)}>
                {t('lineTests.manyAll')}
              </Button>
            )}
          </>
        }
        empty={
          <EmptyState
            title={t('lineTests.manyNone')}
            hint={t('lineTests.manyNoneHint')}
            action={<RowLink to={paths.lines}>{t('shell.titles.lines')}</RowLink>}
          />
        }
      />
      <TestBatchDrawer lineIds={null} open={open} onClose={close} onDone={close} />
    </>
  )
}

function useColumns(): readonly ListColumn<LineTestBatch>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('lineTests.kind'),
        width: 140,
        render: ({ id, kind }) => (
          <RowLink to={paths.lineTestBatch(id)}>{t(`lines.testKinds.${kind}`)}</RowLink>
        ),
      },
      {
        key: 'target',
        title: t('lineTests.host'),
        width: 220,
        phone: 'value',
        render: ({ kind, target }) =>
          kind === 'throughput' ? (
            t('lineTests.ownTestPoint')
          ) : (
            <span className="mono">{target || t('lineTests.ownAddress')}</span>
          ),
      },
      {
        key: 'progress',
        title: t('lineTests.progress'),
        width: 360,
        phone: 'value',
        render: (batch) => <TestBatchProgress batch={batch} />,
      },
      {
        key: 'startedBy',
        title: t('lineTests.startedBy'),
        width: 140,
        phone: 'value',
        render: ({ createdByName }) => createdByName ?? '—',
      },
      {
        key: 'createdAt',
        title: t('lineTests.createdAt'),
        width: 130,
        phone: 'value',
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t],
  )
}
