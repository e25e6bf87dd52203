import type { FieldSpec } from './field.ts'
import { wanInterfaces, type WanInterface } from '../wan.ts'
import type { GatewayTree } from './tree.ts'

const counter = (key: FieldSpec['key'], unit: 'bytes' | 'packets', ...names: string[]): FieldSpec => ({
  key,
  kind: 'number',
  unit,
  names,
  readOnly: true,
})

/** TR-181 Stats of any interface; TR-098 uses the same names in port Stats, others in connection Stats. */
export const counters: readonly FieldSpec[] = [
  counter('bytesSent', 'bytes', 'Stats.BytesSent', 'Stats.EthernetBytesSent'),
  counter('bytesReceived', 'bytes', 'Stats.BytesReceived', 'Stats.EthernetBytesReceived'),
  counter('packetsSent', 'packets', 'Stats.PacketsSent', 'Stats.EthernetPacketsSent'),
  counter('packetsReceived', 'packets', 'Stats.PacketsReceived', 'Stats.EthernetPacketsReceived'),
  counter('errorsSent', 'packets', 'Stats.ErrorsSent', 'Stats.EthernetErrorsSent'),
  counter('errorsReceived', 'packets', 'Stats.ErrorsReceived', 'Stats.EthernetErrorsReceived'),
]

/** `Device.IP.Interface.2.` → `Interface 2`: label of an unnamed object. */
export const nameOfPath = (path: string): string => path.split('.').slice(-3, -1).join(' ')

const wans = new WeakMap<GatewayTree, WanInterface[]>()

/** WAN interfaces as found by wan.ts, the active one first. */
export function wansOf(tree: GatewayTree): WanInterface[] {
  const found =
    wans.get(tree) ??
    wanInterfaces([...tree.parameters].map(([name, { value, type }]) => ({ name, value, type })))
  wans.set(tree, found)
  return found
}
