import { useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage, type ListPageProps } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import type { changeList, questionList, runList } from './sync.ts'

/** The channel in the address, for people who may manage it. Another one begins anew. */
export function OfChannel({ List }: { List: ComponentType<{ channelId: string }> }) {
  const { channelId = '' }: { channelId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? (
    <List key={channelId} channelId={channelId} />
  ) : (
    <NoPermissionState />
  )
}

export function BackToSync({ channelId }: { channelId: string }): ReactNode {
  const { t } = useTranslation()
  return <RowLink to={paths.integrationSync(channelId)}>{t('peopleSync.back')}</RowLink>
}

type Key = typeof runList | typeof questionList | typeof changeList

/** A list of one channel's synchronisation, which follows its runs and leads back to it. */
export function SyncList<K extends Key>({
  channelId,
  none,
  noneHint,
  ...list
}: Omit<ListPageProps<K>, 'empty'> & { channelId: string; none: string; noneHint: string }) {
  const back = <BackToSync channelId={channelId} />
  useLiveReads(list.endpoint, ['people_sync.changed'])
  return (
    <ListPage actions={back} {...list} empty={<EmptyState title={none} hint={noneHint} action={back} />} />
  )
}
