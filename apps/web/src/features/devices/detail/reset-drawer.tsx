import { Button, Form, type FormInstance, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'

interface Values {
  minutes: number
}

const least = 5
const most = 1440
/** Limit in minutes for a gateway that presents nothing after its reset; the server allows no more. */
const maxClaimed = 60

const choices = [
  { minutes: 15, label: 'resetQuarter' },
  { minutes: 60, label: 'resetHour' },
  { minutes: 240, label: 'resetFourHours' },
  { minutes: 1440, label: 'resetDay' },
] as const

const initialValues: Values = { minutes: 15 }

/** How long a factory reset is expected: until then it does not quarantine the gateway. */
export function ResetDrawer({
  device,
  open,
  onClose,
}: {
  device: DeviceDetail
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const expect = useAct('POST /api/v1/device/:deviceId/expected-reset', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId', 'GET /api/v1/device/:deviceId/timeline'],
  })
  const claimed = device.enrolledBy === 'claim' || device.enrolledBy === 'pre_registration'
  const longest = claimed ? maxClaimed : most
  const submit = async ({ minutes }: Values) => {
    const { until } = await expect.mutateAsync({ deviceId: device.id, minutes })
    notify.success(t('devices.move.resetOpened', { time: format.dateTime(until) }))
  }
  return (
    <FormDrawer<Values>
      title={t('devices.move.resetTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('devices.move.resetOpen')}
      savedText={false}
      onSubmit={submit}
    >
      {(form: FormInstance<Values>) => (
        <>
          <div className="claim-explained">
            <p className="device-plain">{t('devices.move.resetText')}</p>
            {claimed && <p className="device-plain">{t('devices.move.resetTextClaimed')}</p>}
          </div>
          <Form.Item
            name="minutes"
            label={t('devices.move.resetMinutes')}
            extra={claimed ? t('devices.move.resetMinutesHintClaimed') : t('devices.move.resetMinutesHint')}
            rules={[
              {
                required: true,
                type: 'integer',
                min: least,
                max: longest,
                message: t('devices.move.resetMinutesWrong', { least, most: longest }),
              },
            ]}
          >
            <InputNumber className="reset-minutes" />
          </Form.Item>
          <div className="reset-choices">
            {choices
              .filter(({ minutes }) => minutes <= longest)
              .map(({ minutes, label }) => (
                <Button
                  key={minutes}
                  size="small"
                  onClick={() => {
                    form.setFieldsValue({ minutes })
                    void form.validateFields()
                  }}
                >
                  {t(`devices.move.${label}`)}
                </Button>
              ))}
          </div>
        </>
      )}
    </FormDrawer>
  )
}
