import type { RequestContext } from '../../platform/http/context.ts'
import { auditNameRepo, type NamedKind } from './audit-name.repo.ts'
import type { AuditRow } from './audit.repo.ts'

/** What the ids of a field are of. A role may also be the key of a built-in one, which is no id. */
const kinds: Readonly<Record<string, NamedKind | undefined>> = {
  companyIds: 'company',
  companies: 'company',
  groupIds: 'group',
  role: 'role',
  roles: 'role',
}
/** What was put into a group of tenants, and taken out. */
const ofGroups: typeof kinds = { added: 'company', removed: 'company' }

const id = /^[1-9]\d{0,17}$/
type Detail = AuditRow['detail']

/** Entries keep ids: people are shown what those are called by now, as far as they may see it. */
export async function withNames(ctx: RequestContext, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const wanted: Record<NamedKind, Set<string>> = { company: new Set(), group: new Set(), role: new Set() }
  for (const row of rows)
    eachId(row, (kind, one) => {
      wanted[kind].add(one)
      return one
    })
  if (Object.values(wanted).every(({ size }) => size === 0)) return [...rows]
  const names = await auditNameRepo.find(ctx, wanted)
  return rows.map((row) => ({
    ...row,
    detail: eachId(row, (kind, one) => names.get(`${kind} ${one}`) ?? one),
  }))
}

/** The detail of an entry, each id in it put through `named`. */
function eachId(
  { detail, subject_kind: subject }: AuditRow,
  named: (kind: NamedKind, one: string) => string,
): Detail {
  const told = (field: string, value: unknown): unknown => {
    const kind = kinds[field] ?? (subject === 'tenant_group' ? ofGroups[field] : undefined)
    if (kind === undefined) return value
    if (Array.isArray(value)) return value.map((one) => told(field, one))
    return typeof value === 'string' && id.test(value) ? named(kind, value) : value
  }
  const fields = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([field, value]) => [field, told(field, value)]))
  return Object.fromEntries(
    Object.entries(detail).map(([field, value]) => [
      field,
      (field === 'before' || field === 'after') && typeof value === 'object' && value !== null
        ? fields(value)
        : told(field, value),
    ]),
  )
}
