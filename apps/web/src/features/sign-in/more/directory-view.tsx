import { useSearch } from '@tanstack/react-router'
import { apiForm } from '../../../lib/api-client.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useEntrance } from '../use-entrance.ts'
import { useForm } from '../use-form.ts'
import { imageCodeFields, useImageCode } from '../use-image-code.ts'
import { ImageCodeField } from './image-code-field.tsx'
import { View } from './view.tsx'

/** Name and password of the company's directory (LDAP). */
export function DirectoryView() {
  const t = useT()
  const { way }: { way?: unknown } = useSearch({ strict: false })
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
        'POST /api/v1/auth/sso/:publicId/password',
        {
          publicId: typeof way === 'string' ? way : '',
          username: values['username']?.trim() ?? '',
          password: values['password'] ?? '',
          ...imageCode.sent(values),
        },
        { errors: 'caller' },
      )
      await enter(answer)
    },
    leadsOn: async (error, shown) => (await leadsOn(error)) || (await imageCode.answer(error, shown)),
    fields: imageCodeFields,
    focus: 'password',
    start: 'username',
  })
  return (
    <View title={t('access.companyTitle')} about={<p>{t('access.directoryText')}</p>} focused={false}>
      <PlainForm form={form}>
        <Field
          form={form}
          name="username"
          label={t('signIn.userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          form={form}
          name="password"
          type="password"
          label={t('signIn.password')}
          autoComplete="current-password"
        />
        {imageCode.picture !== null && <ImageCodeField form={form} code={imageCode} />}
        <FormProblems form={form} />
        <Submit form={form} label={t('signIn.submit')} busy={t('signIn.submitting')} />
      </PlainForm>
    </View>
  )
}
