import {
  type ChannelKind,
  channelForms,
  channelKinds,
  isChannelKind,
} from '@netward/contract/integration-values'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { usePageName } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { channelRead } from './channel.ts'
import { ChannelForm } from './channel-form.tsx'
import { leaveEdit } from './list-return.ts'
import './integrations.css'

/** The `channel` parameter without a value (specification §9). */
const usualKind = 1

export function ChannelEdit() {
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? <Page /> : <NoPermissionState />
}

/** Adds a channel of the kind in `channel`, or edits the one in `id`. */
function Page() {
  const { t } = useTranslation()
  const router = useRouter()
  const searchText = useLocation({ select: (location) => location.searchStr })
  const { id, channel } = useMemo(() => parseSearch(searchText), [searchText])
  useEffect(() => () => leaveEdit(router.state.location.pathname), [router])
  const channelId = typeof id === 'string' && /^[1-9][0-9]{0,17}$/.test(id) ? id : null
  const kind = typeof channel === 'string' ? Number(channel) : usualKind
  usePageName(
    paths.integrationEdit,
    t(channelId === null ? 'shell.titles.dockingAdd' : 'shell.titles.dockingEdit'),
  )
  if (channelId !== null) return <Edit key={channelId} channelId={channelId} />
  if (!isChannelKind(kind)) return <KindChoice />
  return (
    <DetailPage
      title={t('integrations.addTitle')}
      path={paths.integrationEdit}
      back={paths.integrations}
      subtitle={t(`integrations.kindHints.${channelForms[kind]}`)}
      tabs={[{ key: 'settings', label: '', content: <ChannelForm key={kind} kind={kind} channel={null} /> }]}
    />
  )
}

function Edit({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch, isPending } = useApi(channelRead, { channelId }, { staleTime: 0 })
  return (
    <DetailPage
      title={t('integrations.editTitle')}
      path={paths.integrationEdit}
      back={paths.integrations}
      loading={isPending}
      error={data === undefined ? error : null}
      onRetry={() => void refetch()}
      subtitle={data === undefined ? '' : t(`integrations.kindHints.${channelForms[data.kind]}`)}
      tabs={
        data === undefined
          ? []
          : [{ key: 'settings', label: '', content: <ChannelForm kind={data.kind} channel={data} /> }]
      }
    />
  )
}

/** The address names a kind that is not offered: these are. */
function KindChoice() {
  const { t } = useTranslation()
  const link = (kind: ChannelKind) => (
    <Link key={kind} to={paths.integrationEdit} search={{ channel: String(kind) }}>
      <Button>{t(`integrations.kinds.${channelForms[kind]}`)}</Button>
    </Link>
  )
  return (
    <div className="detail-card">
      <h1 className="visually-hidden">{t('integrations.addTitle')}</h1>
      <EmptyState
        title={t('integrations.kindMissing')}
        hint={t('integrations.kindMissingHint')}
        action={<div className="integration-kinds">{channelKinds.map(link)}</div>}
      />
    </div>
  )
}
