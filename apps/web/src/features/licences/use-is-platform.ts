import { identities } from '@netward/contract/organisations'
import { useActing, useSession } from '../../lib/session.ts'

/** The platform's administrators, while they act in no tenant. */
export function useIsPlatform(): boolean {
  const identity = useSession()?.identity
  const acting = useActing()
  return identity === identities.platform && acting === null
}
