import { Button, Drawer, Input, Pagination } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type RequestedMember, WhyDrawer } from '../../ui/why-drawer.tsx'

interface Props {
  role: { readonly role: string; readonly name: string }
  open: boolean
  onClose: () => void
}

const pageSize = 50

/** The holders of a role, and why they can or cannot do something. */
export function MembersDrawer({ role, open, onClose }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<RequestedMember | null>(null)
  return (
    <>
      <Drawer
        title={t('roles.membersOf', { name: role.name })}
        open={open}
        onClose={onClose}
        size={480}
        destroyOnHidden
      >
        <MembersOfRole role={role.role} onWhy={setAsked} />
      </Drawer>
      <WhyDrawer member={asked} open={asked !== null} onClose={() => setAsked(null)} />
    </>
  )
}

function MembersOfRole({ role, onWhy }: { role: string; onWhy: (member: RequestedMember) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const wanted = useDeferredValue(search.trim())
  const { data, error, refetch } = useApi(
    'POST /api/v1/auth/role/members',
    { role, search: wanted, page, pageSize },
    { keepPrevious: true },
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState />
  if (data.total === 0 && wanted === '')
    return <EmptyState title={t('roles.membersNone')} hint={t('roles.membersNoneHint')} />
  return (
    <div className="role-members">
      <Input
        allowClear
        placeholder={t('roles.whyMemberPlaceholder')}
        aria-label={t('roles.whyMemberPlaceholder')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setPage(1)
        }}
      />
      <ul>
        {data.items.map(({ memberId, displayName, department, status }) => (
          <li key={memberId}>
            <span>
              {displayName}
              {department !== null && <small className="quiet">{department}</small>}
            </span>
            <StatusTag tone={status === 'enabled' ? 'ok' : 'off'}>
              {t(`account.members.statuses.${status}`)}
            </StatusTag>
            <Button
              type="link"
              size="small"
              aria-label={t('roles.whyOf', { name: displayName })}
              onClick={() => onWhy({ memberId, displayName })}
            >
              {t('roles.why')}
            </Button>
          </li>
        ))}
      </ul>
      {data.total > pageSize && (
        <Pagination simple current={page} pageSize={pageSize} total={data.total} onChange={setPage} />
      )}
    </div>
  )
}
