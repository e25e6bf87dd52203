import { type EntityField, fieldsOf } from '@netward/contract/entity-fields'
import { tenantEntity, type TenantField } from '@netward/contract/tenant-fields'
import { fieldValues } from '../../platform/entity/entity-rows.ts'
import type { Cells, Column, ImportRow } from './tenant.csv.ts'
import type { TenantRow } from './tenant.repo.ts'

/** A tenant that a row of a file names by its code. */
export type StoredTenant = TenantRow & { readonly parent_code: string }

type Field = Exclude<TenantField, 'code'>

/** Fields of the form, which an import may change; the code finds the tenant. */
const changeable = fieldsOf(tenantEntity).filter(
  (field): field is readonly [Field, (typeof field)[1]] => field[0] !== 'code',
)

/** A company has a value of these in any case: an empty cell leaves it. */
const neverEmpty = (field: Field, { kind }: EntityField) =>
  kind === 'name' || kind === 'choice' || field === 'timeZone'

/** What a row changes; a column that the file does not have stays. */
export function changedColumns(
  cells: Cells,
  present: ReadonlySet<Column>,
  { fields }: Pick<ImportRow, 'fields'>,
  stored: StoredTenant,
): { column: Field; before: string; after: string }[] {
  const values = fieldValues(tenantEntity, stored)
  return changeable.flatMap(([column, options]) => {
    const empty = cells[column] === undefined
    if (!present.has(column) || (empty && neverEmpty(column, options))) return []
    const before = String((values[column] as string | number | null) ?? '')
    const after = empty ? '' : (fields[column] ?? '')
    return before === after ? [] : [{ column, before, after }]
  })
}

/** Columns of a row that differ from the tenant and have a move of their own: an import leaves them to it. */
export function fixedColumns(
  cells: Cells,
  { kind, standing, contractEndsAt, parent, package: packageName }: ImportRow,
  stored: StoredTenant,
): Column[] {
  const names = [stored.package_zh, stored.package_en].map((name) => name?.toLowerCase())
  const differs: Partial<Record<Column, boolean>> = {
    kind: cells.kind !== undefined && kind !== stored.kind,
    standing: cells.standing !== undefined && standing !== stored.standing,
    contractEndsAt:
      contractEndsAt !== null && Date.parse(contractEndsAt) !== Date.parse(stored.expires_at ?? ''),
    parent: parent !== '' && parent !== stored.parent_code && parent !== stored.parent_name,
    package: packageName !== null && !names.includes(packageName.toLowerCase()),
    administratorName: cells.administratorName !== undefined,
    administratorContact: cells.administratorContact !== undefined,
  }
  return (Object.keys(differs) as Column[]).filter((column) => differs[column] === true)
}
