import { ApiError } from '../../lib/api-errors.ts'

export type ContactKind = 'phone' | 'email'

export interface ContactValues {
  phone: string
  email: string
  password: string
  code: string
}

/** The field that a server error refers to. */
const fieldsOf: Readonly<Record<string, string>> = {
  'code.wrong': 'code',
  'code.too_soon': 'code',
  'account.phone_taken': 'phone',
  'account.email_taken': 'email',
}

/** The same error mapped to a field of this form, for the form to show it there. */
export function onItsField(error: unknown): unknown {
  const field = error instanceof ApiError ? fieldsOf[error.code] : undefined
  if (!(error instanceof ApiError) || field === undefined || error.fields.length > 0) return error
  const { code, message, status, requestId } = error
  return new ApiError({ code, message, status, requestId, data: { fields: [{ field, message }] } })
}
