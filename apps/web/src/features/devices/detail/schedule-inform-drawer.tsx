import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'

const firstValues = { minutes: 10 }

/** Schedules one extra Inform at a chosen time, independent of the periodic interval. */
export function ScheduleInformDrawer(props: { deviceId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { deviceId, open, onClose } = props
  const schedule = useAct('POST /api/v1/device/:deviceId/schedule-inform', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId/commands'],
  })
  return (
    <FormDrawer<{ minutes: number }>
      title={t('devices.schedule.title')}
      open={open}
      onClose={onClose}
      initialValues={firstValues}
      submitText={t('devices.schedule.action')}
      savedText={t('devices.schedule.queued')}
      onSubmit={async ({ minutes }) => {
        await schedule.mutateAsync({ deviceId, delaySeconds: minutes * 60 })
      }}
    >
      <p className="device-plain">{t('devices.schedule.text')}</p>
      <Form.Item
        name="minutes"
        label={t('devices.schedule.minutes')}
        rules={[{ required: true, message: t('devices.schedule.minutesHint') }]}
        extra={t('devices.schedule.minutesHint')}
      >
        <InputNumber min={1} max={10_080} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
