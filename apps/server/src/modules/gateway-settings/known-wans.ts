import { readSection } from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { knownGateway } from './known-gateway.ts'

/** A gateway's WAN connection. */
export interface KnownWan {
  /** Its object path, with the trailing dot. */
  path: string
  label: string
  inUse: boolean
  /** In the form this gateway uses for references. */
  reference: string
}

/** Known connections, the active one first. */
export async function knownWans(ctx: Pick<RequestContext, 'db'>, deviceId: string): Promise<KnownWan[]> {
  const gateway = await knownGateway(ctx, deviceId, ['wan'])
  if (gateway === null) return []
  return readSection(gateway.tree, 'wan').map(({ path, label, inUse }) => ({
    path,
    label,
    inUse,
    reference: gateway.tree.asReference(path),
  }))
}
