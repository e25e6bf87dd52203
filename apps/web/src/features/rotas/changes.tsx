import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterRota, type RotaChange } from './rota.ts'
import './rotas.css'

const tones = { asked: 'waiting', standing: 'ok', declined: 'off', withdrawn: 'off' } as const

/** Overrides and swaps of the time shown, and what waits for an answer. */
export function RotaChanges({ changes }: { changes: readonly RotaChange[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('rotas.changes')}>
      {changes.length === 0 ? (
        <EmptyState title={t('rotas.noChanges')} />
      ) : (
        <ul className="rota-list">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Change({ change }: { change: RotaChange }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const mayEdit = useMay('DMS_SERVER_ALARM_RULE')
  const refresh = { refresh: afterRota }
  const answer = useAct('POST /monitor/api/v1/alarm/rota/change/:changeId/answer', refresh)
  const withdraw = useAct('POST /monitor/api/v1/alarm/rota/change/:changeId/withdraw', refresh)
  const end = useAct('DELETE /monitor/api/v1/alarm/rota/change/:changeId', refresh)
  const self = useApi('GET /monitor/api/v1/alarm/rota/members', {}).data?.find((one) => one.self)?.memberId
  const { id: changeId, member, askedBy, state, startsAt, endsAt, reason, mayAnswer } = change
  const text =
    askedBy === null || state === 'standing'
      ? t('rotas.changeOf', { name: member.name })
      : t('rotas.changeAsked', { asker: askedBy.name, name: member.name })
  const isAsker = state === 'asked' && askedBy !== null && askedBy.memberId === self
  const ask = () =>
    void confirm({
      title: t('rotas.withdrawTitle'),
      text: t('rotas.withdrawText'),
      action: t('rotas.withdraw'),
      act: () => (isAsker ? withdraw : end).mutateAsync({ changeId }),
    })
  return (
    <li>
      <StatusTag tone={tones[state]}>{t(`rotas.changeStates.${state}`)}</StatusTag>
      <strong>{text}</strong>
      <span>
        {format.dateTime(startsAt)} – {format.dateTime(endsAt)}
      </span>
      {reason !== '' && <span className="quiet">{reason}</span>}
      {mayAnswer && (
        <>
          <Button size="small" type="primary" onClick={() => answer.mutate({ changeId, accept: true })}>
            {t('rotas.accept')}
          </Button>
          <Button size="small" onClick={() => answer.mutate({ changeId, accept: false })}>
            {t('rotas.decline')}
          </Button>
        </>
      )}
      {(mayEdit || isAsker) && !mayAnswer && (
        <Button size="small" type="link" danger aria-label={`${t('rotas.withdraw')} ${text}`} onClick={ask}>
          {t('rotas.withdraw')}
        </Button>
      )}
    </li>
  )
}
