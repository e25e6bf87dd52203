import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'

/** PostgreSQL: row-level security refuses the new row. */
const outsidePolicy = '42501'

/** Runs a write and maps the database's refusal to the field. */
export async function refusalOfWrite<T>(
  ctx: Pick<RequestContext, 'phrase'>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = (error instanceof Error ? error : {}) as {
      code?: unknown
      constraint?: unknown
    }
    if (code === outsidePolicy) throw new AppError('outlet.outside_scope', { cause: error })
    if (constraint === 'discovery_job_name') throw wrongField(ctx, 'discovery.name_taken', 'name')
    if (constraint === 'discovery_rule_name') throw wrongField(ctx, 'discovery.rule_name_taken', 'name')
    throw error
  }
}
