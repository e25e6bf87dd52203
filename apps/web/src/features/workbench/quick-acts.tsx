import { InboxOutlined, PlusOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { Permission } from '../../ui/permission.tsx'

const found = 20
const orderProducts = ['work_orders'] as const

/** What people begin with: check a gateway, claim one, make an order. */
export function QuickActs() {
  const { t } = useTranslation()
  const hasOrders = useProductStop(orderProducts) === null
  return (
    <div className="workbench-acts">
      <Permission codes={['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_DIAGNOSE']}>
        <CheckGateway />
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_CLAIM']}>
        <Button icon={<InboxOutlined />} href={`#${paths.unknownGateways}`}>
          {t('workbench.claim')}
        </Button>
      </Permission>
      {hasOrders && (
        <Permission codes={['DMS_SERVER_WORK_ORDER', 'DMS_SERVER_WORK_ORDER_EDIT']}>
          <Button icon={<PlusOutlined />} href={`#${paths.orders}?new=1`}>
            {t('orders.add')}
          </Button>
        </Permission>
      )}
    </div>
  )
}

/** Finds a gateway by name, and checks it. */
function CheckGateway() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(false)
  const wanted = useDeferredValue(search.trim())
  const gateways = useApi(
    'POST /api/v1/device/lists',
    { pageSize: found, ...(wanted !== '' && { search: wanted }) },
    { enabled: open, keepPrevious: true },
  ).data
  const check = useAct('POST /api/v1/device/:deviceId/check', {})
  const start = async (deviceId: string) => {
    await check.mutateAsync({ deviceId })
    notify.success(t('diagnostics.check.started'))
    void navigate({ to: paths.smartCpe(deviceId), search: { tab: 'diagnostics' } })
  }
  return (
    <Select<string>
      className="workbench-check"
      value={null}
      aria-label={t('workbench.checkGateway')}
      placeholder={t('workbench.checkGateway')}
      loading={check.isPending}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onOpenChange={setOpen}
      options={(gateways?.items ?? []).map(({ id, name, outletName }) => ({
        value: id,
        label: outletName === null ? name : `${name} · ${outletName}`,
      }))}
      onSelect={(deviceId) => void start(deviceId).catch(() => undefined)}
    />
  )
}
