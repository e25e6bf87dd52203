import type { SettingSection } from '@netward/contract/gateway-setting-values'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { settingsRead } from './setting.ts'

/** Requests some sections from the gateway. `reading` of the settings shows the progress. */
export function useReading(deviceId: string) {
  const { t } = useTranslation()
  const refresh = useAct('POST /api/v1/device/:deviceId/settings/refresh', {
    refresh: [settingsRead, 'GET /api/v1/device/:deviceId/commands'],
  })
  // Nobody asked for it by a button: a refusal is shown by the section's own state.
  const quiet = useAct('POST /api/v1/device/:deviceId/settings/refresh', {
    refresh: [settingsRead],
    errors: 'caller',
  })
  return {
    pending: refresh.isPending,
    read: (sections: readonly SettingSection[]) =>
      refresh.mutate(
        { deviceId, sections: [...sections] },
        { onSuccess: () => notify.success(t('gatewaySettings.readQueued')) },
      ),
    readQuietly: (sections: readonly SettingSection[]) => quiet.mutate({ deviceId, sections: [...sections] }),
  }
}
