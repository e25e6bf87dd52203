import { ConnectionRequestServer } from '../gateway/connection-requests.ts'
import { SimulatedGateway } from '../gateway/gateway.ts'
import type { SimulatedNetwork } from '../gateway/options.ts'
import { gatewayModels, modelNames } from '../gateway/models.ts'
import { seededRandom } from '../gateway/random.ts'
import { type DemoCompany, demoCompanies, firstNumberOf, serialBase } from './companies.ts'
import { type DemoState, readDemoState, writeDemoState } from './state.ts'

/** An unclaimed gateway connects from time to time: it waits in the pool of unknown gateways. */
const strangers = 4
const saveMilliseconds = 5_000
/** Average interval between network events. */
const lifeMilliseconds = 20_000

export interface DemoNetwork {
  readonly gateways: readonly SimulatedGateway[]
  /** Whether the past values of a gateway were stored, by serial number; kept across starts. */
  hasPast(serialNumber: string): boolean
  keepPast(serialNumber: string): void
  stop(): Promise<void>
}

/**
 * Powers on the demo's gateways: they speak the real protocol to the ACS at `acsUrl` and change over time.
 */
export async function startDemoNetwork(acsUrl: string, stateFile: string): Promise<DemoNetwork> {
  const state = readDemoState(stateFile)
  const doorbell = new ConnectionRequestServer()
  await doorbell.listen()
  const gateways: SimulatedGateway[] = []
  for (const company of demoCompanies) {
    for (let index = 0; index < company.gateways; index += 1) {
      gateways.push(gatewayOf(company, firstNumberOf(company) + index, acsUrl, state, doorbell))
    }
  }
  const unknown = Array.from({ length: strangers }, (_, index) => strangerOf(9000 + index, acsUrl, doorbell))
  ;[...gateways, ...unknown].forEach((gateway, index) => gateway.start(index * 0.3))

  const save = setInterval(() => remember(gateways, state, stateFile), saveMilliseconds)
  const random = seededRandom(20_261_121)
  const life = setInterval(() => simulateActivity(gateways, random), lifeMilliseconds)
  return {
    gateways,
    hasPast: (serialNumber) => state.withPast?.includes(serialNumber) ?? false,
    keepPast(serialNumber) {
      state.withPast = [...(state.withPast ?? []), serialNumber]
    },
    async stop() {
      clearInterval(save)
      clearInterval(life)
      for (const gateway of [...gateways, ...unknown]) gateway.stop()
      remember(gateways, state, stateFile)
      await doorbell.close()
    },
  }
}

function gatewayOf(
  company: DemoCompany,
  number: number,
  url: string,
  state: DemoState,
  connectionRequests: ConnectionRequestServer,
): SimulatedGateway {
  const model = modelNames[number % modelNames.length]!
  const serialNumber = `${gatewayModels[model].modelName.slice(0, 2).toUpperCase()}${String(serialBase + number)}`
  const snapshot = state.gateways[serialNumber]
  return new SimulatedGateway({
    url,
    model,
    number,
    serialNumber,
    seed: 7,
    connectionRequests,
    rebootSeconds: 12,
    network: networkOf(number),
    access: number % 8 === 1 ? 'dsl' : number % 5 === 2 ? 'cellular' : 'ethernet',
    noCpu: number % 9 === 4,
    ...state.enrolments[company.code],
    ...(snapshot === undefined ? {} : { snapshot }),
  })
}

/** Most lines are good; some have faults for a check to find. */
function networkOf(number: number): SimulatedNetwork {
  const line = { rttMs: 8 + (number % 5) * 4, mbitPerSecond: [200, 500, 100, 300][number % 4]! }
  if (number % 6 === 4) return { ...line, lossPercent: 20, badHosts: ['example.com'] }
  if (number % 6 === 5) return { ...line, unresolvable: ['example.com'] }
  if (number % 11 === 3) return { ...line, mbitPerSecond: 0.6 }
  return line
}

function strangerOf(
  number: number,
  url: string,
  connectionRequests: ConnectionRequestServer,
): SimulatedGateway {
  return new SimulatedGateway({
    url,
    model: modelNames[number % modelNames.length]!,
    number,
    seed: 7,
    connectionRequests,
  })
}

function remember(gateways: readonly SimulatedGateway[], state: DemoState, file: string): void {
  for (const gateway of gateways) {
    if (gateway.state.sessions > 0) state.gateways[gateway.factory.deviceId.serialNumber] = gateway.snapshot()
  }
  writeDemoState(file, state)
}

/** Occasionally an address changes, or a gateway reboots or loses its line for a while. */
function simulateActivity(gateways: readonly SimulatedGateway[], random: () => number): void {
  const gateway = gateways[Math.floor(random() * gateways.length)]
  if (!gateway) return
  const chance = random()
  if (gateway.state.phase === 'stopped') {
    gateway.start()
  } else if (chance < 0.5) {
    const address = `203.0.113.${1 + Math.floor(random() * 250)}`
    gateway.changeValue(gateway.factory.model.wanAddress, address)
  } else if (chance < 0.7) {
    gateway.stop()
  } else {
    gateway.informNow()
  }
}
