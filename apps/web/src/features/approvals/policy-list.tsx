import { PlusOutlined } from '@ant-design/icons'
import { approvalKinds } from '@netward/contract/approval-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PolicyDrawer } from './policy-drawer.tsx'
import { appliesText, policyList, type PolicyRow } from './policy.ts'

export function PolicyList() {
  return useMay('DMS_SERVER_SYSTEM_APPROVAL') ? <List /> : <NoPermissionState />
}

/** Who approves what before it happens. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<PolicyRow | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'select',
        name: 'kind',
        label: t('approvals.kind'),
        options: approvalKinds.map((value) => ({ value, label: t(`approvals.kinds.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback((row: PolicyRow) => <Acts row={row} onEdit={() => setEditing(row)} />, [])
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('approvals.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="approvalPolicies"
        title={t('shell.titles.approvalPolicies')}
        endpoint={policyList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="name"
        actions={add}
        empty={<EmptyState title={t('approvals.none')} hint={t('approvals.noneHint')} action={add} />}
      />
      <PolicyDrawer
        policy={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({ row: { id: policyId, name }, onEdit }: { row: PolicyRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/approval/policy/:policyId', { refresh: [policyList] })
  return (
    <>
      <Button type="link" size="small" aria-label={`${t('approvals.edit')} ${name}`} onClick={onEdit}>
        {t('approvals.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger
        aria-label={`${t('approvals.remove')} ${name}`}
        onClick={() =>
          void confirm({
            title: t('approvals.removeTitle', { name }),
            text: t('approvals.removeText'),
            action: t('approvals.remove'),
            act: () => remove.mutateAsync({ policyId }),
          })
        }
      >
        {t('approvals.remove')}
      </Button>
    </>
  )
}

function useColumns(): readonly ListColumn<PolicyRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<PolicyRow>[] => [
      {
        key: 'name',
        title: t('approvals.name'),
        width: 200,
        sortable: true,
        render: ({ name, forBelow }) => (
          <>
            {name} {forBelow && <span className="quiet">{t('approvals.forBelowShort')}</span>}
          </>
        ),
      },
      {
        key: 'kind',
        title: t('approvals.kind'),
        width: 120,
        phone: 'value',
        render: ({ kind }) => t(`approvals.kinds.${kind}`),
      },
      {
        key: 'applies',
        title: t('approvals.applies'),
        width: 220,
        phone: 'value',
        render: (row) => appliesText(t, row),
      },
      {
        key: 'steps',
        title: t('approvals.steps'),
        width: 260,
        phone: 'value',
        render: ({ steps }) => steps.map(({ by }) => t(`approvals.by.${by}`)).join(' → '),
      },
      {
        key: 'enabled',
        title: t('approvals.enabled'),
        width: 100,
        phone: 'status',
        render: ({ enabled }) => (
          <StatusTag tone={enabled ? 'ok' : 'off'}>
            {t(enabled ? 'approvals.enabledYes' : 'approvals.enabledNo')}
          </StatusTag>
        ),
      },
      {
        key: 'editedAt',
        title: t('approvals.editedAt'),
        width: 200,
        phone: 'value',
        render: ({ editedAt, editedBy }) => `${format.dateTime(editedAt)} ${editedBy}`,
      },
    ],
    [t, format],
  )
}
