/** TR-181 i2 DeviceInfo: the partition that runs, the one that is started next, and all that there are. */
export const partitionPaths = [
  'Device.DeviceInfo.ActiveFirmwareImage',
  'Device.DeviceInfo.BootFirmwareImage',
  'Device.DeviceInfo.FirmwareImage.',
] as const

/** The path of a partition that does not run and holds `version`; null where there is none. */
export function otherPartition(parameters: ReadonlyMap<string, string>, version: string): string | null {
  const active = (parameters.get(partitionPaths[0]) ?? '').replace(/\.$/, '')
  if (active === '' || version === '') return null
  for (const [path, value] of parameters) {
    const image = /^(Device\.DeviceInfo\.FirmwareImage\.[1-9]\d{0,3})\.Version$/.exec(path)?.[1]
    if (image === undefined || image === active || value !== version) continue
    // One that cannot be started (TR-181: NoImage, ValidationFailed, …) is none; many gateways leave the status out.
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
