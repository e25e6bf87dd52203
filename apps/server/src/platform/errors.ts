import type { ErrorCode, FailedItem } from '@netward/contract'

/**
 * An error for a caller. Its text is the phrase `errors.<code>` in the caller's language; `params` fill it
 * in, `data` goes into the body.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly params: Record<string, string | number>
  readonly data: unknown

  constructor(
    code: ErrorCode,
    details: { params?: Record<string, string | number>; data?: unknown; cause?: unknown } = {},
  ) {
    super(code, { cause: details.cause })
    this.code = code
    this.params = details.params ?? {}
    this.data = details.data ?? null
  }
}

/** What a batch is of: its refusal names them. */
export type BatchKind = 'devices' | 'tenants' | 'members' | 'alarms' | 'orders' | 'sites'

/** Answer of a batch: nothing when all succeeded, 50001 in part, 50002 when all failed. */
export function batchOutcome(
  of: BatchKind,
  accepted: number,
  failed: FailedItem[],
): { accepted: number; failed: FailedItem[] } {
  if (failed.length > 0) {
    const params = { things: `@common.batchOf.${of}` }
    throw new AppError(accepted > 0 ? '50001' : '50002', { params, data: { accepted, failed } })
  }
  return { accepted, failed }
}

/** Our own SQLSTATE: a definer function refuses, and its message is the error code. */
export const refusalSqlState = 'NW001'

/** The database refuses the data themselves (SQLSTATE classes 22 and 23): a retry cannot help. */
export function isRefusedData(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code)
  )
}
