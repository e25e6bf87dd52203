import { PlusOutlined } from '@ant-design/icons'
import { orderTypes } from '@netward/contract/work-order-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { Permission } from '../../../ui/permission.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { EmptyState, NoPermissionState } from '../../../ui/states.tsx'
import { type OrderTemplate, templateChoices, templateList } from '../order.ts'
import { TemplateDrawer } from './template-drawer.tsx'
import '../orders.css'

export function OrderTemplateList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<OrderTemplate | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('orderForms.template.searchLabel'),
        placeholder: t('orderForms.template.search'),
      },
      {
        kind: 'select',
        name: 'type',
        label: t('orders.type'),
        options: orderTypes.map((value) => ({ value, label: t(`orders.types.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback(
    (row: OrderTemplate) => <Acts row={row} onEdit={() => setEditing(row)} />,
    [],
  )
  const add = (
    <Permission codes={['DMS_SERVER_WORK_ORDER_SETUP']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('orderForms.template.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="orderTemplates"
        title={t('shell.titles.orderTemplates')}
        endpoint={templateList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={160}
        defaultSort="name"
        actions={add}
        empty={
          <EmptyState
            title={t('orderForms.template.none')}
            hint={t('orderForms.template.noneHint')}
            action={add}
          />
        }
      />
      <TemplateDrawer
        template={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({ row: { id: templateId, name }, onEdit }: { row: OrderTemplate; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/work/template/:templateId', {
    refresh: [templateList, templateChoices],
  })
  return (
    <Permission codes={['DMS_SERVER_WORK_ORDER_SETUP']}>
      <Button type="link" size="small" aria-label={`${t('orderForms.edit')} ${name}`} onClick={onEdit}>
        {t('orderForms.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger
        aria-label={`${t('orderForms.template.remove')} ${name}`}
        onClick={() =>
          void confirm({
            title: t('orderForms.template.removeTitle', { name }),
            text: t('orderForms.template.removeText'),
            action: t('orderForms.template.remove'),
            act: () => remove.mutateAsync({ templateId }),
          })
        }
      >
        {t('orderForms.template.remove')}
      </Button>
    </Permission>
  )
}

function useColumns(): readonly ListColumn<OrderTemplate>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<OrderTemplate>[] => [
      {
        key: 'name',
        title: t('orderForms.template.name'),
        width: 200,
        sortable: true,
        render: ({ name }) => name,
      },
      { key: 'title', title: t('orders.title'), width: 220, phone: 'value', render: ({ title }) => title },
      {
        key: 'type',
        title: t('orders.type'),
        width: 120,
        phone: 'value',
        render: ({ type }) => t(`orders.types.${type}`),
      },
      {
        key: 'checklist',
        title: t('orderForms.template.checklist'),
        width: 110,
        phone: 'value',
        render: ({ checklist }) => t('orderForms.template.points', { count: checklist.length }),
      },
      {
        key: 'assign',
        title: t('orderForms.template.assign'),
        width: 150,
        render: ({ assign, assigneeName }) => assigneeName ?? t(`orderForms.template.assigns.${assign}`),
      },
      {
        key: 'editedAt',
        title: t('orderForms.template.editedAt'),
        width: 130,
        render: ({ editedAt }) => <RelativeTime at={editedAt} />,
      },
      {
        key: 'editedBy',
        title: t('orderForms.template.editedBy'),
        width: 120,
        hidden: true,
        render: ({ editedBy }) => editedBy,
      },
    ],
    [t],
  )
}
