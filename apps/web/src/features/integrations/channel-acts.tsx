import { isMessengerKind } from '@netward/contract/integration-values'
import { isDirectoryKind } from '@netward/contract/people-sync-values'
import { isSignOnKind } from '@netward/contract/sign-on-values'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { notify } from '../../lib/notify.ts'
import { api } from '../../lib/api-client.ts'
import { useAct } from '../../lib/use-api.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterChannels, type ChannelRow } from './channel.ts'
import { useChannelTest } from './use-channel-test.ts'

/** Edit, test, pause and delete one channel. */
export function ChannelActs({ row, onEdit }: { row: ChannelRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const refresh = { refresh: afterChannels }
  const pause = useAct('POST /api/v1/integration/:channelId/pause', refresh)
  const remove = useAct('DELETE /api/v1/integration/:channelId', refresh)
  const test = useChannelTest()
  const { id: channelId, kind, name, state } = row
  const isPaused = state === 'paused'
  const setPaused = async () => {
    const act = () => pause.mutateAsync({ channelId, paused: !isPaused })
    if (isPaused) await act().catch(() => undefined)
    else
      await confirm({
        title: t('integrations.pauseTitle', { name }),
        text: t(isSignOnKind(kind) ? 'signOn.pauseText' : 'integrations.pauseText'),
        action: t('integrations.pause'),
        danger: false,
        act,
      })
  }
  const askDelete = async () => {
    const { routes, ownRoutes } = await api('GET /api/v1/integration/:channelId', { channelId })
    await confirm({
      title: t('integrations.deleteTitle', { name }),
      text: [
        t(isSignOnKind(kind) ? 'signOn.deleteText' : 'integrations.deleteText'),
        ...(routes.length === 0
          ? []
          : [
              t('integrations.deleteRoutes', {
                count: routes.length,
                names: routes.slice(0, 10).join(t('notices.separator')),
              }),
            ]),
        ...(ownRoutes === 0 ? [] : [t('integrations.deleteOwnRoutes', { count: ownRoutes })]),
      ].join(' '),
      action: t('integrations.delete'),
      act: async () => {
        await remove.mutateAsync({ channelId })
        notify.success(t('integrations.deleted'))
      },
    })
  }
  const acts = [
    ['edit', onEdit],
    ['test', () => void test.send(channelId)],
    [isPaused ? 'resume' : 'pause', () => void setPaused()],
    ['delete', () => void askDelete().catch(() => undefined)],
  ] as const
  const labelOf = (act: (typeof acts)[number][0]) =>
    act === 'test' && isSignOnKind(kind) ? t('signOn.test') : t(`integrations.${act}`)
  const buttons = acts.map(([act, onClick]) => (
    <Button
      key={act}
      type="link"
      size="small"
      danger={act === 'delete'}
      loading={act === 'test' && test.isSending}
      aria-label={`${labelOf(act)} ${name}`}
      onClick={onClick}
    >
      {labelOf(act)}
    </Button>
  ))
  return (
    <>
      {buttons}
      {isSignOnKind(kind) && (
        <>
          {isDirectoryKind(kind) && (
            <RowLink to={paths.integrationSync(channelId)} label={`${t('peopleSync.open')} ${name}`}>
              {t('peopleSync.open')}
            </RowLink>
          )}
          <RowLink to={paths.integrationPeople(channelId)} label={`${t('signOn.people')} ${name}`}>
            {t('signOn.people')}
          </RowLink>
          <RowLink to={paths.integrationCalls(channelId)} label={`${t('signOn.calls')} ${name}`}>
            {t('signOn.calls')}
          </RowLink>
        </>
      )}
      {(!isSignOnKind(kind) || isMessengerKind(kind)) && (
        <RowLink to={paths.integrationLog(channelId)} label={t('notices.logOf', { name })}>
          {t('notices.log')}
        </RowLink>
      )}
    </>
  )
}
