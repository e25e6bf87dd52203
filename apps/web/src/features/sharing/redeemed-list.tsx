import { KeyOutlined } from '@ant-design/icons'
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
import { useKeyColumns, useKeyFields } from './key-columns.tsx'
import { RedeemDrawer } from './redeem-drawer.tsx'
import { redeemedList, type RedeemedRow } from './sharing.ts'
import { SideSwitch } from './side-switch.tsx'

export function RedeemedKeyList() {
  return useMay('DMS_SERVER_SHARING') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const columns = useColumns()
  const fields = useKeyFields(t('sharing.redeemedSearch'))
  useLiveReads(redeemedList, ['sharing.changed'])
  const add = (
    <Permission codes={['DMS_SERVER_SHARING_EDIT']}>
      <Button type="primary" icon={<KeyOutlined />} onClick={() => setOpen(true)}>
        {t('sharing.redeem')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="redeemedKeys"
        title={t('shell.titles.sharing')}
        endpoint={redeemedList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="-redeemedAt"
        actions={add}
        summary={<SideSwitch side="redeemed" />}
        empty={
          <EmptyState title={t('sharing.redeemedNone')} hint={t('sharing.redeemedNoneHint')} action={add} />
        }
      />
      <RedeemDrawer open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function useColumns(): readonly ListColumn<RedeemedRow>[] {
  const { t } = useTranslation()
  const common = useKeyColumns<RedeemedRow>()
  return useMemo(
    (): readonly ListColumn<RedeemedRow>[] => [
      {
        key: 'name',
        title: t('sharing.name'),
        width: 220,
        render: ({ id, name, companyName }) => (
          <>
            <RowLink to={paths.sharingRedemption(id)}>{name}</RowLink>{' '}
            <span className="quiet">{companyName}</span>
          </>
        ),
      },
      ...common,
      {
        key: 'running',
        title: t('sharing.running'),
        width: 110,
        render: ({ running }) => t('sharing.runningOf', { count: running }),
      },
    ],
    [t, common],
  )
}
