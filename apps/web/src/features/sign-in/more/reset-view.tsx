import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { tickets } from '../tickets.ts'
import { useForm } from '../use-form.ts'
import { PasswordPair, passwordPairProblems } from './password-pair.tsx'
import { Outcome, View } from './view.tsx'

/** Opened by a mailed link. */
export function ResetView() {
  const t = useT()
  const ticket = useStore(tickets.link)
  const [done, setDone] = useState(false)
  if (done) return <Outcome title={t('access.resetDoneTitle')} text={t('access.resetDoneText')} />
  if (ticket === null) return <Outcome title={t('access.linkLostTitle')} text={t('access.linkLostText')} />
  return (
    <ResetForm
      ticket={ticket}
      onReset={() => {
        setDone(true)
        tickets.link.set(null)
      }}
    />
  )
}

function ResetForm({ ticket, onReset }: { ticket: string; onReset: () => void }) {
  const t = useT()
  const form = useForm({
    check: (values) => passwordPairProblems(values, 'newPassword', 'validation.newPasswordEmpty'),
    async send(values) {
      await api(
        'POST /api/v1/auth/password/reset',
        { ticket, newPassword: values['newPassword'] ?? '' },
        { errors: 'caller' },
      )
      onReset()
    },
    fields: { 'sign_in.password_too_common': 'newPassword', 'sign_in.password_policy': 'newPassword' },
    focus: 'newPassword',
  })
  return (
    <View title={t('access.resetTitle')}>
      <PlainForm form={form}>
        <PasswordPair form={form} name="newPassword" label={t('access.newPassword')} />
        <FormProblems form={form} />
        <Submit form={form} label={t('access.resetSubmit')} />
      </PlainForm>
    </View>
  )
}
