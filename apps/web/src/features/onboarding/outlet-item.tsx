import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { Permission } from '../../ui/permission.tsx'
import { useChosenTenant } from './tenant-item.tsx'

/** The location of a gateway being claimed. */
export function OutletItem({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const companyId = useChosenTenant()
  return (
    <Permission codes={['DMS_SERVER_OUTLET_VIEW']}>
      <Form.Item name="outletId" label={t('outlets.place.claimLabel')} extra={t('outlets.place.claimHint')}>
        <OutletSelect companyId={companyId} enabled={open} allowClear />
      </Form.Item>
    </Permission>
  )
}
