import { randomInt } from 'node:crypto'
import { builtInRoles, companyKindsOf, permissionCodes } from '@netward/contract'
import { isCompanyWide } from '@netward/contract/company-wide-permissions'
import type { Scopes } from '../../platform/db/scope.ts'
import { installationRepo } from './installation.repo.ts'
import { hashPassword } from './password.ts'

const letters = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789']

/** 16 characters of all classes, unambiguous when read aloud: 92 bits. */
export function generatePassword(): string {
  const all = letters.join('')
  for (;;) {
    const password = Array.from({ length: 16 }, () => all[randomInt(all.length)]).join('')
    if ([/[A-Z]/, /[a-z]/, /[0-9]/].every((kind) => kind.test(password))) return password
  }
}

/**
 * Writes this version's built-in roles and permissions and, on first start, the OP with its operator `admin`.
 * Safe with two concurrent starters. Returns the password if this process generated one: it is shown once and
 * stored nowhere.
 */
export async function prepareInstallation(
  scopes: Scopes,
  adminPassword: string | null,
): Promise<{ firstStart: boolean; generatedPassword: string | null }> {
  for (const [key, permissions] of Object.entries(builtInRoles)) {
    await installationRepo.updateBuiltInRole(scopes, key, permissions)
  }
  await installationRepo.updatePermissionKinds(
    scopes,
    Object.fromEntries(permissionCodes.map((code) => [code, companyKindsOf(code)])),
    permissionCodes.filter(isCompanyWide),
  )
  if (await installationRepo.hasOperator(scopes)) return { firstStart: false, generatedPassword: null }
  const password = adminPassword ?? generatePassword()
  const firstStart = await installationRepo.insertOperator(
    scopes,
    'Netward',
    'admin',
    await hashPassword(password),
  )
  return { firstStart, generatedPassword: firstStart && adminPassword === null ? password : null }
}
