import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'
import { DeviceSelect } from '../../../ui/device-select.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { OutletsSelect } from '../../../ui/outlets-select.tsx'
import { stickerList } from '../order.ts'

/** As the endpoint takes them. */
const most = 500

interface Values {
  outletIds: string[]
  deviceIds: string[]
}

/** Stickers of chosen sites and devices. */
export function StickerDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const make = useAct('POST /api/v1/work/sticker', { errors: 'caller', refresh: [stickerList] })
  return (
    <FormDrawer<Values>
      title={t('fieldWork.stickerAdd')}
      open={open}
      onClose={onClose}
      initialValues={{ outletIds: [], deviceIds: [] }}
      savedText={false}
      onSubmit={async ({ outletIds, deviceIds }) => {
        const { made } = await make.mutateAsync({ outletIds, deviceIds })
        notify.success(t('fieldWork.stickersMade', { count: made }))
      }}
    >
      {(form) => (
        <>
          <Form.Item
            name="outletIds"
            label={t('orders.outlet')}
            extra={t('fieldWork.stickerHint')}
            dependencies={['deviceIds']}
            rules={[
              {
                validator: (_rule, outletIds: string[]) =>
                  outletIds.length + form.getFieldValue('deviceIds').length === 0
                    ? Promise.reject(new Error(t('errors.work_sticker.nothing')))
                    : Promise.resolve(),
              },
            ]}
          >
            <OutletsSelect enabled={open} maxCount={most} />
          </Form.Item>
          <Form.Item name="deviceIds" label={t('orders.device')} extra={t('fieldWork.stickerDeviceHint')}>
            <DeviceSelect endpoint="GET /api/v1/work/device/choices" enabled={open} maxCount={most} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}
