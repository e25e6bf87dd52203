import type { Scopes } from '../../platform/db/scope.ts'
import type { KnownGateway } from './acs-rows.ts'
import { Gatherer, together } from './batches.ts'
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
  const informs = new Gatherer<ToldInform, Guard>(
    together({
      alone: (inform) => alone(scopes, inform),
      about: ({ deviceId }) => deviceId,
      async several(batch) {
        const guards = await tell(scopes, batch, false)
        return batch.map((_, index) => {
          const guard = guards[index]
          return guard === 'busy' ? undefined : guard
        })
      },
    }),
    { milliseconds: 0, largest: 32, lanes: 2 },
  )
  return {
    /** The guard as it stands afterwards, or `released`. */
    inform: (inform: ToldInform): Promise<Guard> => informs.add(inform),
  }
}

async function alone(scopes: Scopes, inform: ToldInform): Promise<Guard> {
  const [guard = 'released'] = await tell(scopes, [inform], true)
  return guard === 'busy' ? 'released' : guard
}

/** @param waits false: whose rows somebody else holds is `busy` */
async function tell(
  scopes: Scopes,
  informs: readonly ToldInform[],
  waits: boolean,
): Promise<(Guard | 'busy')[]> {
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
  const guards: (Guard | 'busy')[] = []
  for (const { n, guard } of rows) guards[n - 1] = guard
  return guards
}
