import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'

/** PostgreSQL's: row-level security refuses the new row. */
const outsidePolicy = '42501'

/** Runs a write, and says in the terms of the form why the database refuses it. */
export async function refusalOfWrite<T>(
  ctx: Pick<RequestContext, 'phrase'>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = refusalIn(error)
    if (code === outsidePolicy) throw new AppError('outlet.outside_scope', { cause: error })
    if (constraint === 'outlet_code') throw wrongField(ctx, 'outlet.code_taken', 'code')
    if (constraint === 'internet_line_wan') throw wrongField(ctx, 'line.wan_taken', 'wanName')
    throw error
  }
}

/** What the driver's errors say; nothing of any other. */
function refusalIn(error: unknown): { code?: unknown; constraint?: unknown } {
  return error instanceof Error ? (error as { code?: unknown; constraint?: unknown }) : {}
}
