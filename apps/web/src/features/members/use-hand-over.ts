import type { EndpointOutput } from '@netward/contract'
import type { FailedItem } from '@netward/contract/errors'
import { handedKinds, type HeldKind } from '@netward/contract/offboarding-values'
import { openOrderStates } from '@netward/contract/states/work-order'
import { api } from '../../lib/api-client.ts'
import { useAct } from '../../lib/use-api.ts'
import { outcomeOf } from '../../ui/use-batch.ts'
import { type Member, readAgain } from './member.ts'

export const holdingList = 'POST /api/v1/auth/member/holding/lists'
export type Holdings = EndpointOutput<typeof holdingList>[number]

/** Null: nobody takes it over. */
export type Successor = Pick<Member, 'memberId' | 'userCode'> | null

const ordersHeld = openOrderStates.filter((state) => state !== 'resolved')
const atOnce = 200

/**
 * Gives each kind to its successor. What can be repeated comes first: if something is refused, the rest of it is still there
 * and the next attempt finds it.
 */
export function useHandOver() {
  const moveOrders = useAct('POST /api/v1/work/order/batch/move', { errors: 'caller' })
  const actOnAlarms = useAct('POST /monitor/api/v1/alarm/batch/act', { errors: 'caller' })
  const handOver = useAct('POST /api/v1/auth/member/:memberId/hand-over', {
    refresh: [...readAgain, holdingList, 'POST /api/v1/auth/member/credential/lists'],
  })

  /** Orders that refused to move lead the list: the next page begins after them. */
  async function orders(leaver: Holdings, to: Exclude<Successor, null>): Promise<readonly FailedItem[]> {
    const failed: FailedItem[] = []
    for (;;) {
      const { items } = await api('POST /api/v1/work/order/lists', {
        page: 1,
        pageSize: Math.min(atOnce, failed.length + 100),
        assignee: leaver.userCode,
        state: ordersHeld,
        sort: 'createdAt',
      })
      const refused = new Set(failed.map(({ id }) => id))
      const left = items.filter(({ id }) => !refused.has(id))
      if (left.length === 0) return failed
      const outcome = await outcomeOf(() =>
        moveOrders.mutateAsync({
          orders: left.map(({ id, version }) => ({ orderId: id, version })),
          move: { name: 'assign', to: to.userCode },
        }),
      )
      failed.push(...outcome.failed)
      if (outcome.accepted === 0) return failed
    }
  }

  /** Those of customers cannot be assigned to a member here: they go without an assignee. */
  async function alarms(leaver: Holdings, to: Successor): Promise<readonly FailedItem[]> {
    const assign = (alarmIds: string[], who: string) =>
      outcomeOf(() => actOnAlarms.mutateAsync({ alarmIds, act: { kind: 'assign', to: who } }))
    for (;;) {
      const { items } = await api('POST /monitor/api/v1/alarm/lists', {
        page: 1,
        pageSize: 100,
        assignee: leaver.userCode,
        suppressed: 'all',
      })
      if (items.length === 0) return []
      const ids = items.map(({ id }) => id)
      const { failed } = await assign(ids, to?.memberId ?? 'nobody')
      if (to !== null && failed.length > 0) {
        const again = await assign(
          failed.flatMap(({ id }) => (id === undefined ? [] : [id])),
          'nobody',
        )
        if (again.failed.length > 0) return again.failed
      } else if (failed.length > 0) return failed
    }
  }

  return async function run(
    leaver: Holdings,
    successors: ReadonlyMap<HeldKind, Successor>,
    working: (kind: HeldKind) => void,
  ): Promise<readonly FailedItem[]> {
    const failed: FailedItem[] = []
    const toOrders = successors.get('orders')
    if (toOrders) {
      working('orders')
      failed.push(...(await orders(leaver, toOrders)))
    }
    const toAlarms = successors.get('alarms')
    if (toAlarms !== undefined) {
      working('alarms')
      failed.push(...(await alarms(leaver, toAlarms)))
    }
    await handOver.mutateAsync({
      memberId: leaver.memberId,
      successors: handedKinds.flatMap((kind) => {
        const to = successors.get(kind)
        return to === undefined ? [] : [{ kind, to: to?.memberId ?? null }]
      }),
    })
    return failed
  }
}
