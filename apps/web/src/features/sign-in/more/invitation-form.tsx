import type { EndpointOutput } from '@netward/contract'
import { apiForm } from '../../../lib/api-client.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useEntrance } from '../use-entrance.ts'
import { type Problem, type Problems, useForm, type Values } from '../use-form.ts'
import { PasswordPair, passwordPairProblems } from './password-pair.tsx'

type Invitation = EndpointOutput<'POST /api/v1/auth/invitation/open'>

function userNameProblem(value: string): Problem | null {
  if (value === '') return 'validation.userNameEmpty'
  return /^[a-z0-9][a-z0-9._-]{0,62}$/.test(value) ? null : 'access.userNameRule'
}

const checkNew = (values: Values): Problems => ({
  userName: userNameProblem(values['userName']?.trim() ?? ''),
  displayName: values['displayName']?.trim() === '' ? 'access.displayNameEmpty' : null,
  ...passwordPairProblems(values, 'password', 'validation.passwordEmpty'),
})

const checkExisting = (values: Values): Problems => ({
  password: values['password'] === '' ? 'validation.passwordEmpty' : null,
})

export function InvitationForm({ ticket, invitation }: { ticket: string; invitation: Invitation }) {
  const t = useT()
  const { enter, leadsOn } = useEntrance()
  const { hasAccount, companyPrefix } = invitation
  const form = useForm({
    check: hasAccount ? checkExisting : checkNew,
    async send(values) {
      const answer = await apiForm(
        'POST /api/v1/auth/invitation/accept',
        {
          ticket,
          password: values['password'] ?? '',
          ...(!hasAccount && {
            userName: values['userName']?.trim() ?? '',
            displayName: values['displayName']?.trim() ?? '',
          }),
        },
        { errors: 'caller' },
      )
      await enter(answer, companyPrefix ?? '')
    },
    leadsOn,
    fields: {
      'member.name_taken': 'userName',
      'sign_in.wrong': 'password',
      'sign_in.password_too_common': 'password',
      'sign_in.password_policy': 'password',
    },
    focus: 'password',
  })
  return (
    <PlainForm form={form}>
      {hasAccount ? (
        <Field
          form={form}
          name="password"
          type="password"
          label={t('access.invitationPassword')}
          autoComplete="current-password"
        />
      ) : (
        <>
          <Field
            form={form}
            name="userName"
            label={t('access.userName')}
            hint={t('access.userNameHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={63}
          />
          <Field
            form={form}
            name="displayName"
            label={t('access.displayName')}
            defaultValue={invitation.displayName}
            autoComplete="name"
            maxLength={100}
          />
          <PasswordPair form={form} name="password" label={t('access.loginPassword')} />
        </>
      )}
      <FormProblems form={form} />
      <Submit form={form} label={hasAccount ? t('access.invitationJoin') : t('access.invitationCreate')} />
    </PlainForm>
  )
}
