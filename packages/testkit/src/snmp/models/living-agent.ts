import type { Varbind } from '@netward/collector/snmp/agent'
import { SimulatedAgent } from '../agent.ts'
import { Mib, type MibValue, values } from '../mib.ts'
import { bootedAt, type DeviceModel } from './device-model.ts'

const refreshMilliseconds = 5_000

/** Serves a model on a UDP port of loopback. Its values are those of now. */
export async function startLivingAgent(
  model: DeviceModel,
  { port, community, address }: { port: number; community: string; address: string },
): Promise<{ stop(): void }> {
  const agent = await SimulatedAgent.start({
    mib: mibOf(model.rowsAt(Date.now())),
    port,
    address,
    community,
    versions: ['v1', 'v2c'],
    upSeconds: (Date.now() - bootedAt) / 1000,
  })
  const timer = setInterval(() => (agent.mib = mibOf(model.rowsAt(Date.now()))), refreshMilliseconds)
  return {
    stop() {
      clearInterval(timer)
      agent.stop()
    },
  }
}

const mibOf = (rows: readonly Varbind[]) => new Mib(rows.map((row) => [row.oid, valueOf(row)] as const))

function valueOf({ type, value }: Varbind): MibValue {
  switch (type) {
    case 'octets':
      return values.text(value as Uint8Array)
    case 'oid':
      return values.oid(value as string)
    case 'counter64':
      return values.counter64(value as bigint)
    case 'counter32':
      return values.counter32(value as number)
    case 'gauge32':
      return values.gauge32(value as number)
    case 'timeticks':
      return values.timeticks(value as number)
    case 'integer':
      return values.integer(value as number)
    case 'address':
      return values.address(value as string)
    case 'null':
    case 'opaque':
      throw new Error(`No model has a value of the type ${type}`)
  }
}
