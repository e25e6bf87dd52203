import type { OutputOf, standingApi } from '@netward/contract'
import type { SpanState } from '@netward/contract/standing-values'
import type { Span } from './availability.ts'

/** A device that is overdue still counts as online (operations.md §6). */
export const stateOf: Readonly<Record<'online' | 'overdue' | 'offline', SpanState>> = {
  online: 'up',
  overdue: 'late',
  offline: 'down',
}

export function presentSpans(
  spans: readonly Span[],
  from: number,
  to: number,
  share: number | null,
): OutputOf<typeof standingApi.deviceStanding>['availability'] {
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    share,
    spans: spans.map((span) => ({ state: span.state, to: new Date(span.to).toISOString() })),
  }
}
