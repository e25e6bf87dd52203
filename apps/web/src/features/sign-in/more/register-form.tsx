import type { EndpointOutput } from '@netward/contract'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { currentPrefix } from '../../../lib/prefix.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { usePageInfo } from '../page-info.ts'
import { useForm } from '../use-form.ts'
import { imageCodeFields } from '../use-image-code.ts'
import { acceptedVersions, Consent } from './consent.tsx'
import { channelsOf, contactLabel, contactOf, contactProblem, contactText } from './contact.ts'
import { PasswordPair, passwordPairProblems } from './password-pair.tsx'
import { SentCodeField } from './sent-code-field.tsx'
import { useSentCode } from './use-sent-code.ts'

type Answer = EndpointOutput<'POST /api/v1/auth/registration'>

const empty = (value: string | undefined) => value === undefined || value.trim() === ''

export function RegisterForm({
  onRegistered,
}: {
  onRegistered: (answer: Answer, company: string, contact: string) => void
}) {
  const t = useT()
  const info = usePageInfo()
  const channels = channelsOf(info)
  const [agreed, setAgreed] = useState(false)
  const asks = (info?.documents ?? []).length > 0
  const code = useSentCode({
    purpose: 'registration',
    field: 'contact',
    contactIn: (values) => contactOf(values['contact'] ?? '', channels),
  })
  const form = useForm({
    check: (values) => ({
      companyName: empty(values['companyName']) ? 'access.companyNameEmpty' : null,
      contactName: empty(values['contactName']) ? 'access.contactNameEmpty' : null,
      contact: contactProblem(values['contact'] ?? '', channels),
      ...code.imageCode.check(values),
      code: code.check(values),
      ...passwordPairProblems(values, 'password', 'validation.passwordEmpty'),
      consent: asks && !agreed ? 'access.consentNeeded' : null,
    }),
    async send(values) {
      const prefix = currentPrefix()
      const contact = contactOf(values['contact'] ?? '', channels)
      if (contact === null) return
      const companyName = values['companyName']?.trim() ?? ''
      const answer = await api(
        'POST /api/v1/auth/registration',
        {
          companyName,
          contactName: values['contactName']?.trim() ?? '',
          ...contact,
          ...code.fields(values),
          password: values['password'] ?? '',
          ...(prefix !== '' && { prefix }),
          accepted: agreed ? acceptedVersions(info) : {},
        },
        { errors: 'caller' },
      )
      onRegistered(answer, companyName, contactText(contact))
    },
    fields: {
      ...imageCodeFields,
      'code.wrong': 'code',
      'sign_in.password_too_common': 'password',
      'sign_in.password_policy': 'password',
      'account.phone_taken': 'contact',
      'account.email_taken': 'contact',
    },
    focus: 'companyName',
  })
  return (
    <PlainForm form={form}>
      <Field
        form={form}
        name="companyName"
        label={t('access.companyName')}
        autoComplete="organization"
        maxLength={100}
      />
      <Field
        form={form}
        name="contactName"
        label={t('access.contactName')}
        autoComplete="name"
        maxLength={100}
      />
      <Field
        form={form}
        name="contact"
        label={t(contactLabel(channels))}
        autoComplete={channels.email ? 'email' : 'tel'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <SentCodeField form={form} code={code} />
      <PasswordPair form={form} name="password" label={t('access.loginPassword')} />
      <Consent agreed={agreed} onChange={setAgreed} />
      {form.problems['consent'] != null && !agreed && (
        <p className="sign-in-problem">{t('access.consentNeeded')}</p>
      )}
      <FormProblems form={form} />
      <Submit form={form} label={t('access.registerSubmit')} />
    </PlainForm>
  )
}
