import { phoneOf, phoneProblem } from '@netward/contract/field-rules'
import { api } from '../../../lib/api-client.ts'
import { useT } from '../../../lib/use-t.ts'
import { FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useForm } from '../use-form.ts'
import { imageCodeFields } from '../use-image-code.ts'
import { PasswordPair, passwordPairProblems } from './password-pair.tsx'
import { PhoneField, phoneIn } from './phone-field.tsx'
import { SentCodeField } from './sent-code-field.tsx'
import { useSentCode } from './use-sent-code.ts'

export function ForgotByPhone({ onReset }: { onReset: () => void }) {
  const t = useT()
  const code = useSentCode({ purpose: 'reset_password', field: 'phone', contactIn: phoneIn })
  const form = useForm({
    check: (values) => ({
      phone: phoneProblem(values['phone'] ?? ''),
      ...code.imageCode.check(values),
      code: code.check(values),
      ...passwordPairProblems(values, 'newPassword', 'validation.newPasswordEmpty'),
    }),
    async send(values) {
      await api(
        'POST /api/v1/auth/password/reset',
        {
          phone: phoneOf(values['phone'] ?? '') ?? '',
          ...code.fields(values),
          newPassword: values['newPassword'] ?? '',
        },
        { errors: 'caller' },
      )
      onReset()
    },
    fields: {
      ...imageCodeFields,
      'code.wrong': 'code',
      'sign_in.password_too_common': 'newPassword',
      'sign_in.password_policy': 'newPassword',
    },
    focus: 'code',
  })
  return (
    <PlainForm form={form}>
      <PhoneField form={form} />
      <SentCodeField form={form} code={code} />
      <PasswordPair form={form} name="newPassword" label={t('access.newPassword')} />
      <FormProblems form={form} />
      <Submit form={form} label={t('access.resetSubmit')} />
    </PlainForm>
  )
}
