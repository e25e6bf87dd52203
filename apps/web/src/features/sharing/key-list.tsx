import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { IssueDrawer } from './issue-drawer.tsx'
import { useKeyColumns, useKeyFields } from './key-columns.tsx'
import { issuedList, type IssuedRow } from './sharing.ts'
import { SideSwitch } from './side-switch.tsx'

export function SharingKeyList() {
  return useMay('DMS_SERVER_SHARING') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const columns = useColumns()
  const fields = useKeyFields(t('sharing.search'))
  useLiveReads(issuedList, ['sharing.changed'])
  const add = (
    <Permission codes={['DMS_SERVER_SHARING_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('sharing.issue')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="sharingKeys"
        title={t('shell.titles.sharing')}
        endpoint={issuedList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="-createdAt"
        actions={add}
        summary={<SideSwitch side="issued" />}
        empty={<EmptyState title={t('sharing.none')} hint={t('sharing.noneHint')} action={add} />}
      />
      <IssueDrawer open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function useColumns(): readonly ListColumn<IssuedRow>[] {
  const { t } = useTranslation()
  const common = useKeyColumns<IssuedRow>()
  return useMemo(
    (): readonly ListColumn<IssuedRow>[] => [
      {
        key: 'name',
        title: t('sharing.name'),
        width: 200,
        sortable: true,
        render: ({ id, name }) => <RowLink to={paths.sharingKey(id)}>{name}</RowLink>,
      },
      ...common,
      {
        key: 'company',
        title: t('sharing.company'),
        width: 160,
        render: ({ forCompany }) => forCompany ?? t('sharing.anyCompany'),
      },
      { key: 'createdBy', title: t('sharing.createdBy'), width: 120, render: ({ createdBy }) => createdBy },
    ],
    [t, common],
  )
}
