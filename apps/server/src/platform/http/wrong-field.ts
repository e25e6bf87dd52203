import type { ErrorCode } from '@netward/contract'
import { AppError } from '../errors.ts'
import type { CallContext } from './context.ts'

/** An error that belongs to one field, so that the form can say it there. `params` fill in its phrase. */
export function wrongField(
  call: Pick<CallContext, 'phrase'>,
  code: ErrorCode,
  field: string,
  params: Record<string, string | number> = {},
): AppError {
  const message = call.phrase(`errors.${code}`, params)
  return new AppError(code, { params, data: { fields: [{ field, message }] } })
}
