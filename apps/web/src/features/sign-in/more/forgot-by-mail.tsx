import { emailOf, emailProblem } from '@netward/contract/field-rules'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { currentPrefix } from '../../../lib/prefix.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useCountdown } from '../use-countdown.ts'
import { useForm } from '../use-form.ts'
import { imageCodeFields, useImageCode } from '../use-image-code.ts'
import { ImageCodeField } from './image-code-field.tsx'

/** The response is the same whether the address exists or not, and so is the view. */
export function ForgotByMail() {
  const t = useT()
  const imageCode = useImageCode()
  const again = useCountdown()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    check: (values) => ({
      email: emailProblem(values['email'] ?? ''),
      ...imageCode.check(values),
    }),
    async send(values) {
      if (again.seconds > 0) return
      const prefix = currentPrefix()
      const email = emailOf(values['email'] ?? '') ?? ''
      const { resendInSeconds } = await api(
        'POST /api/v1/auth/password/forgot',
        { email, ...(prefix !== '' && { prefix }), ...imageCode.sent(values) },
        { errors: 'caller' },
      )
      imageCode.drop()
      again.start(resendInSeconds)
      setSentTo(email)
    },
    async leadsOn(error, shown) {
      if (error.code === 'code.too_soon' && error.retryAfterSeconds !== null) {
        again.start(error.retryAfterSeconds)
      }
      return imageCode.answer(error, shown)
    },
    fields: imageCodeFields,
    focus: 'email',
  })
  const label =
    again.seconds > 0
      ? t('access.forgotMailWait', { seconds: again.seconds })
      : sentTo === null
        ? t('access.forgotMailSubmit')
        : t('access.forgotMailAgain')
  return (
    <PlainForm form={form}>
      <Field form={form} name="email" type="email" label={t('access.email')} autoComplete="email" />
      {imageCode.picture !== null && <ImageCodeField form={form} code={imageCode} />}
      <FormProblems form={form} />
      <output>
        {sentTo !== null && (
          <span className="sign-in-done">
            <strong>{t('access.forgotMailSentTitle')}</strong>
            {t('access.forgotMailSent', { email: sentTo })}
          </span>
        )}
      </output>
      <Submit form={form} label={label} />
    </PlainForm>
  )
}
