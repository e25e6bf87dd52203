import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { Member } from './member.ts'

const dash = '—'

export function useMemberColumns(): readonly ListColumn<Member>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const roleName = useRoleName()
  return useMemo(
    () => [
      {
        key: 'displayName',
        title: t('account.displayName'),
        width: 116,
        sortable: true,
        render: ({ displayName }) => displayName,
      },
      {
        key: 'status',
        title: t('account.members.status'),
        width: 108,
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
        width: 128,
        sortable: true,
        phone: 'value',
        render: ({ userName }) =>
          userName === null ? <span title={t('account.members.userNameElsewhere')}>{dash}</span> : userName,
      },
      {
        key: 'roles',
        title: t('account.members.role'),
        width: 140,
        phone: 'value',
        render: ({ roles }) => (roles.length === 0 ? dash : roles.map(roleName).join(' · ')),
      },
      {
        key: 'department',
        title: t('account.department'),
        width: 140,
        sortable: true,
        phone: 'value',
        render: ({ department }) => {
          const path = department.join(' / ')
          return path === '' ? dash : <span title={path}>{department.at(-1)}</span>
        },
      },
      {
        key: 'phone',
        title: t('account.phone'),
        width: 124,
        phone: 'value',
        render: ({ phone }) => phone ?? dash,
      },
      {
        key: 'email',
        title: t('account.email'),
        width: 160,
        render: ({ email }) => email ?? dash,
      },
      {
        key: 'lastActiveAt',
        title: t('account.members.lastActiveAt'),
        width: 128,
        sortable: true,
        phone: 'value',
        render: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
      },
      {
        key: 'lastSignInAt',
        title: t('account.members.lastSignInAt'),
        width: 128,
        sortable: true,
        hidden: true,
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
