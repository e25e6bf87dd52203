import { ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterRule, ruleList, type RuleRow } from './discovery.ts'
import { RuleDrawer } from './rule-drawer.tsx'
import './discovery.css'

export function DiscoveryRules() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <List /> : <NoPermissionState />
}

/** Rules by which finds are taken in, in their order. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<RuleRow | 'new' | null>(null)
  const rowActions = useCallback((row: RuleRow) => <RowActs row={row} onEdit={() => setEditing(row)} />, [])
  const addButton = (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('discovery.rules.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="discoveryRules"
        title={t('shell.titles.discoveryRules')}
        endpoint={ruleList}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={160}
        actions={addButton}
        summary={<p>{t('discovery.rules.order')}</p>}
        empty={
          <EmptyState
            title={t('discovery.rules.none')}
            hint={t('discovery.rules.noneHint')}
            action={addButton}
          />
        }
      />
      <RuleDrawer
        rule={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function RowActs({ row, onEdit }: { row: RuleRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const move = useAct('POST /monitor/api/v1/discovery/rule/:ruleId/move', { refresh: afterRule })
  const remove = useAct('DELETE /monitor/api/v1/discovery/rule/:ruleId', { refresh: afterRule })
  const { id: ruleId, name, position } = row
  const ask = () =>
    void confirm({
      title: t('discovery.rules.deleteTitle', { name }),
      text: t('discovery.rules.deleteText'),
      action: t('discovery.delete'),
      act: () => remove.mutateAsync({ ruleId }),
    })
  return (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={position <= 1 || move.isPending}
        aria-label={t('discovery.rules.upOf', { name })}
        onClick={() => move.mutate({ ruleId, position: position - 1 })}
      />
      <Button type="link" size="small" aria-label={`${t('discovery.edit')} ${name}`} onClick={onEdit}>
        {t('discovery.edit')}
      </Button>
      <Button type="link" size="small" danger aria-label={`${t('discovery.delete')} ${name}`} onClick={ask}>
        {t('discovery.delete')}
      </Button>
    </Permission>
  )
}

function useColumns(): readonly ListColumn<RuleRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<RuleRow>[] => [
      { key: 'name', title: t('discovery.rules.name'), width: 180, render: (row) => row.name },
      {
        key: 'enabled',
        title: t('discovery.rules.enabled'),
        width: 90,
        phone: 'status',
        render: (row) => (
          <StatusTag tone={row.enabled ? 'ok' : 'off'}>
            {t(row.enabled ? 'discovery.rules.on' : 'discovery.rules.off')}
          </StatusTag>
        ),
      },
      {
        key: 'fits',
        title: t('discovery.rules.fits'),
        width: 260,
        phone: 'value',
        render: ({ types, vendor, range }) =>
          [types.map((type) => t(`equipment.types.${type}`)).join(', '), vendor, range ?? '']
            .filter((part) => part !== '')
            .join(' · ') || t('discovery.rules.anything'),
      },
      {
        key: 'outlet',
        title: t('discovery.rules.outlet'),
        width: 150,
        phone: 'value',
        render: (row) => row.outletName ?? t('discovery.rules.ofJob'),
      },
      {
        key: 'namePattern',
        title: t('discovery.rules.pattern'),
        width: 180,
        mono: true,
        render: (row) => row.namePattern,
      },
      { key: 'tags', title: t('equipment.tags'), width: 160, render: (row) => row.tags.join(', ') || '—' },
    ],
    [t],
  )
}
