import { useTranslation } from 'react-i18next'
import { notify } from '../lib/notify.ts'
import { useAct } from '../lib/use-api.ts'
import { useConfirm } from './confirm.tsx'
import { type Outcome, useBatch } from './use-batch.ts'
import type { DeviceRow } from '../lib/device-row.ts'
const checkList = 'GET /api/v1/device/:deviceId/checks'

/** Starts a check of one gateway. */
export function useCheck(deviceId: string): { start: () => void; busy: boolean } {
  const { t } = useTranslation()
  const start = useAct('POST /api/v1/device/:deviceId/check', { refresh: [checkList] })
  return {
    busy: start.isPending,
    start: () =>
      start.mutate({ deviceId }, { onSuccess: () => notify.success(t('diagnostics.check.started')) }),
  }
}

/** Confirms, then starts a check of each. Returns the refused items; null if cancelled. */
export function useChecks(): (
  devices: readonly Pick<DeviceRow, 'id' | 'name'>[],
) => Promise<Outcome['failed'] | null> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const batch = useBatch()
  const start = useAct('POST /api/v1/device/batch/check', { errors: 'caller', refresh: [checkList] })
  return async (devices) => {
    let refused: Outcome['failed'] = []
    const wanted = await confirm({
      title: t('diagnostics.check.startTitle'),
      text: <p className="device-plain">{t('diagnostics.check.startText')}</p>,
      names: devices.map(({ name }) => name),
      action: t('diagnostics.check.start'),
      danger: false,
      act: async () => {
        const { accepted, failed } = await batch(t('diagnostics.check.start'), () =>
          start.mutateAsync({ deviceIds: devices.map(({ id }) => id) }),
        )
        refused = failed
        if (accepted > 0) notify.success(t('diagnostics.check.queued', { count: accepted }))
      },
    })
    return wanted ? refused : null
  }
}
