import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { afterBackup } from './configuration.ts'

/** Reads a device's configuration now. */
export function useBackUp(): { busy: boolean; start: (deviceId: string) => void } {
  const { t } = useTranslation()
  const act = useAct('POST /monitor/api/v1/configuration/:deviceId/back-up', { refresh: afterBackup })
  return {
    busy: act.isPending,
    start: (deviceId) =>
      act.mutate({ deviceId }, { onSuccess: () => notify.success(t('configurations.queuedNow')) }),
  }
}
