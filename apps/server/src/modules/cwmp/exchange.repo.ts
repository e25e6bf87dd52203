import type { Scopes } from '../../platform/db/scope.ts'
import type { EndedCommand, Learned, News, ParameterRow, TakenCommand, Then } from './acs-rows.ts'
import { atOnce, Batcher, retryWhenUnlocked, batchOrEach } from './batcher.ts'

interface Turn {
  readonly deviceId: string
  readonly holder: string | null
  readonly learned: Learned
  readonly news: News
  readonly follows: Then
}

/** Larger reads bypass batching. */
const maxRows = 500

/** Exchanges of gateways: those at the same moment are one statement. */
export function turnsRepo(scopes: Scopes) {
  const have = retryWhenUnlocked(async (turn: Turn, waits) => (await haveTurns(scopes, [turn], waits))[0])
  const alone = async (turn: Turn) => (await have(turn)) ?? []
  const turns = new Batcher<Turn, TakenCommand[]>(
    batchOrEach({
      alone,
      // A gateway may have two sessions for a moment.
      about: ({ deviceId }) => deviceId,
      several: (batch) => haveTurns(scopes, batch, false),
    }),
    atOnce,
  )
  return {
    /**
     * Stores what was learned, writes the pending facts, and marks `next` as sent, or takes the next command
     * (none when a session with an Inform later than `since` has the lease), or asks for the templates of the
     * gateway.
     * @returns what may be sent; of `next` only its id; of templates a `DueProvision` as the request
     */
    turn: (
      deviceId: string,
      holder: string | null,
      { learned, news }: { learned: Learned; news: News },
      then: Then,
    ): Promise<TakenCommand[]> => {
      const turn = { deviceId, holder, learned, news, follows: then }
      return learned.rows.length > maxRows ? alone(turn) : turns.add(turn)
    },

    apply: (deviceId: string, rows: readonly ParameterRow[], reported: object): Promise<unknown> =>
      alone({ deviceId, holder: null, learned: { rows, reported }, news: { ended: [] }, follows: null }),
  }
}

/** What each may send; undefined where its rows are locked, for which it may wait. */
async function haveTurns(
  scopes: Scopes,
  turns: readonly Turn[],
  waits: boolean,
): Promise<(TakenCommand[] | undefined)[]> {
  const rows = turns.flatMap(({ learned }) => learned.rows)
  const reported = await scopes.asLoginRole<TakenCommand & { n: number }>(
    `select * from acs_exchange($1::bigint[], $2::uuid[], $3::jsonb[], $4::jsonb[], $5::bigint[], $6::timestamptz[], $7::boolean[],
      $8::int[], $9, $10, $11, $12::boolean[], $13, $14::boolean[], $15)`,
    [
      turns.map(({ deviceId }) => deviceId),
      turns.map(({ holder }) => holder),
      turns.map(({ learned }) => JSON.stringify(learned.rows.length > 0 ? learned.reported : {})),
      turns.map(({ news }) => JSON.stringify({ ...news, ended: news.ended.map(endOf) })),
      turns.map(({ follows }) => (follows !== null && 'next' in follows ? follows.next : null)),
      turns.map(({ follows }) => (follows !== null && 'since' in follows ? follows.since : null)),
      turns.map(({ follows }) => follows !== null && 'templates' in follows),
      turns.flatMap(({ learned }, index) => learned.rows.map(() => index + 1)),
      rows.map((row) => row.path),
      rows.map((row) => row.parent),
      rows.map((row) => row.value),
      rows.map((row) => row.valued),
      rows.map((row) => row.type),
      rows.map((row) => row.writable),
      waits,
    ],
  )
  const taken: (TakenCommand[] | undefined)[] = turns.map(() => [])
  for (const { n, ...row } of reported) {
    if (row.kind === 'busy') taken[n - 1] = undefined
    else taken[n - 1]?.push(row)
  }
  return taken
}

const endOf = ({ id, state, outcome }: EndedCommand) => ({
  id,
  state,
  result: outcome.result ?? null,
  fault: outcome.faultCode ?? null,
  detail: outcome.faultDetail ?? null,
  verify: outcome.verify ?? [],
})
