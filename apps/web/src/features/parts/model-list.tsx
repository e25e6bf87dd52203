import { PlusOutlined } from '@ant-design/icons'
import { partCategories } from '@netward/contract/part-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowActs } from '../../ui/row-acts.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { ModelDrawer } from './model-drawer.tsx'
import { afterModel, modelList, type PartModel } from './part.ts'

export function PartModelList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<PartModel | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('parts.searchLabel'), placeholder: t('parts.modelSearch') },
      {
        kind: 'multi',
        name: 'category',
        label: t('parts.category'),
        options: partCategories.map((value) => ({ value, label: t(`parts.categories.${value}`) })),
      },
      {
        kind: 'select',
        name: 'serialised',
        label: t('parts.tracking'),
        options: [
          { value: 'yes', label: t('parts.serialised') },
          { value: 'no', label: t('parts.counted') },
        ],
      },
    ],
    [t],
  )
  const rowActions = useCallback(
    (model: PartModel) => <Acts model={model} onEdit={() => setEditing(model)} />,
    [],
  )
  const add = (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('parts.addModel')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="partModels"
        title={t('shell.titles.partModels')}
        endpoint={modelList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="name"
        exportCsv={{
          endpoint: 'POST /api/v1/work/part/model/export',
          label: t('shell.titles.partModels'),
        }}
        actions={add}
        empty={<EmptyState title={t('parts.modelsNone')} hint={t('parts.modelsNoneHint')} action={add} />}
      />
      <ModelDrawer
        model={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({ model: { id: modelId, name }, onEdit }: { model: PartModel; onEdit: () => void }) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/work/part/model/:modelId', { refresh: afterModel })
  return (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <RowActs
        name={name}
        onEdit={onEdit}
        removal={{
          title: t('parts.deleteModelTitle', { name }),
          text: t('parts.deleteModelText'),
          act: () => remove.mutateAsync({ modelId }),
        }}
      />
    </Permission>
  )
}

function useColumns(): readonly ListColumn<PartModel>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<PartModel>[] => [
      { key: 'name', title: t('parts.model'), width: 220, sortable: true, render: ({ name }) => name },
      {
        key: 'brand',
        title: t('parts.brand'),
        width: 140,
        sortable: true,
        phone: 'value',
        render: ({ brand }) => brand || '—',
      },
      {
        key: 'category',
        title: t('parts.category'),
        width: 120,
        phone: 'value',
        render: ({ category }) => t(`parts.categories.${category}`),
      },
      {
        key: 'serialised',
        title: t('parts.tracking'),
        width: 120,
        render: ({ serialised }) => t(serialised ? 'parts.serialised' : 'parts.counted'),
      },
      {
        key: 'available',
        title: t('parts.available'),
        width: 90,
        phone: 'value',
        render: ({ available }) => available,
      },
      {
        key: 'warrantyMonths',
        title: t('parts.warrantyMonths'),
        width: 130,
        render: ({ warrantyMonths }) => (warrantyMonths === 0 ? '—' : warrantyMonths),
      },
      {
        key: 'price',
        title: t('parts.price'),
        width: 130,
        render: ({ price }) => price?.toFixed(2) ?? '—',
      },
      { key: 'note', title: t('parts.note'), width: 220, render: ({ note }) => note || '—' },
    ],
    [t],
  )
}
