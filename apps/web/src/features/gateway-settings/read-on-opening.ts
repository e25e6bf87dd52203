import { deviceMoves } from '@netward/contract/states/device'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { isOpen, type Section, type Settings } from './setting.ts'
import { useReading } from './use-reading.ts'

/** Of a gateway that has not reported its interval. */
const unknownIntervalSeconds = 300

/** Whether a section that is opened is read again: older than an interval of its gateway, which answers now. */
export function isDue(
  device: Pick<DeviceDetail, 'presence' | 'periodicInformInterval'>,
  { reading, change }: Pick<Settings, 'reading' | 'change'>,
  { supported, readAt }: Pick<Section, 'supported' | 'readAt'>,
  now: number,
): boolean {
  if (device.presence !== 'online' || supported === 'no' || isOpen(reading) || isOpen(change)) return false
  const interval = (device.periodicInformInterval ?? unknownIntervalSeconds) * 1000
  return readAt === null || now - Date.parse(readAt) > interval
}

/** Reads a section once when somebody opens it and what is known of it is old. */
export function useReadOnOpening(
  device: DeviceDetail,
  settings: Settings,
  section: Section | undefined,
): void {
  const { readQuietly } = useReading(device.id)
  const opened = useRef<string | null>(null)
  const open = useEffectEvent((key: string | undefined, waits: boolean) => {
    if (key === undefined || section === undefined || opened.current === key || waits) return
    opened.current = key
    if (deviceMoves.readParameters(device) === null && isDue(device, settings, section, Date.now()))
      readQuietly([section.section])
  })
  const busy = isOpen(settings.reading) || isOpen(settings.change)
  // A section that was opened while something else was on its way is read after that.
  useEffect(() => open(section?.section, busy), [section?.section, busy])
}
