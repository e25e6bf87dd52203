import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { CredentialDrawer } from './credential-drawer.tsx'
import { credentialList, type CredentialRow, refreshed } from './credential.ts'
import './credentials.css'

export function CredentialList() {
  return useMay('DMS_SERVER_DEVICE_CREDENTIAL') ? <List /> : <NoPermissionState />
}

/** SNMP credentials in the order in which they are tried. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<CredentialRow | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('monitoring.credentials.searchLabel'),
        placeholder: t('monitoring.credentials.search'),
      },
    ],
    [t],
  )
  const rowActions = useCallback(
    (row: CredentialRow) => <RowActs row={row} onEdit={() => setEditing(row)} />,
    [],
  )
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('monitoring.credentials.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="snmpCredentials"
        title={t('shell.titles.snmpCredentials')}
        endpoint={credentialList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={190}
        actions={addButton}
        summary={<p className="credential-hint">{t('monitoring.credentials.order')}</p>}
        empty={
          <EmptyState
            title={t('monitoring.credentials.none')}
            hint={t('monitoring.credentials.noneHint')}
            action={addButton}
          />
        }
      />
      <CredentialDrawer
        credential={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function RowActs({ row, onEdit }: { row: CredentialRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const move = useAct('POST /monitor/api/v1/snmp/credential/:credentialId/move', { refresh: refreshed })
  const remove = useAct('DELETE /monitor/api/v1/snmp/credential/:credentialId', { refresh: refreshed })
  // Of all sets, however the list is filtered; one read for all rows.
  const all = useApi(credentialList, { pageSize: 10 })
  const { id, name, position, devices } = row
  const isLast = position >= (all.data?.total ?? Infinity)
  const to = (place: number) => move.mutate({ credentialId: id, position: place })
  const ask = () =>
    void confirm({
      title: t('monitoring.credentials.deleteTitle', { name }),
      text: t('monitoring.credentials.deleteText', { count: devices }),
      action: t('monitoring.credentials.delete'),
      act: async () => {
        await remove.mutateAsync({ credentialId: id })
        notify.success(t('monitoring.credentials.deleted'))
      },
    })
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={position <= 1 || move.isPending}
        title={t('monitoring.credentials.up')}
        aria-label={t('monitoring.credentials.upOf', { name })}
        onClick={() => to(position - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={isLast || move.isPending}
        title={t('monitoring.credentials.down')}
        aria-label={t('monitoring.credentials.downOf', { name })}
        onClick={() => to(position + 1)}
      />
      <Button
        type="link"
        size="small"
        aria-label={`${t('monitoring.credentials.edit')} ${name}`}
        onClick={onEdit}
      >
        {t('monitoring.credentials.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger
        aria-label={`${t('monitoring.credentials.delete')} ${name}`}
        onClick={ask}
      >
        {t('monitoring.credentials.delete')}
      </Button>
    </>
  )
}

function useColumns(): readonly ListColumn<CredentialRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'name', title: t('monitoring.credentials.name'), width: 200, render: (row) => row.name },
      {
        key: 'position',
        title: t('monitoring.credentials.position'),
        width: 70,
        phone: 'value',
        render: (row) => row.position,
      },
      {
        key: 'version',
        title: t('monitoring.credentials.version'),
        width: 80,
        phone: 'status',
        render: (row) => t(`monitoring.credentials.versions.${row.version}`),
      },
      {
        key: 'security',
        title: t('monitoring.credentials.security'),
        width: 260,
        phone: 'value',
        render: (row) =>
          row.version === 'v3'
            ? t('monitoring.credentials.securityText', {
                user: row.userName,
                auth:
                  row.auth === null
                    ? t('monitoring.credentials.noAuth')
                    : t(`monitoring.credentials.authProtocols.${row.auth}`),
                privacy:
                  row.privacy === null
                    ? t('monitoring.credentials.noPrivacy')
                    : t(`monitoring.credentials.privacyProtocols.${row.privacy}`),
              })
            : t('monitoring.credentials.communitySet'),
      },
      {
        key: 'scope',
        title: t('monitoring.credentials.scope'),
        width: 200,
        phone: 'value',
        render: (row) => row.outletName ?? row.range ?? t('monitoring.credentials.scopes.company'),
      },
      {
        key: 'devices',
        title: t('monitoring.credentials.devices'),
        width: 90,
        phone: 'value',
        render: (row) => format.number(row.devices),
      },
      {
        key: 'editedAt',
        title: t('monitoring.credentials.editedAt'),
        width: 170,
        render: (row) => format.dateTime(row.editedAt),
      },
    ],
    [t, format],
  )
}
