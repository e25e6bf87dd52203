import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { AppError } from '../../platform/errors.ts'
import { csvRecords } from '../../platform/http/csv-file.ts'

/** A person as a row of a file names them. */
export interface InvitedRow {
  /** As a spreadsheet counts: the heading is 1. */
  readonly row: number
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  /** Names of roles. */
  readonly roles: readonly string[]
  /** Names on the way to a department; none for the company itself. */
  readonly department: readonly string[]
}

/** Keys of phrases under `account.invitations.import`. */
export type RowProblem = 'nameMissing' | 'nameWrong' | 'contact' | 'contactWrong' | 'rolesMissing' | 'twice'

export interface ParsedInvitations {
  readonly rows: InvitedRow[]
  readonly refused: { row: number; problem: RowProblem }[]
}

export const mostRows = 1_000

type Column = 'name' | 'phone' | 'email' | 'roles' | 'department'

/** Headings in both languages, whatever the language of whoever imports. */
const columns: Record<string, Column> = {
  name: 'name',
  membername: 'name',
  姓名: 'name',
  成员姓名: 'name',
  phone: 'phone',
  手机号: 'phone',
  手机: 'phone',
  email: 'email',
  邮箱: 'email',
  role: 'roles',
  roles: 'roles',
  角色: 'roles',
  department: 'department',
  部门: 'department',
}

/** Null when it is no CSV with names. @throws AppError import.too_many_rows */
export function parseInvitations(content: Buffer): ParsedInvitations | null {
  const records = csvRecords(content)
  const heading = records?.[0]?.map((cell) => columns[cell.toLowerCase().replaceAll(/[\s_-]/g, '')] ?? null)
  if (!records || !heading?.includes('name')) return null
  if (records.length - 1 > mostRows)
    throw new AppError('import.too_many_rows', { params: { most: mostRows } })
  const parsed: ParsedInvitations = { rows: [], refused: [] }
  const seen = new Set<string>()
  for (const [index, record] of records.entries()) {
    if (index === 0 || record.every((cell) => cell === '')) continue
    const row = index + 1
    const cell = (column: Column) => record[heading.indexOf(column)]?.trim() ?? ''
    const problem = problemOf(cell, seen)
    if (problem !== null) parsed.refused.push({ row, problem })
    else
      parsed.rows.push({
        row,
        name: cell('name'),
        phone: phoneOf(cell('phone')),
        email: emailOf(cell('email')),
        roles: parts(cell('roles'), /[|;；、]/),
        department: parts(cell('department'), /[/／]/),
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
