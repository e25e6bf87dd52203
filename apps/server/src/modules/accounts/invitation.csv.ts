import { emailOf, phoneOf } from '@netward/contract/field-rules'
import type { UploadedFile } from '../../platform/http/context.ts'
import { fileRows } from '../../platform/import/file-rows.ts'

/** A person as a row of a file describes them. */
export interface InvitedRow {
  /** Numbered as in a spreadsheet: the heading is 1. */
  readonly row: number
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  /** Role names. */
  readonly roles: readonly string[]
  /** Path of department names; empty for the company itself. */
  readonly department: readonly string[]
}

/** Phrase keys under `account.invitations.import`. */
export type RowProblem = 'nameMissing' | 'nameWrong' | 'contact' | 'contactWrong' | 'rolesMissing' | 'twice'

export interface ParsedInvitations {
  readonly rows: InvitedRow[]
  readonly refused: { row: number; name: string; problem: RowProblem }[]
  readonly ignored: readonly string[]
}

export const maxRows = 1_000

type Column = 'name' | 'phone' | 'email' | 'roles' | 'department'

/** Headings in both languages, whatever the language of the importer. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  name: ['name', '姓名', '成员姓名', 'member name'],
  phone: ['phone', '手机号', '手机'],
  email: ['email', '邮箱'],
  roles: ['role', 'roles', '角色'],
  department: ['department', '部门'],
}

/** @throws AppError as `fileRows` does. */
export function parseInvitations(file: Pick<UploadedFile, 'content'> | null): ParsedInvitations {
  const { rows, ignored } = fileRows(file, { headings, needed: ['name'], maxRows })
  const parsed: ParsedInvitations = { rows: [], refused: [], ignored }
  const seen = new Set<string>()
  for (const { row, cells } of rows) {
    const problem = problemOf((column) => cells[column], seen)
    if (problem !== null) parsed.refused.push({ row, name: cells.name, problem })
    else
      parsed.rows.push({
        row,
        name: cells.name,
        phone: phoneOf(cells.phone),
        email: emailOf(cells.email),
        roles: parts(cells.roles, /[|;；、]/),
        department: parts(cells.department, /[/／]/),
      })
  }
  return parsed
}

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function problemOf(cell: (column: Column) => string, seen: Set<string>): RowProblem | null {
  const name = cell('name')
  if (name === '') return 'nameMissing'
  if (name.length > 100 || /[\p{Cc}\p{Zl}\p{Zp}\u200B\u2060-\u206F\u202A-\u202E\uFEFF]/u.test(name))
    return 'nameWrong'
  const [phone, email] = [cell('phone'), cell('email')]
  if ((phone === '') === (email === '')) return 'contact'
  const address = phone === '' ? emailOf(email)?.toLowerCase() : phoneOf(phone)
  if (address === null || address === undefined) return 'contactWrong'
  if (parts(cell('roles'), /[|;；、]/).length === 0) return 'rolesMissing'
  if (seen.has(address)) return 'twice'
  seen.add(address)
  return null
}
