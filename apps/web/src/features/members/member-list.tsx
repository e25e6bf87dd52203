import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useSession } from '../../lib/session.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { menuLabel } from '../../ui/menu-item.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type RequestedMember, WhyDrawer } from '../../ui/why-drawer.tsx'
import { ChangeRolesDrawer } from './change-roles-drawer.tsx'
import type { Department } from './departments.ts'
import { EditMemberDrawer } from './edit-member-drawer.tsx'
import { HandOverDrawer, type Leaving } from './hand-over-drawer.tsx'
import { type Member, memberList } from './member.ts'
import { MemberButtons } from './member-buttons.tsx'
import { useMemberColumns } from './member-columns.tsx'
import { MoveMembersDrawer } from './move-members-drawer.tsx'
import { useRoleOptions } from './role-select.tsx'
import { useLeaving } from './use-leaving.ts'
import { useMemberActs } from './use-member-acts.ts'

const statuses = ['enabled', 'disabled'] as const

/** The members of a department, with or without its subdepartments. */
export function MemberList({ department, below }: { department: Department; below: boolean }) {
  const { t } = useTranslation()
  const columns = useMemberColumns()
  const fields = useFields()
  const [edited, setEdited] = useState<Member | null>(null)
  const [editing, setEditing] = useState(false)
  const [moving, setMoving] = useState<Selection<Member> | null>(null)
  const [regiven, setRegiven] = useState<Selection<Member> | null>(null)
  const [asked, setAsked] = useState<RequestedMember | null>(null)
  const fixed = useMemo(
    () => ({ below, ...((!department.isRoot || !below) && { departmentId: department.id }) }),
    [department.id, department.isRoot, below],
  )
  useLiveReads(memberList, ['member.changed'])
  const { leaving, end, mayEndAll, close } = useLeaving()
  const rowActions = useCallback(
    (row: Member) => (
      <RowActions
        member={row}
        onEdit={() => {
          setEdited(row)
          setEditing(true)
        }}
        onWhy={() => setAsked(row)}
        onLeave={(how) => void end(row, how)}
      />
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- it is another function on every render, and does the same
    [],
  )
  const batchActions = useCallback(
    (selection: Selection<Member>) => (
      <BatchActions
        selection={selection}
        onMove={() => setMoving(selection)}
        onRoles={() => setRegiven(selection)}
        mayEndAll={mayEndAll}
      />
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [],
  )
  return (
    <>
      <ListPage
        name="members"
        title={department.name}
        endpoint={memberList}
        fixedInput={fixed}
        columns={columns}
        fields={fields}
        rowKey={({ memberId }) => memberId}
        rowName={({ displayName }) => displayName}
        rowActions={rowActions}
        actionsWidth={138}
        batchActions={batchActions}
        defaultSort="displayName"
        exportCsv={{ endpoint: 'POST /api/v1/auth/member/export', label: t('account.members.exportLabel') }}
        actions={<MemberButtons departmentId={department.id} />}
        empty={
          <EmptyState
            title={t('account.members.none')}
            hint={t('account.members.noneHint')}
            action={<MemberButtons departmentId={department.id} />}
          />
        }
      />
      {edited !== null && (
        <EditMemberDrawer member={edited} open={editing} onClose={() => setEditing(false)} />
      )}
      <WhyDrawer member={asked} open={asked !== null} onClose={() => setAsked(null)} />
      {leaving !== null && <HandOverDrawer leaving={leaving} onClose={close} />}
      {moving !== null && <MoveMembersDrawer selection={moving} onClose={() => setMoving(null)} />}
      {regiven !== null && <ChangeRolesDrawer selection={regiven} onClose={() => setRegiven(null)} />}
    </>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const roles = useRoleOptions()
  const known = JSON.stringify(roles)
  return useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('account.members.searchLabel'),
        placeholder: t('account.members.search'),
      },
      {
        kind: 'select',
        name: 'role',
        label: t('account.members.role'),
        options: roles.map(({ value, label }) => ({ value, label })),
      },
      {
        kind: 'select',
        name: 'status',
        label: t('account.members.status'),
        options: statuses.map((value) => ({ value, label: t(`account.members.statuses.${value}`) })),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- `known` stands for the roles, which are another list on every render
    [t, known],
  )
}

interface RowActionsProps {
  member: Member
  onEdit: () => void
  onWhy: () => void
  onLeave: (how: Leaving['end']) => void
}

function RowActions({ member, onEdit, onWhy, onLeave }: RowActionsProps) {
  const { t } = useTranslation()
  const acts = useMemberActs()
  const items = useMenu(member, acts, onWhy, onLeave)
  return (
    <>
      <Permission codes={['DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT']}>
        <Button
          type="link"
          size="small"
          aria-label={`${t('account.members.edit')} ${member.displayName}`}
          onClick={onEdit}
        >
          {t('account.members.edit')}
        </Button>
      </Permission>
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="link"
            size="small"
            icon={<DownOutlined aria-hidden="true" />}
            iconPlacement="end"
            aria-label={`${t('account.members.more')} ${member.displayName}`}
          >
            {t('account.members.more')}
          </Button>
        </Dropdown>
      )}
    </>
  )
}

