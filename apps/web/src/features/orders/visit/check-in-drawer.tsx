import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { OrderDetail } from '../order.ts'
import { afterSite } from './site.ts'

const waitMs = 10_000

/** The arrival on site; with the position only if the person asks for it and the browser gives it. */
export function CheckInDrawer(props: { order: OrderDetail; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { order, open, onClose } = props
  const arrive = useAct('POST /api/v1/work/order/:orderId/check-in', { errors: 'caller', refresh: afterSite })
  return (
    <FormDrawer<{ withPlace: boolean }>
      title={t('fieldWork.checkInTitle')}
      open={open}
      onClose={onClose}
      initialValues={{ withPlace: false }}
      submitText={t('fieldWork.checkIn')}
      savedText={t('fieldWork.checkedIn')}
      onSubmit={async ({ withPlace }) => {
        const place = withPlace ? await position() : null
        if (withPlace && place === null) notify.info(t('fieldWork.placeDenied'))
        await arrive.mutateAsync({
          orderId: order.id,
          version: order.version,
          ...(place !== null && { place }),
        })
      }}
    >
      <Form.Item name="withPlace" valuePropName="checked" extra={t('fieldWork.checkInPlaceHint')}>
        <Checkbox>{t('fieldWork.checkInPlace')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

/** Null: the browser has none, or the person does not allow it. */
function position(): Promise<{ latitude: number; longitude: number; accuracyMetres: number } | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracyMetres: Math.min(accuracy, 1_000_000) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: waitMs, maximumAge: 60_000 },
    )
  })
}
