import { SmartCpeList as List } from '../features/devices/smart-cpe-list.tsx'
import { DevicePartsContext } from '../ui/device-parts.ts'
import { deviceParts } from './device-parts.tsx'

export function SmartCpeList() {
  return (
    <DevicePartsContext value={deviceParts}>
      <List />
    </DevicePartsContext>
  )
}
