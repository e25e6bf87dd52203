import type { ErrorCode } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { isCommonPassword } from '../identity/index.ts'

/** An error that belongs to one field of the form. */
export function wrongField(call: Pick<CallContext, 'phrase'>, code: ErrorCode, field: string): AppError {
  return new AppError(code, { data: { fields: [{ field, message: call.phrase(`errors.${code}`) }] } })
}

/** @throws AppError sign_in.password_too_common; `own` are the names that its holder goes by. */
export function refuseCommon(
  call: Pick<CallContext, 'phrase'>,
  password: string,
  own: readonly (string | null | undefined)[],
  field: string,
): void {
  if (
    isCommonPassword(
      password,
      own.filter((word) => word !== null && word !== undefined),
    )
  )
    throw wrongField(call, 'sign_in.password_too_common', field)
}
