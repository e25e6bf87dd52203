/** Organisation types of the specification. The numbers of the enumerations below are independent. */
export const organisationType = {
  op: 99999,
  company: 16,
  middleman: 8,
  department: 4,
  user: 2,
  admin: 1,
} as const

/** Tenant type labels: 1 platform administrator, 8 MSP, 16 final customer. */
export const tenantType = { platform: 1, msp: 8, endCustomer: 16 } as const

/** Organisation status labels. A trial is a POC with an end. */
export const organisationStatus = { formal: 1, poc: 2 } as const

/** 1 admin of the OP, 2 admin of an MSP, 3 admin of a customer, 4 anyone else, for the company in use. */
export const identities = { platform: 1, msp: 2, tenant: 3, other: 4 } as const
export type Identity = (typeof identities)[keyof typeof identities]

export type CompanyKind = 'op' | 'middleman' | 'company'
export type CompanyStatus = 'active' | 'frozen' | 'deactivated'
export type CompanyStanding = 'trial' | 'poc' | 'formal'
