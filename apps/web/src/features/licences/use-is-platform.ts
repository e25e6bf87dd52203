import { identities } from '@netward/contract/organisations'
import { useActing, useSession } from '../../lib/session.ts'

/** Platform administrators, while not acting in a tenant. */
export function useIsPlatform(): boolean {
  const identity = useSession()?.identity
  const acting = useActing()
  return identity === identities.platform && acting === null
}
