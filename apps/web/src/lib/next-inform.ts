import type { DeviceDetail } from './device-row.ts'

type Reporting = Pick<DeviceDetail, 'state' | 'presence' | 'lastInformAt' | 'periodicInformInterval'>

/** When the next periodic Inform is due; null if unknown: the gateway is offline, or reported no interval. */
export function nextInformAt(device: Reporting, now: number): Date | null {
  const { lastInformAt, periodicInformInterval } = device
  const keepsTime = device.state === 'claimed' && device.presence === 'online'
  if (!keepsTime || lastInformAt === null || periodicInformInterval === null) return null
  // Late, but within the offline threshold: due any moment.
  return new Date(Math.max(now, Date.parse(lastInformAt) + periodicInformInterval * 1000))
}
