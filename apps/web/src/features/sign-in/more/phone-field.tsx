import { phoneOf } from '@netward/contract/field-rules'
import { useT } from '../../../lib/use-t.ts'
import { Field } from '../form-field.tsx'
import type { Form, Values } from '../use-form.ts'

/** The typed phone if a code can be sent to it. */
export function phoneIn(values: Values): { phone: string } | null {
  const phone = phoneOf(values['phone'] ?? '')
  return phone === null ? null : { phone }
}

export function PhoneField({ form }: { form: Form }) {
  const t = useT()
  return (
    <Field
      form={form}
      name="phone"
      type="tel"
      label={t('access.phone')}
      autoComplete="tel"
      inputMode="tel"
      maxLength={40}
    />
  )
}
