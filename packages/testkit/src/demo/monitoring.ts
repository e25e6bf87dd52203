import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { startLivingAgent } from '../snmp/models/living-agent.ts'
import type { DemoConsole } from './console.ts'
import type { Modelled } from './history.ts'
import { type MonitoredDevice, monitoredDevices } from './monitored.ts'

const community = 'demo-readonly'

/** Whether this system has all of 127.0.0.0/8, as Linux does: devices then have addresses of their own. */
export async function hasAddresses(): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind(0, monitoredDevices[0]?.address)
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}

const addressOf = ({ address }: MonitoredDevice, own: boolean) => (own ? address : '127.0.0.1')

/** UDP port of an agent on loopback: that of the console tells two demos on one machine apart. */
const portOf = (consoleUrl: string, device: MonitoredDevice) =>
  10_000 + (Number(new URL(consoleUrl).port) % 20_000) + monitoredDevices.indexOf(device)

/** Powers on the agents. They answer as long as the demo runs. */
export async function startAgents(consoleUrl: string, own: boolean): Promise<{ stop(): void }> {
  const agents = await Promise.all(
    monitoredDevices.map((device) =>
      startLivingAgent(device.model, {
        port: portOf(consoleUrl, device),
        address: addressOf(device, own),
        community,
      }),
    ),
  )
  return { stop: () => agents.forEach((agent) => agent.stop()) }
}

/** Adds the missing devices and their credentials to a company. @returns all of them, and whether any was missing */
export async function addMonitored(
  inside: DemoConsole,
  company: string,
  consoleUrl: string,
  own: boolean,
): Promise<{ devices: (Modelled & { readonly device: MonitoredDevice })[]; added: boolean }> {
  const here = monitoredDevices.filter((device) => device.company === company)
  const { items: credentials } = await inside.call('POST /monitor/api/v1/snmp/credential/lists', {})
  const credentialId =
    credentials[0]?.id ??
    (
      await inside.call('POST /monitor/api/v1/snmp/credential', {
        name: '只读团体字',
        version: 'v2c',
        community,
      })
    ).id
  const { items } = await inside.call('POST /monitor/api/v1/device/lists', {
    driver: ['snmp'],
    pageSize: 200,
  })
  const devices: (Modelled & { readonly device: MonitoredDevice })[] = []
  let added = false
  for (const device of here) {
    const port = portOf(consoleUrl, device)
    const address = addressOf(device, own)
    const known = items.find((item) => item.port === port && item.ipAddress === address)
    const deviceId = known?.id ?? (await add(inside, device, { address, port, credentialId }))
    added ||= known === undefined
    devices.push({ deviceId, model: device.model, device })
  }
  return { devices, added }
}

async function add(
  inside: DemoConsole,
  device: MonitoredDevice,
  { address, port, credentialId }: { address: string; port: number; credentialId: string },
): Promise<string> {
  const { items } = await inside.call('POST /api/v1/outlet/lists', { search: device.site, pageSize: 10 })
  const made = await inside.call('POST /monitor/api/v1/device', {
    name: device.model.name,
    driver: 'snmp',
    ipAddress: address,
    port,
    credentialId,
    outletId: items.find(({ name }) => name === device.site)?.id ?? null,
  })
  return made.id
}
