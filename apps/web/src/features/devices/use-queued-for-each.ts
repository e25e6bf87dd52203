import type { ReactNode } from 'react'
import { orderFor, severalDevices } from '../../lib/for-order.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type Outcome, outcomeOf, useBatch } from '../../ui/use-batch.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface Asked {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  /** Must be typed first. */
  readonly typed?: string
  readonly reason: 'optional' | 'needed'
  readonly queued: (count: number) => string
}

export interface Queued {
  readonly deviceIds: readonly string[]
  readonly failed: Outcome['failed']
}

/**
 * Confirms, stating the consequences and the count, then queues a command for each and passes the accepted
 * ones to `then`; without it, the user gets a notice and the list of refusals.
 */
export function useQueuedForEach<Target extends Named>(
  endpoint: 'POST /api/v1/device/batch/reboot' | 'POST /api/v1/device/batch/factory-reset',
  questionOf: (devices: readonly Target[], only: Target | undefined) => Asked,
): (devices: readonly Target[], then?: (queued: Queued) => void) => Promise<boolean> {
  const confirm = useConfirm()
  const batch = useBatch()
  const queue = useAct(endpoint, { errors: 'caller', refresh: ['GET /api/v1/device/:deviceId/commands'] })
  return (devices, then) => {
    const only = devices.length === 1 ? devices[0] : undefined
    const { queued, ...question } = questionOf(devices, only)
    return confirm({
      ...question,
      names: only === undefined ? devices.map(({ name }) => name) : [],
      act: async (reason) => {
        const ids = devices.map(({ id }) => id)
        const act = () =>
          queue.mutateAsync({ deviceIds: ids, reason, ...orderFor(only?.id ?? severalDevices) })
        if (then === undefined) {
          const { accepted } = await batch(question.action, act)
          if (accepted > 0) notify.success(queued(accepted))
          return
        }
        const { failed } = await outcomeOf(act)
        then({ deviceIds: ids.filter((id) => failed.every((one) => one.id !== id)), failed })
      },
    })
  }
}
