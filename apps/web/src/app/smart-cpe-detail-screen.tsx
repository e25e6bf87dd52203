import { SmartCpeDetail as Detail } from '../features/devices/detail/smart-cpe-detail.tsx'
import { DevicePartsContext } from '../ui/device-parts.ts'
import { deviceParts } from './device-parts.tsx'

export function SmartCpeDetail() {
  return (
    <DevicePartsContext value={deviceParts}>
      <Detail />
    </DevicePartsContext>
  )
}
