import type { EndpointOutput } from '@netward/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { InviteButton } from './invite-button.tsx'

const list = 'POST /api/v1/auth/member/lists'
type Member = EndpointOutput<typeof list>['items'][number]

const dash = '—'

export function MemberList() {
  const { t } = useTranslation()
  const columns = useColumns()
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('account.members.searchLabel'),
        placeholder: t('account.members.search'),
      },
    ],
    [t],
  )
  useLiveReads(list, ['member.changed'])
  return (
    <ListPage
      name="members"
      title={t('account.members.tab')}
      endpoint={list}
      columns={columns}
      fields={fields}
      rowKey={({ memberId }) => memberId}
      rowName={({ displayName }) => displayName}
      defaultSort="displayName"
      actions={<InviteButton />}
      empty={<EmptyState title={t('account.members.none')} hint={t('account.members.noneHint')} />}
    />
  )
}

function useColumns(): readonly ListColumn<Member>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const roleName = useRoleName()
  return useMemo(
    () => [
      {
        key: 'displayName',
        title: t('account.displayName'),
        width: 140,
        sortable: true,
        render: ({ displayName }) => displayName,
      },
      {
        key: 'status',
        title: t('account.members.status'),
        width: 104,
        sortable: true,
        phone: 'status',
        render: ({ status }) => (
          <StatusTag tone={status === 'enabled' ? 'ok' : 'off'}>
            {t(`account.members.statuses.${status}`)}
          </StatusTag>
        ),
      },
      {
        key: 'userName',
        title: t('account.userName'),
        width: 130,
        sortable: true,
        phone: 'value',
        render: ({ userName }) =>
          userName === null ? <span title={t('account.members.userNameElsewhere')}>{dash}</span> : userName,
      },
      {
        key: 'roles',
        title: t('account.members.role'),
        width: 160,
        phone: 'value',
        render: ({ roles }) => (roles.length === 0 ? dash : roles.map(roleName).join(' · ')),
      },
      {
        key: 'phone',
        title: t('account.phone'),
        width: 130,
        phone: 'value',
        render: ({ phone }) => phone ?? dash,
      },
      {
        key: 'email',
        title: t('account.email'),
        width: 180,
        render: ({ email }) => email ?? dash,
      },
      {
        key: 'lastSignInAt',
        title: t('account.members.lastSignInAt'),
        width: 140,
        sortable: true,
        phone: 'value',
        render: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} />,
      },
      {
        key: 'createdAt',
        title: t('account.members.createdAt'),
        width: 170,
        sortable: true,
        hidden: true,
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the name of a role changes with the language, as `t` does
    [t, format],
  )
}
