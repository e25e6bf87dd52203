import type { PhraseKey } from '@netward/phrases/server'
import type { z } from 'zod'
import type { RequestContext } from '../http/context.ts'
import { fieldMessage } from '../http/field-message.ts'

/** Why a row does not fit its schema: each column and what is wrong with it. */
export function rowProblems(
  ctx: Pick<RequestContext, 'phrase'>,
  parsed: z.ZodSafeParseResult<unknown>,
  columns: Readonly<Record<string, PhraseKey>>,
): string[] {
  const problems = (parsed.error?.issues ?? []).map((issue) => {
    const field = String(issue.path[0] ?? '')
    const column = columns[field]
    return `${column === undefined ? field : ctx.phrase(column)}: ${fieldMessage(issue, ctx)}`
  })
  return problems.length === 0 ? [] : [[...new Set(problems)].join('; ')]
}
