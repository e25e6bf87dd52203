import { phoneOf, phoneProblem } from '@netward/contract/field-rules'
import { apiForm } from '../../../lib/api-client.ts'
import { currentPrefix } from '../../../lib/prefix.ts'
import { useT } from '../../../lib/use-t.ts'
import { FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useEntrance } from '../use-entrance.ts'
import { useForm } from '../use-form.ts'
import { imageCodeFields } from '../use-image-code.ts'
import { PhoneField, phoneIn } from './phone-field.tsx'
import { SentCodeField } from './sent-code-field.tsx'
import { useSentCode } from './use-sent-code.ts'

/** Sign-in with a phone and a code sent to it. */
export function PhoneForm() {
  const t = useT()
  const prefix = currentPrefix()
  const { enter, leadsOn } = useEntrance()
  const code = useSentCode({ purpose: 'sign_in', field: 'phone', contactIn: phoneIn })
  const form = useForm({
    check: (values) => ({
      phone: phoneProblem(values['phone'] ?? ''),
      ...code.imageCode.check(values),
      code: code.check(values),
    }),
    async send(values) {
      const answer = await apiForm(
        'POST /api/v1/auth/login',
        {
          phone: phoneOf(values['phone'] ?? '') ?? '',
          ...code.fields(values),
          ...(prefix !== '' && { prefix }),
          ...code.imageCode.sent(values),
        },
        { errors: 'caller' },
      )
      await enter(answer)
    },
    leadsOn: async (error, shown) => (await leadsOn(error)) || (await code.imageCode.answer(error, shown)),
    fields: { ...imageCodeFields, 'code.wrong': 'code' },
    focus: 'code',
  })
  return (
    <PlainForm form={form}>
      <PhoneField form={form} />
      <SentCodeField form={form} code={code} />
      <FormProblems form={form} />
      <Submit form={form} label={t('signIn.submit')} busy={t('signIn.submitting')} />
    </PlainForm>
  )
}
