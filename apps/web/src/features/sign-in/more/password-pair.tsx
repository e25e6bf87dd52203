import { passwordProblem, repeatedPasswordProblem } from '@netward/contract/field-rules'
import { useState } from 'react'
import { useT } from '../../../lib/use-t.ts'
import { PasswordRules } from '../../../ui/password-rules.tsx'
import { Field } from '../form-field.tsx'
import type { Form, Problem, Problems, Values } from '../use-form.ts'

/** Errors of a new password and its repetition, by field name. */
export function passwordPairProblems(values: Values, name: string, empty: Problem): Problems {
  const password = values[name] ?? ''
  const problem = passwordProblem(password)
  return {
    [name]: problem === 'validation.passwordEmpty' ? empty : problem,
    repeated: repeatedPasswordProblem(password, values['repeated'] ?? ''),
  }
}

/** A new password twice, with the rules that it meets so far. */
export function PasswordPair({ form, name, label }: { form: Form; name: string; label: string }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  return (
    <>
      <Field
        form={form}
        name={name}
        type="password"
        label={label}
        autoComplete="new-password"
        onInput={(event) => setTyped(event.currentTarget.value)}
      >
        <PasswordRules password={typed} />
      </Field>
      <Field
        form={form}
        name="repeated"
        type="password"
        label={t('access.repeatedPassword')}
        autoComplete="new-password"
      />
    </>
  )
}
