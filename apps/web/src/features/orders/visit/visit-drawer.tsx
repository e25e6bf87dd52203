import { mostTravelMinutes } from '@netward/contract/field-work-values'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { clockAt, instantOf } from '../../../lib/wall-clock.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { OrderDetail } from '../order.ts'
import { afterSite, plannedOf, type Site } from './site.ts'

interface Values {
  startsAt: string
  endsAt: string
  travelMinutes: number
  reason: string
}

/** An appointment of the assignee, or another time for it. */
export function VisitDrawer(props: { order: OrderDetail; site: Site; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { order, site, open, onClose } = props
  const plan = useAct('POST /api/v1/work/order/:orderId/visit', { errors: 'caller', refresh: afterSite })
  const planned = plannedOf(site)
  const clock = (at: string) => clockAt(new Date(at))
  return (
    <FormDrawer<Values>
      title={t(planned === undefined ? 'fieldWork.planTitle' : 'fieldWork.replanTitle')}
      open={open}
      onClose={onClose}
      initialValues={{
        startsAt: planned === undefined ? '' : clock(planned.startsAt),
        endsAt: planned === undefined ? '' : clock(planned.endsAt),
        travelMinutes: planned?.travelMinutes ?? 30,
        reason: '',
      }}
      onSubmit={({ startsAt, endsAt, travelMinutes, reason }) =>
        plan.mutateAsync({
          orderId: order.id,
          version: order.version,
          startsAt: instantOf(startsAt),
          endsAt: instantOf(endsAt),
          travelMinutes,
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        })
      }
    >
      {site.businessHours !== '' && (
        <p className="quiet">
          {t('fieldWork.businessHours', { hours: site.businessHours, zone: site.timeZone })}
        </p>
      )}
      <Form.Item
        name="startsAt"
        label={t('fieldWork.startsAt')}
        rules={[{ required: true, message: t('fieldWork.startsAtEmpty') }]}
      >
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item
        name="endsAt"
        label={t('fieldWork.endsAt')}
        rules={[{ required: true, message: t('fieldWork.endsAtEmpty') }]}
      >
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item
        name="travelMinutes"
        label={t('fieldWork.travel')}
        extra={t('fieldWork.travelHint')}
        rules={[{ required: true, message: t('fieldWork.travel') }]}
      >
        <InputNumber min={0} max={mostTravelMinutes} precision={0} />
      </Form.Item>
      {planned !== undefined && (
        <Form.Item
          name="reason"
          label={t('fieldWork.moveReason')}
          rules={[{ required: true, whitespace: true, message: t('fieldWork.moveReasonEmpty') }]}
        >
          <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
