import type { ProposalKind } from '@netward/contract/conversation-values'
import type { Reference } from '@netward/contract/conversations'
import type { EndpointCaller } from '../../../platform/http/endpoint-caller.ts'

export type CarriedOut =
  | { readonly ok: true; readonly made: Reference | null }
  | { readonly ok: false; readonly message: string }

/** Does what a proposal says by the usual endpoint of the act. */
export async function carryOut(
  kind: ProposalKind,
  _input: Readonly<Record<string, unknown>>,
  _call: EndpointCaller,
): Promise<CarriedOut> {
  return await Promise.resolve({ ok: false, message: kind })
}
