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

/** The constraint or the unique index by which the database refused a write; undefined for any other error. */
export function refusingConstraint(error: unknown): string | undefined {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return typeof constraint === 'string' ? constraint : undefined
}

/** Runs a write. A constraint that refuses it belongs to the field that it is listed with. */
export async function namingConstraint<T>(
  call: Pick<CallContext, 'phrase'>,
  fields: Readonly<Record<string, readonly [code: ErrorCode, field: string]>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const found = fields[refusingConstraint(error) ?? '']
    throw found === undefined ? error : wrongField(call, ...found)
  }
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
