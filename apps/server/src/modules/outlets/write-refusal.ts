import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'

/** PostgreSQL: row-level security refuses the new row. */
const outsidePolicy = '42501'

/** Runs a write and maps the database's refusal to form errors. */
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

/** Details of the driver's errors; nothing for any other. */
function refusalIn(error: unknown): { code?: unknown; constraint?: unknown } {
  return error instanceof Error ? (error as { code?: unknown; constraint?: unknown }) : {}
}
