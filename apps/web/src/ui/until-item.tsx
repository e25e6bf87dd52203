import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { clockAt, instantOf } from '../lib/wall-clock.ts'

export const inTwoHours = (): string => clockAt(new Date(Date.now() + 2 * 3_600_000))

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
            clock && Date.parse(instantOf(clock)) <= Date.now()
              ? Promise.reject(new Error(t('products.maintenanceUntilPast')))
              : Promise.resolve(),
        },
      ]}
    >
      <Input type="datetime-local" max="9999-12-31T23:59" />
    </Form.Item>
  )
}
