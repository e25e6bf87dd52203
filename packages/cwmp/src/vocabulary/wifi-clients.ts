import { bindAll, derived, type FieldSpec, textOfField } from './field.ts'
import type { Area, Field, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { hostsByMac } from './hosts.ts'

/**
 * TR-181 AccessPoint.{i}.AssociatedDevice.{i}, TR-098 WLANConfiguration.{i}.AssociatedDevice.{i}. TR-098 has
 * no signal: many gateways report it under a vendor name, such as Huawei's X_HW_RSSI.
 */
const specs: readonly FieldSpec[] = [
  { key: 'macAddress', kind: 'mac', names: ['MACAddress', 'AssociatedDeviceMACAddress'], readOnly: true },
  {
    key: 'ipAddress',
    kind: 'ipv4',
    names: ['AssociatedDeviceIPAddress'],
    readOnly: true,
    nothing: ['0.0.0.0'],
  },
  {
    key: 'signal',
    kind: 'number',
    unit: 'dbm',
    names: ['SignalStrength', /^X_[A-Za-z0-9-]+_(?:RSSI|SignalStrength)$/i],
    readOnly: true,
  },
  { key: 'downlinkRate', kind: 'number', unit: 'kbps', names: ['LastDataDownlinkRate'], readOnly: true },
  { key: 'uplinkRate', kind: 'number', unit: 'kbps', names: ['LastDataUplinkRate'], readOnly: true },
  { key: 'active', kind: 'flag', names: ['Active', 'AssociatedDeviceAuthenticationState'], readOnly: true },
]

export const wifiClients: Area = {
  section: 'wifi_client',
  paths: {
    'Device.': ['WiFi.AccessPoint.', 'WiFi.SSID.', 'Hosts.Host.'],
    'InternetGatewayDevice.': ['LANDevice.*.WLANConfiguration.', 'LANDevice.*.Hosts.Host.'],
  },
}

/** Missing client names and addresses come from hosts with the same MAC address. */
export function wifiClientInstances(tree: GatewayTree): Instance[] {
  const hosts = hostsByMac(tree)
  return networks(tree).flatMap(({ object, ssidPath }) =>
    tree.instances(`${object}AssociatedDevice.`).map((path) => {
      const own = bindAll(tree, path, specs)
      const host = hosts.get(textOfField(own, 'macAddress'))?.fields ?? []
      const missing = (['name', 'ipAddress'] as const).flatMap((key): Field[] => {
        const field = host.find((one) => one.key === key)
        return own.some((one) => one.key === key && one.value !== null) || field === undefined ? [] : [field]
      })
      const fields = [
        ...missing,
        ...own.filter(({ key }) => !missing.some((field) => field.key === key)),
        ...derived({ key: 'network', kind: 'text' }, { tree, path: ssidPath }, tree.text(ssidPath) || null),
      ]
      const label = textOfField(fields, 'name', 'ipAddress', 'macAddress')
      return { path, label, inUse: false, fields, remove: null }
    }),
  )
}

function networks(tree: GatewayTree): { object: string; ssidPath: string }[] {
  if (tree.root === 'Device.') {
    return tree.instances('WiFi.AccessPoint.').map((object) => {
      const [ssid] = tree.references(`${object}SSIDReference`)
      return { object, ssidPath: ssid === undefined ? '' : `${ssid}SSID` }
    })
  }
  return tree
    .instances('LANDevice.')
    .flatMap((lan) => tree.instances(`${lan}WLANConfiguration.`))
    .map((object) => ({ object, ssidPath: `${object}SSID` }))
}
