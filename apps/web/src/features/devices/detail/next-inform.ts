import type { DeviceDetail } from '../device-row.ts'

type Reporting = Pick<DeviceDetail, 'state' | 'presence' | 'lastInformAt' | 'periodicInformInterval'>

/** When a gateway should call in by itself; null when nobody can know: it is offline, or told no interval. */
export function nextInformAt(device: Reporting, now: number): Date | null {
  const { lastInformAt, periodicInformInterval } = device
  const keepsTime = device.state === 'claimed' && device.presence === 'online'
  if (!keepsTime || lastInformAt === null || periodicInformInterval === null) return null
  // Late by less than makes it offline: any moment now.
  return new Date(Math.max(now, Date.parse(lastInformAt) + periodicInformInterval * 1000))
}
