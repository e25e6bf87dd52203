import { readSection } from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { knownGateway } from './known-gateway.ts'

/** A way of a gateway to the internet. */
export interface KnownWan {
  /** Its object, with its dot. */
  path: string
  label: string
  inUse: boolean
  /** As this gateway writes what refers to it. */
  reference: string
}

/** Those that it is known to have, the one in use first. */
export async function knownWans(ctx: RequestContext, deviceId: string): Promise<KnownWan[]> {
  const gateway = await knownGateway(ctx, deviceId, ['wan'])
  if (gateway === null) return []
  return readSection(gateway.tree, 'wan').map(({ path, label, inUse }) => ({
    path,
    label,
    inUse,
    reference: gateway.tree.asReference(path),
  }))
}
