import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { addressOfSource, afterSources, type Source } from './external-alarm.ts'

interface CardProps {
  source: Source
  /** With a token right after it was made. */
  readonly onSetup: (token: string | null) => void
}

/** A source: whether it sends, its address, and what can be done with it. */
export function SourceCard({ source, onSetup }: CardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, name, kind, tokenHint, alarms, lastAt, problem, problemAt } = source
  return (
    <article className="external-source">
      <div className="external-source-text">
        <strong>{name}</strong> <span className="quiet">{t(`externalAlarms.kinds.${kind}`)}</span>{' '}
        <SourceState source={source} />
        <p>
          <CopyText text={addressOfSource(id)} />
        </p>
        {problem !== null && problemAt !== null && (
          <p className="external-problem">
            {t('externalAlarms.problemAt', {
              problem: t(`externalAlarms.problems.${problem}`),
              at: format.dateTime(problemAt),
            })}
          </p>
        )}
        <p className="quiet external-facts">
          {lastAt !== null && (
            <span>
              {t('externalAlarms.lastAt')} <RelativeTime at={lastAt} />
            </span>
          )}
          {tokenHint !== null && <span>{t('externalAlarms.tokenHint', { hint: tokenHint })}</span>}
          <span>
            {t('externalAlarms.createdBy', {
              name: source.createdBy,
              at: format.dateTime(source.createdAt),
            })}
          </span>
        </p>
        {alarms > 0 && (
          <p>
            <RowLink to={`${paths.externalAlarms}?sourceId=${id}`}>
              {t('externalAlarms.kept', { count: alarms })}
            </RowLink>
          </p>
        )}
      </div>
      <div className="external-acts">
        <SourceActs source={source} onSetup={onSetup} />
      </div>
    </article>
  )
}

function SourceState({ source: { tokenHint, lastAt, problem } }: { source: Source }) {
  const { t } = useTranslation()
  if (tokenHint === null) return <StatusTag tone="off">{t('externalAlarms.revoked')}</StatusTag>
  if (problem !== null) return <StatusTag tone="bad">{t(`externalAlarms.problems.${problem}`)}</StatusTag>
  if (lastAt === null) return <StatusTag tone="waiting">{t('externalAlarms.waiting')}</StatusTag>
  return <StatusTag tone="ok">{t('externalAlarms.receiving')}</StatusTag>
}

function SourceActs({ source, onSetup }: CardProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const refresh = { refresh: afterSources }
  const test = useAct('POST /monitor/api/v1/external-alarm/source/:sourceId/test', refresh)
  const renew = useAct('POST /monitor/api/v1/external-alarm/source/:sourceId/token', refresh)
  const revoke = useAct('POST /monitor/api/v1/external-alarm/source/:sourceId/revoke', refresh)
  const remove = useAct('DELETE /monitor/api/v1/external-alarm/source/:sourceId', refresh)
  const { id: sourceId, name } = source
  const sendTest = async () => {
    await test.mutateAsync({ sourceId })
    notify.success(t('externalAlarms.testDone'))
  }
  const acts = [
    {
      act: 'setup',
      run: () => onSetup(null),
    },
    {
      act: 'test',
      run: () => void sendTest().catch(() => undefined),
    },
    {
      act: 'renew',
      run: () =>
        void confirm({
          title: t('externalAlarms.renewTitle', { name }),
          text: t('externalAlarms.renewText'),
          action: t('externalAlarms.renew'),
          danger: false,
          act: async () => onSetup((await renew.mutateAsync({ sourceId })).token),
        }),
    },
    {
      act: 'revoke',
      run: () =>
        void confirm({
          title: t('externalAlarms.revokeTitle', { name }),
          text: t('externalAlarms.revokeText'),
          action: t('externalAlarms.revoke'),
          act: () => revoke.mutateAsync({ sourceId }),
        }),
    },
    {
      act: 'delete',
      run: () =>
        void confirm({
          title: t('externalAlarms.deleteTitle', { name }),
          text: t('externalAlarms.deleteText', { count: source.alarms }),
          action: t('externalAlarms.delete'),
          act: () => remove.mutateAsync({ sourceId }),
        }),
    },
  ] as const
  return acts
    .filter(({ act }) => act !== 'revoke' || source.tokenHint !== null)
    .map(({ act, run }) => (
      <Button
        key={act}
        danger={act === 'delete'}
        loading={act === 'test' && test.isPending}
        aria-label={`${t(`externalAlarms.${act}`)} ${name}`}
        onClick={run}
      >
        {t(`externalAlarms.${act}`)}
      </Button>
    ))
}