function useMenu(
  member: Member,
  acts: ReturnType<typeof useMemberActs>,
  onWhy: () => void,
  onLeave: RowActionsProps['onLeave'],
): NonNullable<MenuProps['items']> {
  const { t } = useTranslation()
  const mayAsk = useMay('DMS_SERVER_AUTH_MANAGE_ROLE')
  const mayDisable = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE')
  const mayReset = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_RESET')
  const mayRemove = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE')
  const oneself = useSession()?.user.userCode === member.userCode
  const wanted = member.status === 'enabled' ? 'disabled' : 'enabled'
  const unreachable = member.email === null && member.phone === null
  // Unavailable actions give the reason.
  const reason = oneself ? t('errors.member.oneself') : undefined
  return [
    ...(mayAsk ? [{ key: 'why', label: t('roles.why'), onClick: onWhy }] : []),
    ...(mayReset
      ? [
          {
            key: 'reset',
            label: menuLabel(t('account.members.reset'), unreachable ? t('account.members.resetNone') : null),
            disabled: unreachable,
            onClick: () => acts.sendResetLink(member),
          },
        ]
      : []),
    ...(mayDisable
      ? [
          {
            key: 'status',
            label: menuLabel(
              t(wanted === 'disabled' ? 'account.members.disable' : 'account.members.enable'),
              reason,
            ),
            danger: wanted === 'disabled',
            disabled: oneself,
            onClick: () =>
              wanted === 'disabled' ? onLeave('disabled') : void acts.setStatus([member], wanted),
          },
        ]
      : []),
    ...(mayRemove
      ? [
          {
            key: 'remove',
            label: menuLabel(t('account.members.remove'), reason),
            danger: true,
            disabled: oneself,
            onClick: () => onLeave('removed'),
          },
        ]
      : []),
  ]
}

function BatchActions({
  selection,
  onMove,
  onRoles,
  mayEndAll,
}: {
  selection: Selection<Member>
  onMove: () => void
  onRoles: () => void
  mayEndAll: (members: readonly Member[]) => Promise<boolean>
}) {
  const { t } = useTranslation()
  const { setStatus, removeAll } = useMemberActs()
  const set = async (wanted: Member['status']) => {
    if (wanted === 'disabled' && !(await mayEndAll(selection.rows))) return
    if (await setStatus(selection.rows, wanted)) selection.clear()
  }
  const remove = async () => {
    if (!(await mayEndAll(selection.rows))) return
    if (await removeAll(selection.rows)) selection.clear()
  }
  return (
    <>
      <Permission codes={['DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT']}>
        <Button onClick={onMove}>{t('account.members.move')}</Button>
        <Button onClick={onRoles}>{t('account.members.changeRoles')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE']}>
        <Button onClick={() => void set('enabled')}>{t('account.members.enable')}</Button>
        <Button danger onClick={() => void set('disabled')}>
          {t('account.members.disable')}
        </Button>
      </Permission>
      <Permission codes={['DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE']}>
        <Button danger onClick={() => void remove()}>
          {t('account.members.remove')}
        </Button>
      </Permission>
    </>
  )
}
