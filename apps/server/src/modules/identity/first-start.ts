import { randomInt } from 'node:crypto'
import { builtInRoles } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import { hashPassword } from './password.ts'

const letters = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789']

/** 16 characters of all classes that can be told apart when read aloud: 92 bits. */
export function generatePassword(): string {
  const all = letters.join('')
  for (;;) {
    const password = Array.from({ length: 16 }, () => all[randomInt(all.length)]).join('')
    if (letters.every((group) => [...password].some((letter) => group.includes(letter)))) return password
  }
}

/**
 * Writes the built-in roles of this version and, on the first start, the OP with its operator `admin`. Safe with two
 * starters. Answers the password when this process made one up: it is shown once and stored nowhere.
 */
export async function prepareInstallation(
  scopes: Scopes,
  adminPassword: string | null,
): Promise<{ firstStart: boolean; generatedPassword: string | null }> {
  for (const [key, permissions] of Object.entries(builtInRoles)) {
    await scopes.narrow('select set_built_in_role($1, $2)', [key, permissions])
  }
  const [row] = await scopes.narrow<{ there: boolean }>('select operator_exists() as there')
  if (row?.there) return { firstStart: false, generatedPassword: null }
  const password = adminPassword ?? generatePassword()
  const [made] = await scopes.narrow<{ id: string | null }>('select create_operator($1, $2, $3, $4) as id', [
    'Netward',
    'admin',
    'admin',
    await hashPassword(password),
  ])
  const firstStart = made !== undefined && made.id !== null
  return { firstStart, generatedPassword: firstStart && adminPassword === null ? password : null }
}
