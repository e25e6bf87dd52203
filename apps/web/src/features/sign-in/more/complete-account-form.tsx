import type { EndpointOutput } from '@netward/contract'
import { useState } from 'react'
import { apiForm } from '../../../lib/api-client.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { usePageInfo } from '../page-info.ts'
import { tickets } from '../tickets.ts'
import { useEntrance } from '../use-entrance.ts'
import { useForm, type Values } from '../use-form.ts'
import { imageCodeFields } from '../use-image-code.ts'
import { channelsOf, contactLabel, contactOf, contactProblem } from './contact.ts'
import { PasswordPair, passwordPairProblems } from './password-pair.tsx'
import { SentCodeField } from './sent-code-field.tsx'
import { useSentCode } from './use-sent-code.ts'

type Account = EndpointOutput<'POST /api/v1/auth/account/incomplete'>

export function CompleteAccountForm({ ticket, account }: { ticket: string; account: Account }) {
  const t = useT()
  const { enter, leadsOn } = useEntrance()
  const channels = channelsOf(usePageInfo())
  const [withContact, setWithContact] = useState(false)
  const typed = (values: Values) => values['contact']?.trim() ?? ''
  const code = useSentCode({
    purpose: 'complete_account',
    field: 'contact',
    ticket,
    contactIn: (values) => contactOf(typed(values), channels),
  })
  const form = useForm({
    check: (values) => ({
      ...passwordPairProblems(values, 'newPassword', 'validation.newPasswordEmpty'),
      displayName: values['displayName']?.trim() === '' ? 'access.displayNameEmpty' : null,
      ...(typed(values) !== '' && {
        contact: contactProblem(typed(values), channels),
        ...code.imageCode.check(values),
        code: code.check(values),
      }),
    }),
    async send(values) {
      const contact = contactOf(typed(values), channels)
      const answer = await apiForm(
        'POST /api/v1/auth/account/complete',
        {
          ticket,
          displayName: values['displayName']?.trim() ?? '',
          newPassword: values['newPassword'] ?? '',
          ...(contact !== null && { ...contact, ...code.fields(values) }),
        },
        { errors: 'caller' },
      )
      await enter(answer)
    },
    async leadsOn(error) {
      // Half an hour has passed: a new ticket requires a new sign-in.
      if (error.code === 'ticket.invalid') tickets.account.set(null)
      return error.code === 'ticket.invalid' || (await leadsOn(error))
    },
    fields: {
      ...imageCodeFields,
      'code.wrong': 'code',
      'account.password_same': 'newPassword',
      'sign_in.password_too_common': 'newPassword',
      'sign_in.password_policy': 'newPassword',
      'account.phone_taken': 'contact',
      'account.email_taken': 'contact',
    },
    focus: 'newPassword',
  })
  return (
    <PlainForm form={form}>
      <input type="hidden" name="username" autoComplete="username" value={account.userName} readOnly />
      <PasswordPair form={form} name="newPassword" label={t('access.newPassword')} />
      <Field
        form={form}
        name="displayName"
        label={t('access.displayName')}
        defaultValue={account.displayName}
        autoComplete="name"
        maxLength={100}
      />
      {(channels.phone || channels.email) && (
        <Field
          form={form}
          name="contact"
          label={t('access.completeContact', { contact: t(contactLabel(channels)) })}
          hint={t('access.completeContactHint')}
          autoComplete={channels.email ? 'email' : 'tel'}
          autoCapitalize="none"
          spellCheck={false}
          onInput={(event) => setWithContact(event.currentTarget.value.trim() !== '')}
        />
      )}
      {withContact && <SentCodeField form={form} code={code} />}
      <FormProblems form={form} />
      <Submit form={form} label={t('access.completeSubmit')} />
    </PlainForm>
  )
}
