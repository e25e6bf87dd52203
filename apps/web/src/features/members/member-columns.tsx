import { memberColumns, memberEntity } from '@netward/contract/member-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { entityColumns } from '../../ui/entity/entity-columns.ts'
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
    () =>
      entityColumns<typeof memberEntity, (typeof memberColumns)[number]['key'], Member>(
        t,
        memberEntity,
        memberColumns,
        {
          status: ({ status }) => (
            <StatusTag tone={status === 'enabled' ? 'ok' : 'off'}>
              {t(`account.members.statuses.${status}`)}
            </StatusTag>
          ),
          userName: ({ userName }) =>
            userName === null ? <span title={t('account.members.userNameElsewhere')}>{dash}</span> : userName,
          roles: ({ roles }) => (roles.length === 0 ? dash : roles.map(roleName).join(' · ')),
          department: ({ department, otherDepartments }) => {
            const path = department.join(' / ')
            const main = path === '' ? dash : <span title={path}>{department.at(-1)}</span>
            if (otherDepartments.length === 0) return main
            const names = otherDepartments.join(', ')
            return (
              <>
                {main} <span className="quiet">{t('account.members.alsoIn', { names })}</span>
              </>
            )
          },
          phone: ({ phone }) => phone ?? dash,
          email: ({ email }) => email ?? dash,
          lastActiveAt: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
          lastSignInAt: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} />,
          createdAt: ({ createdAt }) => format.dateTime(createdAt),
        },
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the name of a role changes with the language, as `t` does
    [t, format],
  )
}
