/** Columns of a file of tenants that a text of their own describes, in the order of its template. */
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

/** Those that may be left out, and are named as in the form. */
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
