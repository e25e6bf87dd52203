/** Columns of a tenant file with a description of their own, in the order of its template. */
export const describedTenantColumns = [
  'name',
  'code',
  'kind',
  'parent',
  'standing',
  'contractEndsAt',
  'package',
  'administratorName',
  'administratorContact',
] as const

/** Optional columns, named as in the form. */
export const plainTenantColumns = [
  'abbreviation',
  'domain',
  'prefix',
  'delivery',
  'contactPerson',
  'contactPhone',
  'contactMail',
  'contactNote',
  'language',
  'timeZone',
] as const
