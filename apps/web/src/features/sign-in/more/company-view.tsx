import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { useT } from '../../../lib/use-t.ts'
import { Field, FormProblems, Submit } from '../form-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { type SignOnWay, SignOnWays } from '../sign-on-ways.tsx'
import { useForm } from '../use-form.ts'
import { View } from './view.tsx'

/** At the root: the ways in of a company, by its code. */
export function CompanyView() {
  const t = useT()
  const { redirect }: { redirect?: string } = useSearch({ strict: false })
  const [ways, setWays] = useState<readonly SignOnWay[] | null>(null)
  const form = useForm({
    check: (values) => ({
      companyCode: values['companyCode']?.trim() === '' ? 'access.companyCodeEmpty' : null,
    }),
    async send(values) {
      const companyCode = values['companyCode']?.trim() ?? ''
      setWays(await api('GET /api/v1/auth/login/ways', { companyCode }, { errors: 'caller' }))
    },
    focus: 'companyCode',
    start: 'companyCode',
  })
  return (
    <View title={t('access.companyTitle')} about={<p>{t('access.companyText')}</p>} focused={false}>
      <PlainForm form={form}>
        <Field
          form={form}
          name="companyCode"
          label={t('access.companyCode')}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={63}
        />
        <FormProblems form={form} />
        <Submit form={form} label={t('access.companySubmit')} />
      </PlainForm>
      <div aria-live="polite">
        {ways !== null &&
          (ways.length === 0 ? (
            <p>{t('access.companyNone')}</p>
          ) : (
            <SignOnWays ways={ways} redirect={redirect} asks={false} />
          ))}
      </div>
    </View>
  )
}
