import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { LineTestBatch } from './line-test.ts'
import './line-tests.css'

/** How many lines are done, and how many of them passed. */
export function TestBatchProgress({ batch: { lines, states, passed } }: { batch: LineTestBatch }) {
  const { t } = useTranslation()
  const { waiting, running, done, stopped, failed } = states
  const seen = waiting + running + done + stopped + failed
  const over = done + stopped + failed
  return (
    <span className="test-batch-progress">
      <Progress
        percent={Math.floor((over * 100) / Math.max(1, seen))}
        size="small"
        showInfo={false}
        aria-label={t('lineTests.progress')}
      />
      {t('lineTests.progressText', { done: over, all: seen || lines })}
      <span>{t('lineTests.passedText', { count: passed })}</span>
      {over > passed && <em>{t('lineTests.failedText', { count: over - passed })}</em>}
    </span>
  )
}
