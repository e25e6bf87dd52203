import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { Permission } from '../../ui/permission.tsx'

/** Where a gateway that is being claimed will stand. */
export function OutletItem({ companyId, open }: { companyId: string; open: boolean }) {
  const { t } = useTranslation()
  return (
    <Permission codes={['DMS_SERVER_OUTLET_VIEW']}>
      <Form.Item name="outletId" label={t('outlets.place.claimLabel')} extra={t('outlets.place.claimHint')}>
        <OutletSelect companyId={companyId} enabled={open} allowClear />
      </Form.Item>
    </Permission>
  )
}
