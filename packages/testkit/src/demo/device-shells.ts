import { randomBytes } from 'node:crypto'
import { newHostKey, type SshDevice, startSshDevice } from '../terminal/ssh-device.ts'
import { type ShellAnswers } from '../terminal/demo-shell.ts'
import { vrpAnswers, vrpPrompt } from '../terminal/vrp-shell.ts'
import type { DemoConsole } from './console.ts'
import { firewallConfiguration, switchConfiguration } from './device-configurations.ts'
import type { MonitoredDevice } from './monitored.ts'
import { readDemoState, writeDemoState } from './state.ts'

const username = 'netward'

/** The shells of switches and firewalls, from which their configurations are read. */
export interface DeviceShells {
  readonly devices: readonly MonitoredDevice[]
  readonly port: number
  readonly password: string
  /** Somebody has worked on them: what they run differs from what was read first. */
  revise(): void
  stop(): Promise<void>
}

/** Each at its device's own address, all on one port, which a profile names. */
export async function startDeviceShells(
  all: readonly MonitoredDevice[],
  stateFile: string,
): Promise<DeviceShells> {
  const devices = all.filter(({ kind }) => kind === 'switch' || kind === 'firewall')
  const state = readDemoState(stateFile)
  const kept = state.deviceShell ?? {
    port: 0,
    hostKey: newHostKey(),
    password: randomBytes(9).toString('base64url'),
  }
  let { port } = kept
  let revised = false
  const shells: SshDevice[] = []
  for (const device of devices) {
    const { address, model, kind } = device
    const isSwitch = kind === 'switch'
    const options = {
      address,
      username,
      password: kept.password,
      hostKey: kept.hostKey,
      greeting: '',
      prompt: isSwitch ? vrpPrompt(model.name) : `${firewallName(device)} # `,
      answers: isSwitch
        ? vrpAnswers(() => switchConfiguration(model.name, revised))
        : fortigateAnswers(() => firewallConfiguration(firewallName(device), revised)),
    }
    // The port may be taken by now, before the first of them has it.
    const shell = await startSshDevice({ ...options, port }).catch(() =>
      startSshDevice({ ...options, port: 0 }),
    )
    if (shells.length === 0) ({ port } = shell)
    shells.push(shell)
  }
  writeDemoState(stateFile, { ...readDemoState(stateFile), deviceShell: { ...kept, port } })
  return {
    devices,
    port,
    password: kept.password,
    revise() {
      revised = true
    },
    async stop() {
      await Promise.all(shells.map((shell) => shell.stop()))
    },
  }
}

/** The sign-in for each model, as a company would store it. */
export async function storeSignIns(inside: DemoConsole, shells: DeviceShells): Promise<void> {
  const profiles = await inside.call('GET /api/v1/device/terminal/profiles', {})
  for (const [name, model] of [
    ['接入交换机', 'S5735'],
    ['防火墙', 'FGT_60F'],
  ] as const) {
    const wanted = {
      name,
      model,
      protocol: 'ssh',
      port: shells.port,
      encoding: 'utf8',
      username,
      secret: { kind: 'password', password: shells.password },
    } as const
    const made = profiles.find((profile) => profile.name === name)
    if (made === undefined) await inside.call('POST /api/v1/device/terminal/profiles', wanted)
    else if (made.port !== shells.port)
      await inside.call('PUT /api/v1/device/terminal/profiles/:profileId', { profileId: made.id, ...wanted })
  }
}

/** Reads each once, then again after somebody has worked on it. */
export async function backUpDevices(companies: readonly DemoConsole[], shells: DeviceShells): Promise<void> {
  for (const versions of [1, 2]) {
    await Promise.all(companies.map((inside) => settled(inside, shells, versions)))
    shells.revise()
  }
}

/** Until each device of the company has so many versions, or is not read within a few minutes. */
async function settled(inside: DemoConsole, { devices }: DeviceShells, versions: number): Promise<void> {
  const names = new Set(devices.map(({ model }) => model.name))
  const asked = new Set<string>()
  for (let turn = 0; turn < 90; turn += 1) {
    const { items } = await inside.call('POST /monitor/api/v1/configuration/lists', { pageSize: 200 })
    const here = items.filter(({ deviceName }) => names.has(deviceName))
    const waiting = here.filter((one) => one.versions < versions)
    // Devices are in the list once they have been identified.
    if (turn > 15 && waiting.length === 0) return
    for (const { deviceId, state, brand } of waiting) {
      if (asked.has(deviceId) || brand === '' || state === 'queued' || state === 'running') continue
      asked.add(deviceId)
      await inside.call('POST /monitor/api/v1/configuration/:deviceId/back-up', { deviceId })
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** Its host names are of ASCII. */
const firewallName = ({ address }: MonitoredDevice) => `FGT-${address.split('.').slice(2).join('-')}`

const fortigateAnswers =
  (configuration: () => string): ShellAnswers =>
  (line) => {
    if (line === '') return ''
    if (line === 'exit') return null
    if (line === 'show') return `${configuration().replaceAll('\n', '\r\n')}\r\n`
    return `Unknown action 0\r\n`
  }
