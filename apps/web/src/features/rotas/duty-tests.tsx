import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { DutyTestResult } from '@netward/contract/duty-test-values'
import { channelForms } from '@netward/contract/integration-values'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { todoList } from './rota.ts'

const testList = 'GET /monitor/api/v1/alarm/rota/:rotaId/tests' satisfies EndpointKey
type Test = EndpointOutput<typeof testList>['items'][number]

const tones: Record<DutyTestResult, StatusTone> = {
  planned: 'off',
  waiting: 'waiting',
  confirmed: 'ok',
  unconfirmed: 'warn',
  failed: 'bad',
  no_address: 'bad',
}

/** Who would really get a message at night: the monthly test of each person, by each way. */
export function DutyTests({ rotaId }: { rotaId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(testList, { rotaId })
  if (data === undefined)
    return error === null ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  const gaps = data.items.filter(({ result }) => tones[result] === 'bad' || tones[result] === 'warn')
  return (
    <Panel title={t('rotas.tests')}>
      <p className="quiet">{t('rotas.testsHint')}</p>
      {!data.isNotified && (
        <Alert type="warning" showIcon className="rota-test-alert" title={t('rotas.testsNoWay')} />
      )}
      {gaps.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="rota-test-alert"
          title={t('rotas.testsGaps', {
            names: [...new Set(gaps.map(({ memberName }) => memberName))].join(t('notices.separator')),
          })}
        />
      )}
      {data.items.length === 0 ? (
        <p>{t('rotas.testsNone')}</p>
      ) : (
        <ul className="rota-tests">
          {data.items.map((test) => (
            <Line key={test.id} test={test} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Line({ test }: { test: Test }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useAct('POST /monitor/api/v1/alarm/rota/test/:testId/confirm', {
    refresh: [testList, todoList],
  })
  const {
    id,
    memberName,
    channelKind,
    channelName,
    result,
    dueAt,
    sentAt,
    confirmedAt,
    failure,
    mayConfirm,
  } = test
  const say = async () => {
    if ((await confirm.mutateAsync({ testId: id }).catch(() => false)) === false) return
    notify.success(t('rotas.testConfirmed'))
  }
  return (
    <li>
      <strong>{memberName}</strong>
      <span>{`${t(`integrations.kinds.${channelForms[channelKind]}`)}: ${channelName}`}</span>
      <StatusTag tone={tones[result]}>{t(`rotas.testResults.${result}`)}</StatusTag>
      <span className="quiet">
        {format.dateTime(confirmedAt ?? sentAt ?? dueAt)}
        {failure !== null && ` · ${t(`integrations.failures.${failure.reason}`)}`}
      </span>
      {mayConfirm && (
        <Button size="small" loading={confirm.isPending} onClick={() => void say()}>
          {t('rotas.testConfirm')}
        </Button>
      )}
    </li>
  )
}
