import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { clockAt, instantOf } from '../lib/wall-clock.ts'
import { DateField } from './date-field.tsx'

export const inTwoHours = (): string => clockAt(new Date(Date.now() + 2 * 3_600_000))

/** A future time from a form, in the user's time zone. */
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
      <DateField kind="moment" />
    </Form.Item>
  )
}
