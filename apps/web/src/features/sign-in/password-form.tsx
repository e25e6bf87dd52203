import { apiForm } from '../../lib/api-client.ts'
import { currentPrefix } from '../../lib/prefix.ts'
import { useT } from '../../lib/use-t.ts'
import { viewAddress } from './addresses.ts'
import { Field, FormProblems, Submit } from './form-field.tsx'
import { PlainForm } from './plain-form.tsx'
import { useMoreViews } from './more-views.ts'
import { usePageInfo } from './page-info.ts'
import { useEntrance } from './use-entrance.ts'
import { useForm } from './use-form.ts'
import { imageCodeFields, useImageCode } from './use-image-code.ts'

export function PasswordForm({ hidden, redirect }: { hidden: boolean; redirect: string | undefined }) {
  const t = useT()
  const prefix = currentPrefix()
  const info = usePageInfo()
  const more = useMoreViews()
  const { enter, leadsOn } = useEntrance()
  const imageCode = useImageCode()
  const form = useForm({
    check: (values) => ({
      username: values['username']?.trim() === '' ? 'validation.userNameEmpty' : null,
      password: values['password'] === '' ? 'validation.passwordEmpty' : null,
      ...imageCode.check(values),
    }),
    async send(values) {
      const answer = await apiForm(
        'POST /api/v1/auth/login',
        {
          username: values['username']?.trim() ?? '',
          password: values['password'] ?? '',
          ...(prefix !== '' && { prefix }),
          ...imageCode.sent(values),
        },
        { errors: 'caller' },
      )
      await enter(answer)
    },
    leadsOn: async (error, shown) => (await leadsOn(error)) || (await imageCode.answer(error, shown)),
    fields: imageCodeFields,
    focus: 'password',
  })
  const sends = info !== null && (info.mail || info.phoneCodes)
  return (
    <PlainForm form={form} hidden={hidden}>
      <Field
        form={form}
        name="username"
        label={t('signIn.userName')}
        placeholder={t('signIn.userNameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        form={form}
        name="password"
        type="password"
        label={t('signIn.password')}
        placeholder={t('signIn.passwordHint')}
        autoComplete="current-password"
      />
      {imageCode.picture !== null && more !== null && more !== 'failed' && (
        <more.ImageCodeField form={form} code={imageCode} />
      )}
      <FormProblems form={form} />
      <Submit form={form} label={t('signIn.submit')} busy={t('signIn.submitting')} />
      <p className="sign-in-links">
        {sends && <a href={viewAddress('forgot', redirect)}>{t('signIn.forgot')}</a>}
        {sends && info.registration !== 'closed' && (
          <a href={viewAddress('register', redirect)}>{t('signIn.register')}</a>
        )}
      </p>
    </PlainForm>
  )
}
