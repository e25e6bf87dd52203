import type { ErrorCode } from '@netward/contract'
import { AppError, refusalSqlState } from '../errors.ts'
import type { CallContext } from './context.ts'

/** An error of one field, shown beside it in the form. `params` fill in its phrase. */
export function wrongField(
  call: Pick<CallContext, 'phrase'>,
  code: ErrorCode,
  field: string,
  params: Record<string, string | number> = {},
): AppError {
  const message = call.phrase(`errors.${code}`, params)
  return new AppError(code, { params, data: { fields: [{ field, message }] } })
}

/** Runs statements; a definer function's refusal with one of `codes` belongs to that field. */
export async function namingField<T>(
  call: Pick<CallContext, 'phrase'>,
  field: string,
  codes: readonly ErrorCode[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== refusalSqlState) throw error
    const code = codes.find((one) => one === error.message)
    throw code === undefined ? error : wrongField(call, code, field)
  }
}
