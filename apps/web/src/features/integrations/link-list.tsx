import { channelForms } from '@netward/contract/integration-values'
import { isSignOnKind, type SignOnForm } from '@netward/contract/sign-on-values'
import type { EndpointOutput } from '@netward/contract'
import { PlusOutlined } from '@ant-design/icons'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { usePageName } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, ErrorState, NoPermissionState } from '../../ui/states.tsx'
import { channelRead } from './channel.ts'
import { LinkDrawer } from './link-drawer.tsx'

const list = 'POST /api/v1/integration/:channelId/links/lists'
type Row = EndpointOutput<typeof list>['items'][number]

export function LinkList() {
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? <List /> : <NoPermissionState />
}

/** Members who sign in through one channel. */
function List() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { channelId = '' }: { channelId?: string } = useParams({ strict: false })
  const channel = useApi(channelRead, { channelId })
  const columns = useColumns()
  const [adding, setAdding] = useState(false)
  const remove = useAct('DELETE /api/v1/integration/:channelId/links/:linkId', {
    refresh: [list, channelRead],
  })
  const title = t('signOn.peopleTitle', { name: channel.data?.name ?? '' })
  usePageName(paths.integrationPeople(channelId), channel.data === undefined ? undefined : title)
  const fixedInput = useMemo(() => ({ channelId }), [channelId])
  const fields = useMemo(
    (): readonly SearchField[] => [{ kind: 'text', name: 'search', label: t('signOn.linkSearch') }],
    [t],
  )
  const isLocked = channel.data?.signInLocked !== false
  const rowActions = useCallback(
    ({ id: linkId, displayName: name }: Row) => (
      <Button
        type="link"
        size="small"
        danger
        disabled={isLocked}
        aria-label={`${t('signOn.linkRemove')} ${name}`}
        onClick={() =>
          void confirm({
            title: t('signOn.linkRemoveTitle', { name }),
            text: t('signOn.linkRemoveText'),
            action: t('signOn.linkRemove'),
            act: async () => {
              await remove.mutateAsync({ channelId, linkId })
              notify.success(t('signOn.linkRemoved'))
            },
          })
        }
      >
        {t('signOn.linkRemove')}
      </Button>
    ),
    [t, confirm, remove, channelId, isLocked],
  )
  if (channel.error !== null)
    return <ErrorState error={channel.error} onRetry={() => void channel.refetch()} />
  const kind = channel.data?.kind
  const form: SignOnForm = kind !== undefined && isSignOnKind(kind) ? channelForms[kind] : 'oidc'
  const addButton = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      disabled={isLocked}
      onClick={() => setAdding(true)}
    >
      {t('signOn.linkAdd')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="sign-on-links"
        title={title}
        endpoint={list}
        fixedInput={fixedInput}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ displayName }) => displayName}
        rowActions={rowActions}
        actionsWidth={120}
        defaultSort="-linkedAt"
        actions={addButton}
        empty={
          <EmptyState title={t('signOn.linksNone')} hint={t('signOn.linksNoneHint')} action={addButton} />
        }
      />
      <LinkDrawer channelId={channelId} form={form} open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function useColumns(): readonly ListColumn<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<Row>[] => [
      {
        key: 'displayName',
        title: t('signOn.member'),
        width: 180,
        render: ({ displayName, userName }) =>
          userName === null ? displayName : `${displayName} (${userName})`,
      },
      {
        key: 'subject',
        title: t('signOn.subject'),
        width: 240,
        phone: 'value',
        render: ({ subject }) => subject,
      },
      {
        key: 'shown',
        title: t('signOn.shown'),
        width: 200,
        phone: 'value',
        render: ({ shown }) => shown,
      },
      {
        key: 'linkedBy',
        title: t('signOn.linkedBy'),
        width: 120,
        phone: 'value',
        render: ({ linkedBy }) => t(`signOn.linkers.${linkedBy}`),
      },
      {
        key: 'linkedAt',
        title: t('signOn.linkedAt'),
        width: 170,
        sortable: true,
        render: ({ linkedAt }) => format.dateTime(linkedAt),
      },
      {
        key: 'usedAt',
        title: t('signOn.usedAt'),
        width: 130,
        render: ({ usedAt }) => <RelativeTime at={usedAt} />,
      },
    ],
    [t, format],
  )
}
