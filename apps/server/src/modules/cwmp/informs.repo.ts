import type { Scopes } from '../../platform/db/scope.ts'
import type { KnownGateway } from './acs-rows.ts'
import { atOnce, Batcher, retryWhenUnlocked, batchOrEach } from './batcher.ts'
import type { InformFacts, InformEvent } from './facts.ts'

interface InformRow {
  readonly deviceId: string
  /** ISO 8601. */
  readonly at: string
  /** When it is overdue, ISO 8601; null: unknown. */
  readonly due: string | null
  /** Fingerprint of its facts. */
  readonly facts: string
  /** `keyOurs`: its ParameterKey is one that we set. `retried`: it repeats the Inform of a session that failed. */
  readonly reported: InformFacts & { keyOurs: boolean; retried: boolean }
  readonly events: readonly InformEvent[]
}

type Guard = KnownGateway['guard'] | 'released'

/** Informs with news: those that arrive at the same moment are one statement. */
export function informsRepo(scopes: Scopes) {
  const reported = retryWhenUnlocked(
    async (inform: InformRow, waits) => (await record(scopes, [inform], waits))[0],
  )
  const informs = new Batcher<InformRow, Guard>(
    batchOrEach({
      alone: async (inform) => (await reported(inform)) ?? 'released',
      about: ({ deviceId }) => deviceId,
      several: (batch) => record(scopes, batch, false),
    }),
    atOnce,
  )
  return {
    /** The guard afterwards, or `released`. */
    inform: (inform: InformRow): Promise<Guard> => informs.add(inform),
  }
}

/** The guard of each; undefined where its rows are locked, for which it may wait. */
async function record(
  scopes: Scopes,
  informs: readonly InformRow[],
  waits: boolean,
): Promise<(Guard | undefined)[]> {
  const rows = await scopes.asLoginRole<{ n: number; guard: Guard | 'busy' }>(
    'select * from acs_informs($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4, $5::jsonb[], $6::jsonb[], $7)',
    [
      informs.map(({ deviceId }) => deviceId),
      informs.map(({ at }) => at),
      informs.map(({ due }) => due),
      informs.map(({ facts }) => facts),
      informs.map(({ reported }) => JSON.stringify(reported)),
      informs.map(({ events }) => JSON.stringify(events)),
      waits,
    ],
  )
  const guards: (Guard | undefined)[] = []
  for (const { n, guard } of rows) if (guard !== 'busy') guards[n - 1] = guard
  return guards
}
