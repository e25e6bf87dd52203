import type { EndpointOutput } from '@netward/contract'

export const auditList = 'POST /api/v1/auth/audit/lists'
export type AuditEntry = EndpointOutput<typeof auditList>['items'][number]

export interface AuditLine {
  readonly field: string
  /** Null where there was or is no value. */
  readonly before: string | null
  readonly after: string | null
}

function text(value: unknown): string | null {
  if (value === undefined || value === null) return null
  // A list of names, such as permissions: one per line.
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Content of an entry: changed fields side by side, and the others. */
export function linesOf({
  detail,
  address = null,
}: Pick<AuditEntry, 'detail'> & Partial<Pick<AuditEntry, 'address'>>): {
  changed: readonly AuditLine[]
  others: readonly { field: string; value: string }[]
} {
  const { before, after, ...rest } = detail
  const [was, is] = [isRecord(before) ? before : { '': before }, isRecord(after) ? after : { '': after }]
  const has = before !== undefined || after !== undefined
  const fields = has ? [...new Set([...Object.keys(was), ...Object.keys(is)])] : []
  return {
    changed: fields
      .map((field) => ({ field, before: text(was[field]), after: text(is[field]) }))
      .filter((line) => line.before !== line.after),
    others: Object.entries(rest).flatMap(([field, value]) => {
      const shown = text(value)
      // The address of a sign-in stands among the facts of the entry.
      const known = field === 'address' && value === address
      return shown === null || known ? [] : [{ field, value: shown }]
    }),
  }
}
