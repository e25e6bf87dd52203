import type { ComparedGateway } from './compare-gateways.ts'
import { outcomeOf } from './preview-tally.ts'
import { anyUnread, type Unread, withoutAnswered } from './unread.ts'

/** Gateways whose preview would improve if read, and what to read from each. */
export function readableOf(
  compared: readonly ComparedGateway[],
  answered: ReadonlyMap<string, Unread>,
): { id: string; unread: Unread }[] {
  return compared
    .filter((gateway) => ['changing', 'unread'].includes(outcomeOf(gateway)))
    .map(({ device: { id }, unread }) => ({ id, unread: withoutAnswered(unread, answered.get(id)) }))
    .filter(({ unread }) => anyUnread(unread))
}
