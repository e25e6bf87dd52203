import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type Outcome, useBatch } from '../../ui/use-batch.ts'
import { afterChange, type EquipmentRow } from './equipment.ts'

type Named = Pick<EquipmentRow, 'id' | 'name'>
type Refused = Outcome['failed']

const idsOf = (devices: readonly Named[]) => devices.map(({ id }) => id)

/** Polls devices now; their events tell when each is done. */
export function usePoll(): (devices: readonly Named[]) => Promise<Refused> {
  const { t } = useTranslation()
  const batch = useBatch()
  const poll = useAct('POST /monitor/api/v1/device/batch/poll', { errors: 'caller' })
  return async (devices) => {
    const { accepted, failed } = await batch(t('monitoring.list.poll'), () =>
      poll.mutateAsync({ deviceIds: idsOf(devices) }),
    )
    if (accepted > 0) notify.success(t('monitoring.list.polled', { count: accepted }))
    return failed
  }
}

/**
 * Deletes devices with their values, after their name (of one) or the word for it (of several) was typed: it cannot be
 * undone.
 */
export function useDelete(): (devices: readonly Named[], then: (refused: Refused) => void) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const batch = useBatch()
  const remove = useAct('POST /monitor/api/v1/device/batch/delete', {
    errors: 'caller',
    refresh: afterChange,
  })
  return (devices, then) => {
    const [only, ...others] = devices
    if (only === undefined) return
    const alone = others.length === 0
    void confirm({
      title: alone
        ? t('monitoring.list.deleteOneTitle', { name: only.name })
        : t('monitoring.list.deleteTitle', { count: devices.length }),
      text: t('monitoring.list.deleteText'),
      names: alone ? [] : devices.map(({ name }) => name),
      action: t('monitoring.list.delete'),
      typed: alone ? only.name : t('monitoring.list.deleteTyped'),
      act: async () => {
        const { accepted, failed } = await batch(t('monitoring.list.delete'), () =>
          remove.mutateAsync({ deviceIds: idsOf(devices) }),
        )
        if (accepted > 0) notify.success(t('monitoring.list.deleted', { count: accepted }))
        then(failed)
      },
    })
  }
}
