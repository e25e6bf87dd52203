import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { GroupBars } from './group-bars.tsx'
import { inventoryList } from '../../ui/inventory-row.ts'
import { useInventoryColumns } from '../../ui/use-inventory-columns.tsx'
import { useInventoryFields } from '../../ui/use-inventory-fields.ts'
import { WorkbookButton } from './workbook-button.tsx'
import './inventory.css'

export function InventoryList() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <List /> : <NoPermissionState />
}

const defaultSort = 'name'
const sortableOf = (columns: readonly { readonly key: string; readonly sortable?: boolean }[]) =>
  columns.filter(({ sortable }) => sortable === true).map(({ key }) => key)

/** What there is, of which make and version, over all companies in sight. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useInventoryColumns(several)
  const fields = useInventoryFields(several)
  return (
    <ListPage
      name="inventory"
      title={t('shell.titles.inventory')}
      endpoint={inventoryList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort={defaultSort}
      exportCsv={{ endpoint: 'POST /monitor/api/v1/inventory/export', label: t('shell.titles.inventory') }}
      actions={
        <>
          <Button href={`#${paths.inventorySnapshots}`}>{t('shell.titles.inventorySnapshots')}</Button>
          <WorkbookButton fields={fields} sortable={sortableOf(columns)} defaultSort={defaultSort} />
        </>
      }
      summary={<GroupBars fields={fields} />}
      empty={
        <EmptyState
          title={t('inventory.none')}
          hint={t('inventory.noneHint')}
          action={<Button href={`#${paths.deviceList}`}>{t('shell.titles.deviceList')}</Button>}
        />
      }
    />
  )
}
