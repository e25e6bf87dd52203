import type { OutputOf, standingApi } from '@netward/contract'
import type { Span } from '../rollups/index.ts'

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
