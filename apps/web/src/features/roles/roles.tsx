import { permissionCodes } from '@netward/contract/permissions'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/use-drawer.ts'
import { WhyDrawer } from '../../ui/why-drawer.tsx'
import { DefaultRole } from './default-role.tsx'
import { DeleteDrawer } from './delete-drawer.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { PublishDrawer } from './publish-drawer.tsx'
import { affiliations, type Role, type RoleRow, rolesEndpoint } from './role.ts'
import { RoleActions } from './role-actions.tsx'
import { RoleDrawer, type Written } from './role-drawer.tsx'
import { RoleViewDrawer } from './role-view-drawer.tsx'
import { useRoleColumns } from './use-role-columns.tsx'
import './roles.css'

/** The roles of the current company: their permissions, their holders, and where they are published. */
export function Roles() {
  return useMay('DMS_SERVER_AUTH_MANAGE_ROLE') ? <List /> : <NoPermissionState />
}

const readRole = (role: string) => api('GET /api/v1/auth/role/:role', { role })

function List() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_AUTH_MANAGE_ROLE_EDIT')
  const viewing = useDrawer<string>()
  const writing = useDrawer<Written>()
  const members = useDrawer<Pick<RoleRow, 'role' | 'name'>>()
  const publishing = useDrawer<Role>()
  const deleting = useDrawer<Role>()
  const [asking, setAsking] = useState(false)
  const { show: showWritten } = writing
  const { show: showPublished } = publishing
  const { show: showDeleted } = deleting

  /** The role is refetched for editing: its version reveals changes by another user. */
  const write = useCallback(
    (how: Written['how'], row: RoleRow | null) => {
      const read = Promise.all([
        api('GET /api/v1/auth/role/offer', {}),
        row === null ? null : readRole(row.role),
      ])
      read.then(
        ([offer, role]) => showWritten({ how, role, offer }),
        // The client has reported it.
        () => undefined,
      )
    },
    [showWritten],
  )
  const { show: showViewed } = viewing
  const { show: showMembers } = members
  const view = useCallback((row: RoleRow) => showViewed(row.role), [showViewed])
  const columns = useRoleColumns({ view, members: showMembers })
  const fields = useFields()
  const rowActions = useCallback(
    (row: RoleRow) => (
      <RoleActions
        row={row}
        onWrite={write}
        onPublish={() => void readRole(row.role).then(showPublished, () => undefined)}
        onDelete={() => void readRole(row.role).then(showDeleted, () => undefined)}
      />
    ),
    [write, showPublished, showDeleted],
  )
  useLiveReads(rolesEndpoint, ['role.changed', 'member.changed'])
  const createButton = mayEdit && (
    <Button type="primary" onClick={() => write('create', null)}>
      {t('roles.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="roles"
        title={t('shell.titles.roles')}
        endpoint={rolesEndpoint}
        columns={columns}
        fields={fields}
        rowKey={({ role }) => role}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={132}
        defaultSort="name"
        summary={<DefaultRole />}
        actions={
          <>
            <Button onClick={() => setAsking(true)}>{t('roles.whyTitle')}</Button>
            {createButton}
          </>
        }
        exportCsv={{ endpoint: 'POST /api/v1/auth/role/export', label: t('roles.exportLabel') }}
        empty={<EmptyState title={t('roles.none')} hint={t('roles.noneHint')} action={createButton} />}
      />
      {viewing.about !== null && (
        <RoleViewDrawer
          role={viewing.about}
          open={viewing.open}
          onClose={viewing.close}
          onMembers={members.show}
        />
      )}
      {writing.about !== null && (
        <RoleDrawer written={writing.about} open={writing.open} onClose={writing.close} />
      )}
      {members.about !== null && (
        <MembersDrawer role={members.about} open={members.open} onClose={members.close} />
      )}
      {publishing.about !== null && (
        <PublishDrawer role={publishing.about} open={publishing.open} onClose={publishing.close} />
      )}
      {deleting.about !== null && (
        <DeleteDrawer role={deleting.about} open={deleting.open} onClose={deleting.close} />
      )}
      <WhyDrawer member={null} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { kind: 'text', name: 'search', label: t('roles.searchLabel'), placeholder: t('roles.search') },
      {
        kind: 'select',
        name: 'affiliation',
        label: t('roles.affiliation'),
        options: affiliations.map((value) => ({ value, label: t(`roles.affiliations.${value}`) })),
      },
      {
        kind: 'select',
        name: 'permission',
        label: t('roles.permission'),
        options: permissionCodes.map((value) => ({
          value,
          label: t(`permissions.codes.${value}.name`),
        })),
      },
    ],
    [t],
  )
}
