import { PlusOutlined } from '@ant-design/icons'
import { orderCategories } from '@netward/contract/work-order-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { RowActs } from '../../ui/row-acts.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { type External, externalList } from './engineer.ts'
import { ExternalDrawer } from './external-drawer.tsx'

export function ExternalEngineerList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

/** Engineers of partner companies. */
function List() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_SERVICE_LEVEL')
  const columns = useColumns()
  const [editing, setEditing] = useState<External | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('fieldWork.searchLabel'),
        placeholder: t('engineers.externalSearch'),
      },
      {
        kind: 'select',
        name: 'skill',
        label: t('fieldWork.skills'),
        options: orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback((row: External) => <Acts row={row} onEdit={() => setEditing(row)} />, [])
  const add = (
    <Permission codes={['DMS_SERVER_SERVICE_LEVEL']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('engineers.addExternal')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="externalEngineers"
        title={t('shell.titles.externalEngineers')}
        endpoint={externalList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        {...(mayEdit && { rowActions, actionsWidth: 140 })}
        defaultSort="name"
        actions={add}
        empty={
          <EmptyState
            title={t('engineers.externalsNone')}
            hint={t('engineers.externalsNoneHint')}
            action={add}
          />
        }
      />
      <ExternalDrawer
        external={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({ row: { id: externalId, name }, onEdit }: { row: External; onEdit: () => void }) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/work/external-engineer/:externalId', { refresh: [externalList] })
  return (
    <RowActs
      name={name}
      onEdit={onEdit}
      removal={{
        title: t('engineers.removeExternalTitle', { name }),
        text: t('engineers.removeExternalText'),
        action: t('engineers.removeCertificate'),
        act: () => remove.mutateAsync({ externalId }),
      }}
    />
  )
}

function useColumns(): readonly ListColumn<External>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<External>[] => [
      {
        key: 'name',
        title: t('engineers.externalName'),
        width: 140,
        sortable: true,
        render: ({ name }) => name,
      },
      {
        key: 'partner',
        title: t('engineers.partner'),
        width: 200,
        phone: 'value',
        render: ({ partner }) => partner,
      },
      {
        key: 'phone',
        title: t('engineers.phone'),
        width: 160,
        phone: 'value',
        render: ({ phone }) => (phone === '' ? '—' : <a href={`tel:${phone}`}>{phone}</a>),
      },
      {
        key: 'skills',
        title: t('fieldWork.skills'),
        width: 220,
        render: ({ skills }) =>
          skills.length === 0
            ? t('fieldWork.skillsAll')
            : skills.map((skill) => t(`orders.categories.${skill}`)).join(', '),
      },
      {
        key: 'regions',
        title: t('fieldWork.regions'),
        width: 220,
        render: ({ regions }) => (regions.length === 0 ? t('fieldWork.regionsAll') : regions.join(', ')),
      },
      { key: 'note', title: t('engineers.note'), width: 200, render: ({ note }) => note || '—' },
    ],
    [t],
  )
}
