import { randomBytes } from 'node:crypto'
import { demoAnswers } from '../terminal/demo-shell.ts'
import { newHostKey, type SshDevice, startSshDevice } from '../terminal/ssh-device.ts'
import { demoCompanies } from './companies.ts'
import type { DemoConsole } from './console.ts'
import { readDemoState, writeDemoState } from './state.ts'

const profileName = '演示网关'

/**
 * Shell of the demo's gateways: one SSH server on loopback for all, since all connect from there. Each
 * company with gateways gets a shared credential for it, so that a terminal opens at once. Its key, port and
 * password survive a restart; otherwise every gateway would appear replaced.
 */
export async function startDemoTerminals(
  operator: DemoConsole,
  companyIds: ReadonlyMap<string, string>,
  stateFile: string,
): Promise<SshDevice> {
  const state = readDemoState(stateFile)
  const kept = state.shell ?? {
    port: 0,
    hostKey: newHostKey(),
    password: randomBytes(9).toString('base64url'),
  }
  const options = {
    username: 'root',
    password: kept.password,
    hostKey: kept.hostKey,
    answers: demoAnswers(Date.now()),
    greeting: 'OpenWrt 23.05 · Netward demo gateway\r\nType "help" for what it knows.\r\n',
  }
  // The port may be taken.
  const device = await startSshDevice({ ...options, port: kept.port }).catch(() => startSshDevice(options))
  for (const { code, gateways } of demoCompanies) {
    const companyId = companyIds.get(code)
    if (gateways === 0 || companyId === undefined) continue
    await shareSignIn(operator.actingIn(companyId), { port: device.port, password: kept.password }).catch(
      // A gateway that now refuses sign-in keeps its credential.
      (error: unknown) => process.stderr.write(`demo: ${String(error)}\n`),
    )
  }
  writeDemoState(stateFile, { ...readDemoState(stateFile), shell: { ...kept, port: device.port } })
  return device
}

async function shareSignIn(inside: DemoConsole, { port, password }: { port: number; password: string }) {
  const profiles = await inside.call('GET /api/v1/device/terminal/profiles', {})
  const made = profiles.find(({ name }) => name === profileName)
  const wanted = {
    name: profileName,
    protocol: 'ssh',
    port,
    encoding: 'utf8',
    username: 'root',
    secret: { kind: 'password', password },
  } as const
  if (made === undefined && profiles.every(({ model, tag }) => model !== '' || tag !== ''))
    await inside.call('POST /api/v1/device/terminal/profiles', wanted)
  else if (made !== undefined && made.port !== port)
    await inside.call('PUT /api/v1/device/terminal/profiles/:profileId', { profileId: made.id, ...wanted })
}
