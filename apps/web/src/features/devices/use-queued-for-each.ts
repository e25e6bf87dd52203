import type { ReactNode } from 'react'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useBatch } from '../../ui/use-batch.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface Asked {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  /** Has to be typed first. */
  readonly typed?: string
  readonly queued: (count: number) => string
}

/** Asks, saying what follows for how many, then queues a command for each. Answers whether it was wanted. */
export function useQueuedForEach<Target extends Named>(
  endpoint: 'POST /api/v1/device/batch/reboot' | 'POST /api/v1/device/batch/factory-reset',
  questionOf: (devices: readonly Target[], only: Target | undefined) => Asked,
): (devices: readonly Target[]) => Promise<boolean> {
  const confirm = useConfirm()
  const batch = useBatch()
  const queue = useAct(endpoint, { errors: 'caller', refresh: ['GET /api/v1/device/:deviceId/commands'] })
  return (devices) => {
    const only = devices.length === 1 ? devices[0] : undefined
    const { queued, ...question } = questionOf(devices, only)
    return confirm({
      ...question,
      names: only === undefined ? devices.map(({ name }) => name) : [],
      act: async () => {
        const accepted = await batch(question.action, () =>
          queue.mutateAsync({ deviceIds: devices.map(({ id }) => id) }),
        )
        if (accepted > 0) notify.success(queued(accepted))
      },
    })
  }
}
