import { channelForms, channelKinds, channelStates, smsProviders } from '@netward/contract/integration-values'
import { PlusOutlined } from '@ant-design/icons'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { useStore } from '../../lib/store.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { channelList, type ChannelRow, stateTones, useFailureText } from './channel.ts'
import { ChannelActs } from './channel-acts.tsx'
import { leaveList, leaveReturned, returned } from './list-return.ts'
import './integrations.css'

export function ChannelList() {
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? <List /> : <NoPermissionState />
}

/** Integration channels of the company acted in. Coming back from the edit page it is as it was left. */
function List() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const searchText = useLocation({ select: (location) => location.searchStr })
  const columns = useColumns()
  const fields = useFields()
  const router = useRouter()
  const back = useStore(returned)
  useEffect(() => {
    if (back !== null && back.search !== '')
      void navigate({ to: paths.integrations, search: parseSearch(back.search), replace: true })
  }, [back, navigate])
  useEffect(() => () => leaveReturned(router.state.location.pathname), [router])
  const open = useCallback(
    (row: ChannelRow) => {
      leaveList(searchText, row.id)
      void navigate({ href: paths.integration(row.id, row.kind) })
    },
    [navigate, searchText],
  )
  const rowActions = useCallback(
    (row: ChannelRow) => <ChannelActs row={row} onEdit={() => open(row)} />,
    [open],
  )
  const addButton = (
    <Dropdown
      trigger={['click']}
      menu={{
        items: channelKinds.map((kind) => ({
          key: String(kind),
          label: t(`integrations.kinds.${channelForms[kind]}`),
        })),
        onClick: ({ key }) => {
          leaveList(searchText, null)
          void navigate({ href: paths.integrationNew(Number(key)) })
        },
      }}
    >
      <Button type="primary" icon={<PlusOutlined aria-hidden="true" />}>
        {t('integrations.add')}
      </Button>
    </Dropdown>
  )
  return (
    <ListPage
      name="integrations"
      title={t('shell.titles.dockingManagement')}
      endpoint={channelList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      marked={back?.rowId ?? undefined}
      rowActions={rowActions}
      actionsWidth={300}
      defaultSort="name"
      actions={addButton}
      empty={
        <EmptyState title={t('integrations.none')} hint={t('integrations.noneHint')} action={addButton} />
      }
    />
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('integrations.search') },
      {
        kind: 'select',
        name: 'kind',
        label: t('integrations.kind'),
        options: channelKinds.map((kind) => ({
          value: String(kind),
          label: t(`integrations.kinds.${channelForms[kind]}`),
        })),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('integrations.state'),
        options: channelStates.map((value) => ({ value, label: t(`integrations.states.${value}`) })),
      },
    ],
    [t],
  )
}

function useColumns(): readonly ListColumn<ChannelRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const failureText = useFailureText()
  return useMemo((): readonly ListColumn<ChannelRow>[] => {
    /** The vendor stands before the signature. */
    const smsTarget = (target: string) => {
      const [vendor, ...rest] = target.split(' ')
      const known = smsProviders.find((one) => one === vendor)
      return known === undefined ? target : [t(`integrations.sms.providers.${known}`), ...rest].join(' ')
    }
    return [
      { key: 'name', title: t('integrations.name'), width: 180, sortable: true, render: (row) => row.name },
      {
        key: 'kind',
        title: t('integrations.kind'),
        width: 110,
        phone: 'value',
        render: ({ kind }) => t(`integrations.kinds.${channelForms[kind]}`),
      },
      {
        key: 'target',
        title: t('integrations.target'),
        width: 230,
        phone: 'long',
        render: ({ kind, target }) =>
          kind === 4
            ? smsTarget(target)
            : kind === 5 && target === 'platform'
              ? t('integrations.mail.servers.platform')
              : target,
      },
      {
        key: 'state',
        title: t('integrations.state'),
        width: 120,
        phone: 'status',
        render: ({ state, failure, failingSince }) => (
          <span
            title={
              failure === null || failingSince === null
                ? undefined
                : t('integrations.failingSince', {
                    since: format.dateTime(failingSince),
                    reason: failureText(failure) ?? '',
                  })
            }
          >
            <StatusTag tone={stateTones[state]}>{t(`integrations.states.${state}`)}</StatusTag>
          </span>
        ),
      },
      {
        key: 'sentAt',
        title: t('integrations.sentAt'),
        width: 130,
        phone: 'value',
        render: ({ sentAt }) => <RelativeTime at={sentAt} />,
      },
      {
        key: 'editedAt',
        title: t('integrations.editedAt'),
        width: 170,
        sortable: true,
        render: (row) => format.dateTime(row.editedAt),
      },
      { key: 'editedBy', title: t('integrations.editedBy'), width: 120, render: (row) => row.editedBy },
    ]
    // oxlint-disable-next-line react/exhaustive-deps -- the words of failures change with the language alone
  }, [t, format])
}
