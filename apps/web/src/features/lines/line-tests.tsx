import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { LineDetailRow } from './line.ts'
import { type LineTest, lineTestList, stateText, summaryText, targetText, toneOf } from './line-test.ts'
import { LatestTests } from './latest-tests.tsx'
import { StopButton, TestResultDrawer } from './test-result-drawer.tsx'
import '../../ui/plain-table.css'

const pageSize = 20

/** Tests that somebody asked for, and the last results of those that run all the time. */
export function LineTests({ line, onTest }: { line: LineDetailRow; onTest: () => void }) {
  const { t } = useTranslation()
  const mayTest = useMay('DMS_SERVER_LINE_TEST')
  return (
    <>
      <Panel
        title={t('lineTests.title')}
        actions={
          mayTest && (
            <Button type="primary" onClick={onTest}>
              {t('lineTests.run')}
            </Button>
          )
        }
      >
        <Asked line={line} />
      </Panel>
      <Panel title={t('lineTests.latest')}>
        <LatestTests line={line} />
      </Panel>
    </>
  )
}

function Asked({ line }: { line: LineDetailRow }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<string | null>(null)
  const read = useApi(lineTestList, { lineId: line.id, page, pageSize }, { keepPrevious: true })
  useLiveReads(lineTestList, ['line_test.changed'])
  if (read.data === undefined) return <PendingState read={read} rows={4} />
  const { items, total } = read.data
  if (total === 0) return <EmptyState title={t('lineTests.none')} hint={t('lineTests.noneHint')} />
  return (
    <>
      <div className="plain-table-frame">
        <table className="plain-table" aria-label={t('lineTests.title')}>
          <thead>
            <tr>
              <th>{t('lineTests.kind')}</th>
              <th>{t('lineTests.state')}</th>
              <th>{t('lineTests.result')}</th>
              <th>{t('lineTests.vantage')}</th>
              <th>{t('lineTests.by')}</th>
              <th>{t('lineTests.startedBy')}</th>
              <th>{t('lineTests.createdAt')}</th>
              <th>{t('common.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((test) => (
              <Row key={test.id} test={test} onShow={() => setShown(test.id)} />
            ))}
          </tbody>
        </table>
      </div>
      {total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={total}
          onChange={setPage}
          showSizeChanger={false}
        />
      )}
      {shown !== null && <TestResultDrawer testId={shown} contracted={line} onClose={() => setShown(null)} />}
    </>
  )
}

function Row({ test, onShow }: { test: LineTest; onShow: () => void }) {
  const { t } = useTranslation()
  const name = t(`lines.testKinds.${test.kind}`)
  return (
    <tr>
      <td data-label={t('lineTests.kind')}>
        {name}
        <div className="quiet mono">{targetText(test, t)}</div>
      </td>
      <td data-label={t('lineTests.state')}>
        <StatusTag tone={toneOf(test)}>{stateText(test, t)}</StatusTag>
      </td>
      <td data-label={t('lineTests.result')}>{summaryText(test, t)}</td>
      <td data-label={t('lineTests.vantage')}>
        {test.vantage === null ? t('lineTests.vantageNone') : t(`lineTests.vantages.${test.vantage}`)}
      </td>
      <td data-label={t('lineTests.by')}>
        {test.result === null ? '—' : t(`lines.methods.${test.result.method}`)}
      </td>
      <td data-label={t('lineTests.startedBy')}>
        {test.scheduled ? t('lineTests.scheduled') : (test.createdByName ?? '—')}
      </td>
      <td data-label={t('lineTests.createdAt')}>
        <RelativeTime at={test.createdAt} />
      </td>
      <td>
        <Button type="link" size="small" aria-label={`${t('lineTests.show')} ${name}`} onClick={onShow}>
          {t('lineTests.show')}
        </Button>
        <StopButton test={test} />
      </td>
    </tr>
  )
}
