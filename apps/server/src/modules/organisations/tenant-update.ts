import type { Cells, Column, ImportRow } from './tenant.csv.ts'
import type { TenantRow } from './tenant.repo.ts'

/** A tenant that a row of a file names by its code. */
export type StoredTenant = TenantRow & { readonly parent_code: string }

/** Fields of the form, which an import may change. */
const fieldsOf = {
  name: (row) => row.name,
  abbreviation: (row) => row.abbreviation,
  domain: (row) => row.domain ?? '',
  prefix: (row) => row.prefix ?? '',
  delivery: (row) => row.delivery,
  contactPerson: (row) => row.contact_person,
  contactPhone: (row) => row.contact_phone,
  contactMail: (row) => row.contact_mail,
  contactNote: (row) => row.contact_note,
  language: (row) => row.language,
  timeZone: (row) => row.time_zone,
} as const satisfies Partial<Record<Column, (row: StoredTenant) => string>>

type Field = keyof typeof fieldsOf

/** A company has a value of these in any case: an empty cell leaves it. */
const neverEmpty: readonly Field[] = ['name', 'delivery', 'language', 'timeZone']

/** What a row changes; a column that the file does not have stays. */
export function changedColumns(
  cells: Cells,
  present: ReadonlySet<Column>,
  { fields }: Pick<ImportRow, 'fields'>,
  stored: StoredTenant,
): { column: Field; before: string; after: string }[] {
  return (Object.keys(fieldsOf) as Field[]).flatMap((column) => {
    const empty = cells[column] === undefined
    if (!present.has(column) || (empty && neverEmpty.includes(column))) return []
    const before = fieldsOf[column](stored)
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
