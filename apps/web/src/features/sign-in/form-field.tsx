import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useT } from '../../lib/use-t.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import type { Form, Problem } from './use-form.ts'

export function useProblemText(): (problem: Problem) => string {
  const t = useT()
  return (problem) => (typeof problem === 'string' ? t(problem) : problem.text)
}

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> {
  form: Form
  name: string
  label: string
  hint?: string
  /** In the row of the input, after it. */
  beside?: ReactNode
  /** Between the input and its error. */
  children?: ReactNode
}

export function Field({ form, name, label, hint, beside, children, type = 'text', ...input }: FieldProps) {
  const t = useT()
  const id = useId()
  const textOf = useProblemText()
  const [shown, setShown] = useState(false)
  const problem = form.problems[name]
  const secret = type === 'password'
  const described = [problem != null && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <div className="sign-in-field">
      <label htmlFor={id}>{label}</label>
      <div className="sign-in-row">
        <div className={secret ? 'sign-in-input sign-in-secret' : 'sign-in-input'}>
          <input
            maxLength={200}
            {...input}
            id={id}
            name={name}
            type={secret && shown ? 'text' : type}
            aria-invalid={problem != null}
            aria-describedby={described.length === 0 ? undefined : described.join(' ')}
          />
          {secret && (
            <button
              type="button"
              className="icon-button"
              aria-label={shown ? t('signIn.hidePassword') : t('signIn.showPassword')}
              onClick={() => setShown(!shown)}
            >
              <Glyph name={shown ? 'eyeOff' : 'eye'} size={18} />
            </button>
          )}
        </div>
        {beside}
      </div>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="sign-in-hint">
          {hint}
        </p>
      )}
      {problem != null && (
        <p id={`${id}-problem`} className="sign-in-problem">
          {textOf(problem)}
        </p>
      )}
    </div>
  )
}

/** Errors of the form as a whole and, for screen readers, of its fields. */
export function FormProblems({ form }: { form: Form }) {
  const t = useT()
  const textOf = useProblemText()
  const wrong = Object.values(form.problems).filter((problem) => problem != null)
  return (
    <div role="alert" className="sign-in-problems">
      {form.failure !== null && (
        <p className="sign-in-failure">
          <Glyph name="error" />
          {textOf(form.failure)}
        </p>
      )}
      {wrong.length > 0 && (
        <p className="visually-hidden">
          {t('signIn.problems', { list: wrong.map((problem) => textOf(problem)).join(' ') })}
        </p>
      )}
    </div>
  )
}

/** Stays focusable while busy, so that the focus is not lost. */
export function Submit({ form, label, busy }: { form: Form; label: string; busy?: string }) {
  const t = useT()
  return (
    <button
      type="submit"
      className="plain-button plain-button-primary sign-in-submit"
      aria-disabled={form.busy || form.wait > 0}
    >
      {form.wait > 0
        ? t('signIn.wait', { seconds: form.wait })
        : form.busy
          ? (busy ?? t('common.loading'))
          : label}
    </button>
  )
}
