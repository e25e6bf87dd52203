import { ConnectionRequestServer, SimulatedGateway } from '@netward/testkit'
import { serveJobs } from './job-process.ts'

/**
 * Gateways that speak TR-069 over HTTP: they enrol, take commands, fetch the file, restart and report their
 * version.
 */
export interface RealGateways {
  readonly kind: 'enrol'
  readonly url: string
  readonly count: number
  readonly productClass: string
  readonly username: string
  readonly password: string
}

export interface RealVersions {
  readonly kind: 'running'
  readonly version: string
}

/** A restart of 40 s and a transfer of 5 s take a tenth. */
const timeScale = 0.1
const made: SimulatedGateway[] = []

async function enrol({ count, ...options }: RealGateways): Promise<null> {
  const connectionRequests = new ConnectionRequestServer()
  await connectionRequests.listen()
  for (let number = 1; number <= count; number += 1) {
    const localAddress = `127.0.${1 + Math.floor(number / 200)}.${1 + (number % 200)}`
    made.push(new SimulatedGateway({ ...options, number, localAddress, timeScale, connectionRequests }))
  }
  for (const [index, gateway] of made.entries()) gateway.start(index * timeScale)
  // The second session proves the credentials issued in the first.
  await Promise.all(made.map((gateway) => gateway.waitFor(({ state }) => state.sessions >= 2, 120_000)))
  return null
}

/** Number of gateways on a version. */
function running({ version }: RealVersions): Promise<number> {
  return Promise.resolve(
    made.filter((gateway) => gateway.value('DeviceInfo.SoftwareVersion') === version).length,
  )
}

/** Switches all off. */
function stop(): Promise<null> {
  for (const gateway of made) gateway.stop()
  return Promise.resolve(null)
}

serveJobs({ enrol, running, stop })
