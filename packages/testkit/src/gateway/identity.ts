import type { DeviceId } from '@netward/cwmp'
import { applyLineState } from './line-state.ts'
import { type Living, livingValues } from './living-values.ts'
import type { GatewayModel } from './models.ts'
import { gatewayModels, macOf, serialOf, templateOf, wanAddressOf } from './models.ts'
import type { GatewayOptions } from './options.ts'
import { ParameterTree } from './parameter-tree.ts'
import type { Random } from './random.ts'
import { plainBuild } from './template.ts'

/** Factory defaults: they survive a factory reset. */
export interface Factory {
  model: GatewayModel
  deviceId: DeviceId
  mac: string
  macs: string[]
  wanAddress: string
}

export function manufacture(options: GatewayOptions, random: Random): Factory {
  const model =
    typeof options.model === 'object' ? options.model : gatewayModels[options.model ?? 'lanyon-lr200']
  const number = options.number ?? 1
  return {
    model,
    deviceId: {
      manufacturer: model.manufacturer,
      oui: model.oui,
      productClass: options.productClass ?? model.productClass,
      serialNumber: options.serialNumber ?? serialOf(model, number),
    },
    mac: macOf(model.oui, number * 8),
    macs: model.otherMacs.map((_path, index) => macOf(model.oui, number * 8 + index + 1)),
    wanAddress: wanAddressOf(random),
  }
}

/** Clocks, counters and signals are computed on read. */
export function newTree(
  model: GatewayModel,
  options: Pick<GatewayOptions, 'partitions' | 'access' | 'noCpu' | 'freeMemory' | 'network'>,
  living: Living,
): ParameterTree {
  const upTime = () => String(Math.floor((living.now() - living.bootedAt()) / 1000))
  const dynamic = new Map<string, () => string>([
    [`${model.root}DeviceInfo.UpTime`, upTime],
    [`${model.root}Time.CurrentLocalTime`, () => new Date().toISOString()],
    ...livingValues(model.root, living, options),
  ])
  if (model.root === 'InternetGatewayDevice.') {
    dynamic.set(model.wanAddress.replace('ExternalIPAddress', 'Uptime'), upTime)
  }
  const { partitions, access, noCpu } = { ...plainBuild, ...options }
  return new ParameterTree(templateOf(model.root, { partitions, access, noCpu }), model.root, dynamic)
}

/** Sets the factory defaults; called again after a factory reset. */
export function applyFactory(tree: ParameterTree, factory: Factory, options: GatewayOptions): void {
  const { model, deviceId } = factory
  const put = (path: string, value: string) => tree.put(model.root + path, value)
  put('DeviceInfo.Manufacturer', deviceId.manufacturer)
  put('DeviceInfo.ManufacturerOUI', deviceId.oui)
  put('DeviceInfo.ModelName', model.modelName)
  put('DeviceInfo.ProductClass', deviceId.productClass)
  put('DeviceInfo.SerialNumber', deviceId.serialNumber)
  put('DeviceInfo.HardwareVersion', model.hardwareVersion)
  put('DeviceInfo.SoftwareVersion', model.softwareVersion)
  put('ManagementServer.URL', options.url)
  put('ManagementServer.Username', options.username ?? '')
  put('ManagementServer.Password', options.password ?? '')
  put('ManagementServer.PeriodicInformInterval', String(options.periodicInformInterval ?? 300))
  tree.put(model.wanAddress, factory.wanAddress)
  tree.put(model.wanMac, factory.mac)
  for (const [index, path] of model.otherMacs.entries()) tree.put(path, factory.macs[index] ?? '')
  applyLineState(tree, model.root, options)
}

/** Parameters in every Inform (TR-181 and TR-098, forced Inform parameters). */
export function forcedParameters(model: GatewayModel): string[] {
  const { root } = model
  const first =
    root === 'Device.'
      ? ['Device.RootDataModelVersion']
      : [`${root}DeviceSummary`, `${root}DeviceInfo.SpecVersion`]
  return [
    ...first,
    `${root}DeviceInfo.HardwareVersion`,
    `${root}DeviceInfo.SoftwareVersion`,
    `${root}DeviceInfo.ProvisioningCode`,
    `${root}ManagementServer.ParameterKey`,
    `${root}ManagementServer.ConnectionRequestURL`,
    model.wanAddress,
    model.wanMac,
  ]
}
