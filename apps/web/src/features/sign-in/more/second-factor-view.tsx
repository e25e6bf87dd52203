import { apiForm } from '../../../lib/api-client.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { tickets } from '../tickets.ts'
import { useEntrance } from '../use-entrance.ts'
import { useForm } from '../use-form.ts'
import { View } from './view.tsx'

/** Six digits of an authenticator, or a recovery code of up to 20 characters. */
const codeProblem = (code: string) =>
  code.length < 6 || code.length > 20 ? 'access.secondFactorCodeEmpty' : null

export function SecondFactorView() {
  const t = useT()
  const ticket = useStore(tickets.secondFactor) ?? ''
  const { enter, leadsOn } = useEntrance()
  const form = useForm({
    check: (values) => ({ code: codeProblem(values['code']?.trim() ?? '') }),
    async send(values) {
      const answer = await apiForm(
        'POST /api/v1/auth/login/second-factor',
        { ticket, code: values['code']?.trim() ?? '' },
        { errors: 'caller' },
      )
      await enter(answer)
    },
    async leadsOn(error, shown) {
      if (error.code !== 'ticket.invalid') return leadsOn(error)
      shown.refuse({}, 'access.secondFactorExpired')
      return true
    },
    fields: { 'sign_in.second_factor_wrong': 'code' },
    focus: 'code',
    start: 'code',
  })
  return (
    <View
      title={t('access.secondFactorTitle')}
      about={<p>{t('access.secondFactorText')}</p>}
      back={false}
      focused={false}
    >
      <PlainForm form={form}>
        <Field
          form={form}
          name="code"
          label={t('access.secondFactorCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={24}
        />
        <FormProblems form={form} />
        <Submit form={form} label={t('access.secondFactorSubmit')} />
        <p className="sign-in-links">
          <button type="button" className="sign-in-link" onClick={() => tickets.secondFactor.set(null)}>
            {t('access.otherAccount')}
          </button>
        </p>
      </PlainForm>
    </View>
  )
}
