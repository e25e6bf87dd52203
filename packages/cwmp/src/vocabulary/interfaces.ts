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

/** TR-181 Stats of any interface; TR-098 has the same names in Stats of ports, and others in Stats of connections. */
export const counters: readonly FieldSpec[] = [
  counter('bytesSent', 'bytes', 'Stats.BytesSent', 'Stats.EthernetBytesSent'),
  counter('bytesReceived', 'bytes', 'Stats.BytesReceived', 'Stats.EthernetBytesReceived'),
  counter('packetsSent', 'packets', 'Stats.PacketsSent', 'Stats.EthernetPacketsSent'),
  counter('packetsReceived', 'packets', 'Stats.PacketsReceived', 'Stats.EthernetPacketsReceived'),
  counter('errorsSent', 'packets', 'Stats.ErrorsSent', 'Stats.EthernetErrorsSent'),
  counter('errorsReceived', 'packets', 'Stats.ErrorsReceived', 'Stats.EthernetErrorsReceived'),
]

/** `Device.IP.Interface.2.` → `Interface 2`: what an object is called that has no name. */
export const nameOfPath = (path: string): string => path.split('.').slice(-3, -1).join(' ')

const wans = new WeakMap<GatewayTree, WanInterface[]>()

/** The ways to the internet as wan.ts finds them, the one in use first. */
export function wansOf(tree: GatewayTree): WanInterface[] {
  const found =
    wans.get(tree) ??
    wanInterfaces([...tree.parameters].map(([name, { value, type }]) => ({ name, value, type })))
  wans.set(tree, found)
  return found
}
