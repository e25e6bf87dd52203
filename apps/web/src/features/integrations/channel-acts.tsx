import { isMessengerKind } from '@netward/contract/integration-values'
import { isDirectoryKind } from '@netward/contract/people-sync-values'
import { isSignOnKind } from '@netward/contract/sign-on-values'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { notify } from '../../lib/notify.ts'
import { api } from '../../lib/api-client.ts'
import { useAct } from '../../lib/use-api.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterChannels, type ChannelRow } from './channel.ts'
import { useChannelTest } from './use-channel-test.ts'

/** What is done with one channel; what is rare stands in a menu. */
export function ChannelActs({ row, onEdit }: { row: ChannelRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
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
  const open = (to: string) => () => void navigate({ to })
  const logs = [
    ...(isSignOnKind(kind)
      ? [
          { key: 'people', label: t('signOn.people'), onClick: open(paths.integrationPeople(channelId)) },
          { key: 'calls', label: t('signOn.calls'), onClick: open(paths.integrationCalls(channelId)) },
        ]
      : []),
    ...(!isSignOnKind(kind) || isMessengerKind(kind)
      ? [{ key: 'log', label: t('notices.log'), onClick: open(paths.integrationLog(channelId)) }]
      : []),
  ]
  const moves = [
    {
      key: 'pause',
      label: t(isPaused ? 'integrations.resume' : 'integrations.pause'),
      onClick: () => void setPaused(),
    },
    {
      key: 'delete',
      label: t('integrations.delete'),
      danger: true,
      onClick: () => void askDelete().catch(() => undefined),
    },
  ]
  const testLabel = t(isSignOnKind(kind) ? 'signOn.test' : 'integrations.test')
  return (
    <>
      <Button type="link" size="small" aria-label={`${t('integrations.edit')} ${name}`} onClick={onEdit}>
        {t('integrations.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        loading={test.isSending}
        aria-label={`${testLabel} ${name}`}
        onClick={() => void test.send(channelId)}
      >
        {testLabel}
      </Button>
      {isDirectoryKind(kind) && (
        <RowLink to={paths.integrationSync(channelId)} label={`${t('peopleSync.open')} ${name}`}>
          {t('peopleSync.open')}
        </RowLink>
      )}
      <Dropdown trigger={['click']} menu={{ items: [...logs, { type: 'divider' }, ...moves] }}>
        <Button type="link" size="small" aria-label={t('integrations.moreOf', { name })}>
          {t('common.more')}
        </Button>
      </Dropdown>
    </>
  )
}
