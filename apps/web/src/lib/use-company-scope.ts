import { isAdminIdentity, useActing, useSession } from './session.ts'

export interface CompanyScope {
  /** The company in which the user's actions take effect. */
  readonly companyId: string
  readonly companyName: string
  /** The view spans several companies: an MSP or the platform, not acting in a tenant. */
  readonly several: boolean
}

export function useCompanyScope(): CompanyScope {
  const session = useSession()
  const acting = useActing()
  return {
    companyId: acting?.companyId ?? session?.user.companyId ?? '',
    companyName: acting?.name ?? session?.user.companyName ?? '',
    several: session !== null && isAdminIdentity(session.identity) && acting === null,
  }
}
