import { deviceMoves } from '@netward/contract/states/device'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import type { DeviceDetail } from '../../lib/device-row.ts'

const needed = 'DMS_SERVER_DEVICE_PARAMETER_SET'

/** Why this user cannot change the gateway now, in words; null if they can. */
export function useEditRefusal(device: DeviceDetail): string | null {
  const { t } = useTranslation()
  const may = useMay(needed)
  if (!may) return t('gatewaySettings.mayNot', { permission: t(`permissions.codes.${needed}.name`) })
  const refusal = deviceMoves.setParameters(device)
  return refusal === null ? null : t(`devices.refusal.${refusal}`)
}
