import { bindAll, type FieldSpec, textOfField, type Words } from './field.ts'
import { counters, nameOfPath } from './interfaces.ts'
import type { Area, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { stateWords } from './words.ts'

const simWords: Words = { valid: ['Valid'], absent: ['None'], locked: ['Blocked'], error: ['Error'] }

/** TR-181 2.8 Cellular.Interface.{i}. */
const specs: readonly FieldSpec[] = [
  { key: 'name', kind: 'text', names: ['Alias', 'Name'], maxLength: 64 },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'state', kind: 'choice', names: ['Status'], words: stateWords, readOnly: true },
  { key: 'technology', kind: 'text', names: ['CurrentAccessTechnology'], readOnly: true },
  { key: 'operator', kind: 'text', names: ['NetworkInUse'], readOnly: true },
  { key: 'signal', kind: 'number', unit: 'dbm', names: ['RSSI'], readOnly: true, nothing: ['0'] },
  { key: 'imei', kind: 'text', names: ['IMEI'], readOnly: true },
  { key: 'simState', kind: 'choice', names: ['USIM.Status'], words: simWords, readOnly: true },
  { key: 'iccid', kind: 'text', names: ['USIM.ICCID'], readOnly: true },
  ...counters,
]
/** Cellular.AccessPoint.{i}, which references its interface. */
const pointSpecs: readonly FieldSpec[] = [
  { key: 'apn', kind: 'text', names: ['APN'], maxLength: 64 },
  { key: 'username', kind: 'text', names: ['Username'], maxLength: 256, optional: true },
  { key: 'password', kind: 'secret', names: ['Password'], maxLength: 256 },
]

/** Not in TR-098: gateways use vendor names only. */
export const cellular: Area = {
  section: 'cellular',
  paths: { 'Device.': ['Cellular.Interface.', 'Cellular.AccessPoint.'], 'InternetGatewayDevice.': [] },
}

export function cellularInstances(tree: GatewayTree): Instance[] {
  return tree.instances('Cellular.Interface.').map((path) => {
    const points = tree.referring('Cellular.AccessPoint.', 'Interface', path)
    const point = points.find((one) => tree.isOn(`${one}Enable`)) ?? points[0]
    const fields = [
      ...bindAll(tree, path, specs),
      ...(point === undefined ? [] : bindAll(tree, point, pointSpecs)),
    ]
    return {
      path,
      label: textOfField(fields, 'name', 'operator') || nameOfPath(path),
      inUse: false,
      fields,
      remove: null,
    }
  })
}
