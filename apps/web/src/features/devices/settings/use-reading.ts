import type { SettingSection } from '@netward/contract/gateway-setting-values'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'
import { settingsRead } from './setting.ts'

/** Asks the gateway for some sections. The answer is seen by `reading` of the settings. */
export function useReading(deviceId: string) {
  const { t } = useTranslation()
  const refresh = useAct('POST /api/v1/device/:deviceId/settings/refresh', {
    refresh: [settingsRead, 'GET /api/v1/device/:deviceId/commands'],
  })
  return {
    pending: refresh.isPending,
    read: (sections: readonly SettingSection[]) =>
      refresh.mutate(
        { deviceId, sections: [...sections] },
        { onSuccess: () => notify.success(t('gatewaySettings.readQueued')) },
      ),
  }
}
