import { isAdminIdentity, useActing, useSession } from '../../lib/session.ts'

export interface DeviceScope {
  /** The company that acts of the person take effect in. */
  readonly companyId: string
  readonly companyName: string
  /** Devices of several companies are seen: an MSP or the platform, not acting in a tenant. */
  readonly several: boolean
}

export function useDeviceScope(): DeviceScope {
  const session = useSession()
  const acting = useActing()
  return {
    companyId: acting?.companyId ?? session?.user.companyId ?? '',
    companyName: acting?.name ?? session?.user.companyName ?? '',
    several: session !== null && isAdminIdentity(session.identity) && acting === null,
  }
}
