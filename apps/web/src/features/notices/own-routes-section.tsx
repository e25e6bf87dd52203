import { channelForms } from '@netward/contract/integration-values'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ownRoutes, type OwnRoute } from './notice.ts'
import { OwnRouteDrawer } from './own-route-drawer.tsx'
import './notices.css'

/** What the user wants to be notified of, beside the rules of their company. */
export function OwnRoutesSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(ownRoutes, {})
  const [editing, setEditing] = useState<OwnRoute | 'new' | null>(null)
  return (
    <Panel
      title={t('notices.own')}
      actions={<Button onClick={() => setEditing('new')}>{t('notices.ownAdd')}</Button>}
    >
      <p className="quiet">{t('notices.ownHint')}</p>
      {data === undefined ? (
        error === null ? (
          <LoadingState rows={2} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <p>{t('notices.ownNone')}</p>
      ) : (
        <ul className="notice-own">
          {data.items.map((route) => (
            <OwnRouteLine key={route.id} route={route} onEdit={() => setEditing(route)} />
          ))}
        </ul>
      )}
      <OwnRouteDrawer
        route={editing === 'new' ? null : editing}
        channels={data?.channels ?? []}
        hasCustomers={data?.hasCustomers ?? false}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </Panel>
  )
}

function OwnRouteLine({ route, onEdit }: { route: OwnRoute; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/notice/own/route/:routeId', { refresh: [ownRoutes] })
  const {
    id,
    channel,
    severities,
    events,
    quietFrom,
    quietUntil,
    timeZone,
    digestAt,
    enabled,
    covers,
    byVoice,
  } = route
  const listed = (all: readonly string[]) => all.join(t('notices.separator'))
  const name = t('notices.ownName', {
    channel:
      channel === null
        ? t('notices.console')
        : t('notices.channelOf', {
            kind: byVoice ? t('notices.byVoice') : t(`integrations.kinds.${channelForms[channel.kind]}`),
            name: channel.name,
          }),
    severities:
      severities.length === 0
        ? t('notices.severitiesAll')
        : listed(severities.map((one) => t(`alarms.severities.${one}`))),
  })
  const details = [
    listed(events.map((one) => t(`notices.events.${one}`))),
    ...(quietFrom === null || quietUntil === null
      ? []
      : [
          `${t('notices.quiet')} ${t('notices.quietText', { from: quietFrom, until: quietUntil, zone: timeZone })}`,
        ]),
    ...(covers === 'below' ? [t('notices.ownBelow')] : []),
    ...(digestAt === null ? [] : [t('notices.digestText', { at: digestAt })]),
  ]
  const ask = () =>
    void confirm({
      title: t('notices.ownDeleteTitle'),
      text: name,
      action: t('notices.delete'),
      act: async () => {
        await remove.mutateAsync({ routeId: id })
        notify.success(t('notices.ownDeleted'))
      },
    })
  return (
    <li>
      <div>
        <strong>{name}</strong> {!enabled && <StatusTag tone="off">{t('notices.ownOff')}</StatusTag>}
        <div className="notice-place">{details.join(' · ')}</div>
      </div>
      <div className="notice-own-acts">
        <Button size="small" aria-label={`${t('notices.edit')} ${name}`} onClick={onEdit}>
          {t('notices.edit')}
        </Button>
        <Button size="small" danger aria-label={`${t('notices.delete')} ${name}`} onClick={ask}>
          {t('notices.delete')}
        </Button>
      </div>
    </li>
  )
}
