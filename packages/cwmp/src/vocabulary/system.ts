import { bindAll, type FieldSpec } from './field.ts'
import type { Area, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'

/** TR-181 DeviceInfo; TR-098 has MemoryStatus and ProcessStatus from TR-157. */
const specs: readonly FieldSpec[] = [
  { key: 'uptime', kind: 'number', unit: 'seconds', names: ['UpTime'], readOnly: true },
  { key: 'cpuUsage', kind: 'number', unit: 'percent', names: ['ProcessStatus.CPUUsage'], readOnly: true },
  { key: 'memoryTotal', kind: 'number', unit: 'kibibytes', names: ['MemoryStatus.Total'], readOnly: true },
  { key: 'memoryFree', kind: 'number', unit: 'kibibytes', names: ['MemoryStatus.Free'], readOnly: true },
]

// Not all of DeviceInfo: its process table and logs are long.
const paths = ['DeviceInfo.UpTime', 'DeviceInfo.ProcessStatus.CPUUsage', 'DeviceInfo.MemoryStatus.']

export const system: Area = {
  section: 'system',
  paths: { 'Device.': paths, 'InternetGatewayDevice.': paths },
}

export function systemInstances(tree: GatewayTree): Instance[] {
  const path = `${tree.root}DeviceInfo.`
  const fields = bindAll(tree, path, specs)
  return fields.length === 0 ? [] : [{ path, label: '', inUse: false, fields, remove: null }]
}
