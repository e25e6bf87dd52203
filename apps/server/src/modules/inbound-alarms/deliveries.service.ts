import type { InboundKind } from '@netward/contract/inbound-alarm-values'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { inboundRepo } from './inbound.repo.ts'
import { type InboundEvent, readDelivery, UnreadableDelivery } from './read/read-delivery.ts'

export interface Sender {
  readonly sourceId: string
  readonly kind: InboundKind
}

/** @throws AppError inbound.refused, whatever is wrong */
export async function admitSender(scopes: Scopes, sourceId: string, token: string | null): Promise<Sender> {
  const kind =
    token === null || !/^[1-9][0-9]{0,17}$/.test(sourceId)
      ? null
      : await inboundRepo.open(scopes, sourceId, hashToken(token))
  if (kind === null) throw new AppError('inbound.refused')
  return { sourceId, kind }
}

/**
 * Takes what a source sent, and answers how many alarms changed something.
 * @param admits whether the source may send so many alarms now
 * @throws AppError inbound.unreadable, inbound.too_many: the source notes either
 */
export async function takeDelivery(
  scopes: Scopes,
  { sourceId, kind }: Sender,
  body: unknown,
  admits: (alarms: number) => boolean,
): Promise<number> {
  const events = await readOrNote(scopes, { sourceId, kind }, body)
  if (!admits(Math.max(events.length, 1))) {
    await inboundRepo.note(scopes, sourceId, 'too_many')
    throw new AppError('inbound.too_many')
  }
  return inboundRepo.take(scopes, sourceId, events)
}

async function readOrNote(
  scopes: Scopes,
  { sourceId, kind }: Sender,
  body: unknown,
): Promise<InboundEvent[]> {
  try {
    return readDelivery(kind, body, Date.now())
  } catch (error) {
    if (!(error instanceof UnreadableDelivery)) throw error
    await inboundRepo.note(scopes, sourceId, error.problem)
    throw new AppError('inbound.unreadable')
  }
}
