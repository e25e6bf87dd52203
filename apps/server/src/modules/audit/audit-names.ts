import type { RequestContext } from '../../platform/http/context.ts'
import { auditNameRepo, isSubjectKind, type NamedKind, type SubjectKind } from './audit-name.repo.ts'
import type { AuditRow } from './audit.repo.ts'

/** Object kind of a field's ids. A role may also be the key of a built-in one, which is not an id. */
const kinds: Readonly<Record<string, NamedKind | undefined>> = {
  companyIds: 'company',
  companies: 'company',
  groupIds: 'group',
  role: 'role',
  roles: 'role',
}
/** Tenants added to and removed from a group. */
const ofGroups: typeof kinds = { added: 'company', removed: 'company' }

const id = /^[1-9]\d{0,17}$/
type Detail = AuditRow['detail']

/** Entries store ids: readers see the current names, as far as their scope allows. */
export async function withNames(
  ctx: Pick<RequestContext, 'db'>,
  entries: readonly AuditRow[],
): Promise<AuditRow[]> {
  return withFieldNames(ctx, await withSubjectNames(ctx, entries))
}

async function withSubjectNames(
  ctx: Pick<RequestContext, 'db'>,
  rows: readonly AuditRow[],
): Promise<AuditRow[]> {
  const wanted = new Map<SubjectKind, Set<string>>()
  for (const { subject_kind: kind, subject_id: subject } of rows) {
    if (kind === null || subject === null || !isSubjectKind(kind) || !id.test(subject)) continue
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(subject))
  }
  const names = await auditNameRepo.subjects(ctx, wanted)
  return rows.map((row) => ({
    ...row,
    subject_name: names.get(`${row.subject_kind} ${row.subject_id}`) ?? null,
  }))
}

async function withFieldNames(
  ctx: Pick<RequestContext, 'db'>,
  rows: readonly AuditRow[],
): Promise<AuditRow[]> {
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

/** An entry's detail, with each id mapped through `named`. */
function eachId(
  { detail, subject_kind: subject }: AuditRow,
  named: (kind: NamedKind, one: string) => string,
): Detail {
  const reported = (field: string, value: unknown): unknown => {
    const kind = kinds[field] ?? (subject === 'tenant_group' ? ofGroups[field] : undefined)
    if (kind === undefined) return value
    if (Array.isArray(value)) return value.map((one) => reported(field, one))
    return typeof value === 'string' && id.test(value) ? named(kind, value) : value
  }
  const fields = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([field, value]) => [field, reported(field, value)]))
  return Object.fromEntries(
    Object.entries(detail).map(([field, value]) => [
      field,
      (field === 'before' || field === 'after') && typeof value === 'object' && value !== null
        ? fields(value)
        : reported(field, value),
    ]),
  )
}
