import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { LineTestState } from '@netward/contract/line-test-values'
import type { TFunction } from 'i18next'
import type { StatusTone } from '../../ui/status-tag.tsx'
import { msText, percentText } from './line.ts'

export const lineTestList = 'POST /dial/api/v1/line/:lineId/test/lists'
export const lineTestRead = 'GET /dial/api/v1/test/:testId'
export const vantageRead = 'GET /dial/api/v1/line/:lineId/test/vantage'
export const batchList = 'POST /dial/api/v1/test/batch/lists'
export const batchRead = 'GET /dial/api/v1/test/batch/:batchId'
export const everyTest = 'POST /dial/api/v1/test/lists'
export const batchTests = 'POST /dial/api/v1/test/batch/:batchId/lists'

export type LineTest = EndpointOutput<typeof lineTestRead>
export type LineTestResult = NonNullable<LineTest['result']>
export type LineTestBatch = EndpointOutput<typeof batchRead>
export type BatchTest = EndpointOutput<typeof batchTests>['items'][number]

export const afterTest: readonly EndpointKey[] = [lineTestList, lineTestRead]

export const isOpen = ({ state }: Pick<LineTest, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

const tones: Readonly<Record<LineTestState, StatusTone>> = {
  waiting: 'waiting',
  running: 'busy',
  done: 'ok',
  stopped: 'off',
  failed: 'bad',
}

/** One that is done and did not pass is bad. */
export const toneOf = ({ state, result }: Pick<LineTest, 'state' | 'result'>): StatusTone =>
  state === 'done' && result?.passed === false ? 'bad' : tones[state]

export function stateText({ state, result }: Pick<LineTest, 'state' | 'result'>, t: TFunction): string {
  if (state !== 'done' || result === null) return t(`lineTests.states.${state}`)
  return result.passed ? t('lines.passed') : t('lines.failed')
}

export function targetText(
  { kind, vantage, target }: Pick<LineTest, 'kind' | 'vantage' | 'target'>,
  t: TFunction,
) {
  if (kind === 'throughput') return t('lineTests.ownTestPoint')
  if (vantage === 'server' && kind !== 'http') return `${t('lineTests.ownAddress')}${target}`
  return target || '—'
}

export const mbitText = (bitsPerSecond: number): string => {
  const mbit = bitsPerSecond / 1_000_000
  return `${mbit >= 100 ? mbit.toFixed(0) : mbit >= 10 ? mbit.toFixed(1) : mbit.toFixed(2)} Mbit/s`
}

/** What a test found, in a line. */
export function summaryText(
  test: Pick<LineTest, 'state' | 'problem' | 'fault' | 'result'>,
  t: TFunction,
): string {
  const { problem, fault, result } = test
  const why = problem === null ? [] : [t(`lineTests.problems.${problem}`)]
  if (result === null) return [...why, ...(fault === null ? [] : [fault])].join(' · ') || '—'
  const { pings, time, http, answers, path, throughput } = result
  const parts = [
    ...why,
    ...(result.problem === null ? [] : [t(`lines.problems.${result.problem}`)]),
    ...(pings === null
      ? []
      : [
          t('lineTests.lossOf', { loss: percentText(pings.loss) }),
          ...(pings.avg === null ? [] : [t('lineTests.rttOf', { rtt: msText(pings.avg) })]),
        ]),
    ...(http === null ? [] : [http.status === null ? '' : String(http.status), msText(http.total)]),
    ...(time === null ? [] : [msText(time)]),
    ...(answers === null || answers.length === 0 ? [] : [answers.slice(0, 2).join(', ')]),
    ...(path === null ? [] : [t('lineTests.hopsOf', { n: path.hops.length })]),
    ...(throughput === null
      ? []
      : [`${t(`lineTests.directions.${throughput.direction}`)} ${mbitText(throughput.bitsPerSecond)}`]),
  ]
  return parts.filter((part) => part !== '').join(' · ') || '—'
}
