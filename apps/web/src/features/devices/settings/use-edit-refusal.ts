import { deviceMoves } from '@netward/contract/states/device'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions.ts'
import type { DeviceDetail } from '../device-row.ts'

const needed = 'DMS_SERVER_DEVICE_PARAMETER_SET'

/** Why this person cannot change the gateway now, in words; null when they can. */
export function useEditRefusal(device: DeviceDetail): string | null {
  const { t } = useTranslation()
  const may = useMay(needed)
  if (!may) return t('gatewaySettings.mayNot', { permission: t(`permissions.codes.${needed}.name`) })
  const refusal = deviceMoves.setParameters(device)
  return refusal === null ? null : t(`devices.refusal.${refusal}`)
}
