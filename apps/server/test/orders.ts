import type { EndpointInput } from '@netward/contract'
import type { TestApp, TestPerson } from './test-app.ts'

export type MoveInput = EndpointInput<'POST /api/v1/work/order/:orderId/move'>['move']

export const orderOf = async (who: TestPerson, orderId: string) =>
  (await who.call('GET /api/v1/work/order/:orderId', { orderId })).data

export async function makeOrder(
  who: TestPerson,
  more: Partial<EndpointInput<'POST /api/v1/work/order'>> = {},
): Promise<string> {
  return (await who.call('POST /api/v1/work/order', { title: 'No internet', ...more })).data.id
}

/** Moves the order as it is now. */
export async function moveOrder(who: TestPerson, orderId: string, ...moves: readonly MoveInput[]) {
  const act = async (move: MoveInput) => {
    const { version } = await orderOf(who, orderId)
    return who.call('POST /api/v1/work/order/:orderId/move', { orderId, version, move })
  }
  for (const move of moves.slice(0, -1)) await act(move)
  return act(moves.at(-1)!)
}

/** As if the order had been made, and all that happened to it, so much earlier. */
export async function earlier(
  t: Pick<TestApp, 'adminPool'>,
  orderId: string,
  minutes: number,
): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await t.adminPool.query(
    `update work_order set created_at = created_at - ${by}, responded_at = responded_at - ${by},
       resolved_at = resolved_at - ${by} where id = $1`,
    [orderId],
  )
  await t.adminPool.query(
    `update work_order_pause set starts_at = starts_at - ${by}, ends_at = ends_at - ${by} where order_id = $1`,
    [orderId],
  )
}
