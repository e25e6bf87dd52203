import { Button, Drawer, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterTest, isOpen, type LineTest, lineTestRead, stateText, targetText, toneOf } from './line-test.ts'
import { TestResult } from './test-result.tsx'

interface Contracted {
  readonly downMbps: number
  readonly upMbps: number
}

/** One test; while it runs its result comes in. */
export function TestResultDrawer({
  testId,
  contracted,
  onClose,
}: {
  testId: string
  contracted: Contracted | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  // Events say that it went on; between them it is asked for, so that a lost one does not stop the view.
  const [isOver, setIsOver] = useState(false)
  const read = useApi(
    lineTestRead,
    { testId },
    { keepPrevious: true, ...(!isOver && { refetchInterval: 1_000 }) },
  )
  useLiveReads(lineTestRead, ['line_test.changed'])
  const test = read.data
  if (test !== undefined && !isOver && !isOpen(test)) setIsOver(true)
  return (
    <Drawer
      title={test === undefined ? t('lineTests.title') : t(`lines.testKinds.${test.kind}`)}
      open
      onClose={onClose}
      size={640}
      className="form-drawer"
      extra={test !== undefined && <StopButton test={test} />}
    >
      {test === undefined ? (
        <PendingState read={read} rows={4} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
        <section tabIndex={0} aria-label={t('lineTests.result')}>
          <Shown test={test} contracted={contracted} />
        </section>
      )}
    </Drawer>
  )
}

function Shown({ test, contracted }: { test: LineTest; contracted: Contracted | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { result, problem, fault } = test
  const direction = result?.throughput?.direction
  return (
    <>
      <Facts
        facts={[
          {
            label: t('lineTests.state'),
            value: <StatusTag tone={toneOf(test)}>{stateText(test, t)}</StatusTag>,
          },
          { label: t('lineTests.host'), value: <span className="mono">{targetText(test, t)}</span> },
          {
            label: t('lineTests.vantage'),
            value:
              test.vantage === null ? t('lineTests.vantageNone') : t(`lineTests.vantages.${test.vantage}`),
          },
          { label: t('lineTests.by'), value: result === null ? '—' : t(`lines.methods.${result.method}`) },
          ...(result?.address == null
            ? []
            : [{ label: t('lines.address'), value: <span className="mono">{result.address}</span> }]),
          {
            label: t('lineTests.startedBy'),
            value: test.scheduled ? t('lineTests.scheduled') : (test.createdByName ?? '—'),
          },
          { label: t('lineTests.createdAt'), value: format.dateTime(test.createdAt) },
          ...(test.endedAt === null
            ? []
            : [{ label: t('lineTests.endedAt'), value: format.dateTime(test.endedAt) }]),
        ]}
      />
      <output className="test-progress">
        {isOpen(test) && <Spin size="small" />} {test.state === 'waiting' && t('lineTests.waitingText')}
        {test.state === 'running' && t('lineTests.runningText')}
        {problem !== null && t(`lineTests.problems.${problem}`)}
        {fault !== null && ` ${fault}`}
        {result?.problem != null && t(`lines.problems.${result.problem}`)}
      </output>
      {result !== null && (
        <TestResult
          result={result}
          contracted={
            contracted === null || direction === undefined
              ? null
              : direction === 'down'
                ? contracted.downMbps
                : contracted.upMbps
          }
        />
      )}
    </>
  )
}

/** Ends a test early. */
export function StopButton({ test }: { test: LineTest }) {
  const { t } = useTranslation()
  const mayTest = useMay('DMS_SERVER_LINE_TEST')
  const stop = useAct('POST /dial/api/v1/test/:testId/stop', { refresh: afterTest })
  if (!mayTest || !isOpen(test)) return null
  return (
    <Button size="small" loading={stop.isPending} onClick={() => stop.mutate({ testId: test.id })}>
      {t('lineTests.stop')}
    </Button>
  )
}
