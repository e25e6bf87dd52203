import { type ComponentType, createContext, useContext } from 'react'
import type { DeviceDetail, DeviceRow } from '../lib/device-row.ts'

/** What other features contribute to the list and the page of a device. */
export interface DeviceParts {
  readonly DiagnosticBatchDrawer: ComponentType<{
    devices: readonly DeviceRow[]
    open: boolean
    onClose: () => void
    onDone: () => void
  }>
  readonly CheckBanner: ComponentType<{ deviceId: string }>
  readonly DiagnosticsTab: ComponentType<{ device: DeviceDetail }>
  readonly SettingsTab: ComponentType<{ device: DeviceDetail }>
  readonly EnrolmentButton: ComponentType
  readonly FirstGateway: ComponentType
}

export const DevicePartsContext = createContext<DeviceParts | null>(null)

/** @throws Error outside of app/device-parts.tsx, which composes the features */
export function useDeviceParts(): DeviceParts {
  const parts = useContext(DevicePartsContext)
  if (parts === null) throw new Error('device screens are composed by app/device-parts.tsx')
  return parts
}
