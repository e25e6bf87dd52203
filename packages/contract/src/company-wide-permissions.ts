import { type PermissionCode, permissionOfCode } from './permissions.ts'

/** Codes about a company as a whole: a role for some of its departments or outlets does not grant them. */
export const isCompanyWide = (code: PermissionCode): boolean => permissionOfCode(code).companyWide === true
