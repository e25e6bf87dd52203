import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

const hourMs = 3_600_000
const minuteMs = 60_000

/** What a field of date and time holds: the wall clock of the person, without a zone. */
function wallClock(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

export const inTwoHours = (): string => wallClock(new Date(Date.now() + 2 * hourMs))
export const toInstant = (clock: string): string => new Date(clock).toISOString()

/** A time to come, of a form: by the browser's own field, in the person's zone. */
export function UntilItem({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[
        { required: true, message: t('products.maintenanceUntilEmpty') },
        {
          validator: (_rule, clock?: string) =>
            clock && new Date(clock).getTime() <= Date.now()
              ? Promise.reject(new Error(t('products.maintenanceUntilPast')))
              : Promise.resolve(),
        },
      ]}
    >
      <Input type="datetime-local" />
    </Form.Item>
  )
}
