import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { afterChange, type Group, groupList } from './grant.ts'
import { GroupDrawer } from './group-drawer.tsx'

export function GroupList() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<{ group: Group | null; open: boolean }>({ group: null, open: false })
  const columns = useColumns()
  const remove = useRemove()
  const fields = useMemo<SearchField[]>(
    () => [{ kind: 'text', name: 'search', label: t('acting.groups.name') }],
    [t],
  )
  useLiveReads(groupList, ['acting.changed'])
  const rowActions = useCallback(
    (row: Group) => (
      <>
        <Button
          type="link"
          size="small"
          aria-label={`${t('common.edit')} ${row.name}`}
          onClick={() => setEdited({ group: row, open: true })}
        >
          {t('common.edit')}
        </Button>
        <Button
          type="link"
          size="small"
          danger
          aria-label={`${t('common.delete')} ${row.name}`}
          onClick={() => remove(row)}
        >
          {t('common.delete')}
        </Button>
      </>
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- it asks and acts with what the row holds
    [t],
  )
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({ group: null, open: true })}>
      {t('acting.groups.create')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="tenant-groups"
        title={t('acting.groups.tab')}
        endpoint={groupList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        actions={create}
        empty={
          <EmptyState title={t('acting.groups.none')} hint={t('acting.groups.noneHint')} action={create} />
        }
      />
      <GroupDrawer
        key={edited.group?.id ?? 'new'}
        group={edited.group}
        open={edited.open}
        onClose={() => setEdited((before) => ({ ...before, open: false }))}
      />
    </>
  )
}

function useRemove(): (group: Group) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('POST /api/v1/auth/tenant-group/:groupId/delete', { refresh: afterChange })
  return ({ id: groupId, name, grants }) =>
    void confirm({
      title: t('acting.groups.deleteTitle', { name }),
      text: t('acting.groups.deleteText', { count: grants }),
      action: t('common.delete'),
      act: () => remove.mutateAsync({ groupId }),
    })
}

function useColumns(): readonly ListColumn<Group>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'name', title: t('acting.groups.name'), width: 220, render: ({ name }) => name },
      {
        key: 'tenants',
        title: t('acting.groups.tenants'),
        width: 110,
        align: 'right',
        phone: 'value',
        render: ({ tenants }) => format.number(tenants),
      },
      {
        key: 'grants',
        title: t('acting.groups.grants'),
        width: 110,
        align: 'right',
        phone: 'value',
        render: ({ grants }) => format.number(grants),
      },
      {
        key: 'createdAt',
        title: t('acting.grants.createdAt'),
        width: 166,
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
    ],
    [t, format],
  )
}
