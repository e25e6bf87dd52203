import type { Scopes } from '../../platform/db/scope.ts'
import type { KnownGateway } from './acs-rows.ts'
import { atOnce, Gatherer, onceFree, together } from './batches.ts'
import type { Told, ToldEvent } from './facts.ts'

interface ToldInform {
  readonly deviceId: string
  /** ISO 8601. */
  readonly at: string
  /** When it is overdue, ISO 8601; null: nobody knows. */
  readonly due: string | null
  /** The fingerprint of what it tells. */
  readonly facts: string
  /** `keyOurs`: its ParameterKey is one that we set. */
  readonly told: Told & { keyOurs: boolean }
  readonly events: readonly ToldEvent[]
}

type Guard = KnownGateway['guard'] | 'released'

/** Informs that tell something: those that come at the same moment are one statement. */
export function informsRepo(scopes: Scopes) {
  const told = onceFree(async (inform: ToldInform, waits) => (await tell(scopes, [inform], waits))[0])
  const informs = new Gatherer<ToldInform, Guard>(
    together({
      alone: async (inform) => (await told(inform)) ?? 'released',
      about: ({ deviceId }) => deviceId,
      several: (batch) => tell(scopes, batch, false),
    }),
    atOnce,
  )
  return {
    /** The guard as it stands afterwards, or `released`. */
    inform: (inform: ToldInform): Promise<Guard> => informs.add(inform),
  }
}

/** Of each the guard; undefined where somebody else holds its rows, for which it may wait. */
async function tell(
  scopes: Scopes,
  informs: readonly ToldInform[],
  waits: boolean,
): Promise<(Guard | undefined)[]> {
  const rows = await scopes.narrow<{ n: number; guard: Guard | 'busy' }>(
    'select * from acs_informs($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4, $5::jsonb[], $6::jsonb[], $7)',
    [
      informs.map(({ deviceId }) => deviceId),
      informs.map(({ at }) => at),
      informs.map(({ due }) => due),
      informs.map(({ facts }) => facts),
      informs.map(({ told }) => JSON.stringify(told)),
      informs.map(({ events }) => JSON.stringify(events)),
      waits,
    ],
  )
  const guards: (Guard | undefined)[] = []
  for (const { n, guard } of rows) if (guard !== 'busy') guards[n - 1] = guard
  return guards
}
