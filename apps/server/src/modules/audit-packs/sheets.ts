import type { AuditPackSheet } from '@netward/contract/audit-pack-values'
import { auditColumns, auditRepo, type AuditRow, withNames } from '../audit/index.ts'
import { accessSheet, requestSheet, terminalSheet, visitSheet } from './access-sheets.ts'
import { configurationSheet, firmwareSheet } from './change-sheets.ts'
import { batchRows } from './content.repo.ts'
import { inBatches } from './in-batches.ts'
import { memberSheet, roleMemberSheet, roleSheet } from './role-sheets.ts'
import type { PackSheet, PackSource, SheetSource } from './pack-sheet.ts'
import { packWords } from './words.ts'

const makers: Readonly<Record<AuditPackSheet, (source: SheetSource) => PackSheet>> = {
  members: memberSheet,
  roles: roleSheet,
  role_members: roleMemberSheet,
  access: accessSheet,
  visits: visitSheet,
  requests: requestSheet,
  terminals: terminalSheet,
  role_changes: (source) => auditSheet(source, roleGroups),
  configurations: configurationSheet,
  firmware: firmwareSheet,
  audit: (source) => auditSheet(source),
}

/** Acts by which somebody's rights come and go, by the part of their names before the dot. */
const roleGroups = [
  'role',
  'member',
  'department',
  'invitation',
  'registration',
  'acting',
  'staff_grant',
  'tenant_group',
  'sign_on',
  'application',
]

export function sheetOf(key: AuditPackSheet, source: PackSource): PackSheet & { name: string } {
  const words = packWords(source.pack.language, source.pack.timeZone)
  return { name: words.t(`auditPacks.sheets.${key}`), ...makers[key]({ ...source, words }) }
}

function auditSheet({ read, pack, words }: SheetSource, groups?: readonly string[]): PackSheet {
  const columns = auditColumns({ phrase: words.t }, words.time)
  return {
    heading: columns.map(([heading]) => heading),
    batches: inBatches(
      (last: AuditRow | undefined) =>
        read(async (inside) => {
          const { fromAt: from, toAt: to } = pack
          const entries = await auditRepo.between(inside, {
            from,
            to,
            last: last?.id,
            most: batchRows,
            groups,
          })
          return withNames(inside, entries)
        }),
      (entry) => [columns.map(([, cell]) => cell(entry))],
    ),
  }
}
