/** TR-181 i2 DeviceInfo: the active partition, the next to boot, and all partitions. */
export const partitionPaths = [
  'Device.DeviceInfo.ActiveFirmwareImage',
  'Device.DeviceInfo.BootFirmwareImage',
  'Device.DeviceInfo.FirmwareImage.',
] as const

/** Path of an inactive partition that holds `version`; null if none. */
export function otherPartition(parameters: ReadonlyMap<string, string>, version: string): string | null {
  const active = (parameters.get(partitionPaths[0]) ?? '').replace(/\.$/, '')
  if (active === '' || version === '') return null
  for (const [path, value] of parameters) {
    const image = /^(Device\.DeviceInfo\.FirmwareImage\.[1-9]\d{0,3})\.Version$/.exec(path)?.[1]
    if (image === undefined || image === active || value !== version) continue
    // Unbootable partitions (TR-181: NoImage, ValidationFailed, …) do not count; many gateways omit the
    // status.
    const status = parameters.get(`${image}.Status`) ?? ''
    const available = parameters.get(`${image}.Available`) ?? 'true'
    if (
      ['', 'Available', 'Active', 'InstallationSucceeded'].includes(status) &&
      !/^(?:0|false)$/i.test(available)
    )
      return image
  }
  return null
}
