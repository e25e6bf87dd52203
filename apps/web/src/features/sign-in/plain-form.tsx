import type { ReactNode } from 'react'
import type { Form } from './use-form.ts'

/** Our rules validate the input, not the browser's. */
export function PlainForm({ form, hidden, children }: { form: Form; hidden?: boolean; children: ReactNode }) {
  const { attach, onSubmit } = form
  return (
    <form ref={attach} className="sign-in-fields" noValidate hidden={hidden} onSubmit={onSubmit}>
      {children}
    </form>
  )
}
