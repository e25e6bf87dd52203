import type { MetricPoll } from '@netward/contract/metric-batch'
import type { SimulatedAgent } from '@netward/testkit'
import { afterEach } from 'vitest'
import type { CollectorSettings, Fact, FromCollector, Target } from '../protocol.ts'
import type { Reach } from '../reach/reach.ts'
import { readInventory, readNeighbourhood, readPoll } from '../read/index.ts'
import { PollEngine, type EngineOptions } from './engine.ts'
import type { Readers } from './round.ts'

const engines: PollEngine[] = []
afterEach(() => {
  for (const engine of engines.splice(0)) engine.close()
})

export interface StartedEngine {
  readonly engine: PollEngine
  readonly messages: FromCollector[]
  readonly facts: <Kind extends Fact['kind']>(kind: Kind) => Extract<Fact, { kind: Kind }>[]
  readonly polls: () => MetricPoll[]
}

export interface EngineFixture {
  readonly settings?: Partial<CollectorSettings>
  readonly readers?: Readers
  /** Whether devices answer ping; default: they do. */
  answersPing?(address: string): boolean
  /** Acknowledge what arrives; default: yes. */
  readonly acknowledges?: boolean
  readonly options?: Partial<EngineOptions>
}

/** An engine with short intervals over agents on loopback. */
export function startEngine(fixture: EngineFixture = {}): StartedEngine {
  const messages: FromCollector[] = []
  const reach: Reach = {
    method: 'fping',
    ping: async (address) => (fixture.answersPing?.(address) === false ? [null, null, null] : [1, 2, 3]),
  }
  const engine = new PollEngine({
    settings: {
      collector: 'test',
      ranges: ['127.0.0.0/8=acme'],
      ownAddresses: [],
      trapPort: null,
      intervals: { status: 0.2, counters: 1, inventory: 3600 },
      ...fixture.settings,
    },
    epoch: 'epoch',
    reach,
    readers: fixture.readers ?? { readInventory, readNeighbourhood, readPoll },
    send(message) {
      messages.push(message)
      if (fixture.acknowledges === false) return
      if (message.kind === 'batch') {
        const { epoch, sequence } = message.batch
        engine.acknowledge({ kind: 'ack', of: 'batch', epoch, sequence })
      } else if (message.kind === 'facts') {
        engine.acknowledge({ kind: 'ack', of: 'facts', epoch: message.epoch, sequence: message.sequence })
      }
    },
    onError(error) {
      throw error
    },
    // Long enough for a busy machine: an agent that misses it is asked ever more rarely.
    snmpTimeoutMs: 120,
    ...fixture.options,
  })
  engines.push(engine)
  return {
    engine,
    messages,
    facts: <Kind extends Fact['kind']>(kind: Kind) =>
      messages
        .flatMap((message) => (message.kind === 'facts' ? message.facts : []))
        .filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind),
    polls: () => messages.flatMap((message) => (message.kind === 'batch' ? message.batch.polls : [])),
  }
}

export const targetOf = (
  agent: Pick<SimulatedAgent, 'address' | 'port'>,
  over: Partial<Target> = {},
): Target => ({
  deviceId: '7',
  companyCode: 'acme',
  driver: 'snmp',
  address: agent.address,
  port: agent.port,
  credentialIds: ['1'],
  credentialId: null,
  inventory: null,
  ...over,
})
