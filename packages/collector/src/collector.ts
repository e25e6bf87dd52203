import { randomUUID } from 'node:crypto'
import { AddressGuard } from './guard.ts'
import { Lines } from './link/lines.ts'
import { PollEngine } from './poll/engine.ts'
import type { CollectorSettings, FromCollector, Ready, ToCollector } from './protocol.ts'
import { readInventory, readNeighbourhood, readPoll } from './read/index.ts'
import { pingOnceBy } from './reach/ping-once.ts'
import { findReach } from './reach/reach.ts'
import { Scanner } from './scan/scanner.ts'
import { TrapReceiver } from './traps/receiver.ts'

const minute = 60_000
/** A device that sends traps all the time is asked for each burst of them. */
const betweenTrapPolls = 15_000

export type Order = Exclude<ToCollector, { kind: 'start' | 'stop' }>

export interface Collector {
  obey(message: Order): void
  close(): void
}

export interface CollectorOutput {
  readonly send: (message: FromCollector) => void
  /** A defect, not a device: polling goes on. */
  readonly onError: (error: unknown) => void
}

/** A collector in this process: the host of the poller has one behind its IPC, a probe behind its spool. */
export async function openCollector(
  settings: CollectorSettings,
  { send, onError }: CollectorOutput,
): Promise<Collector> {
  const epoch = randomUUID()
  const reach = await findReach()
  const engine = new PollEngine({
    settings,
    epoch,
    reach,
    readers: { readInventory, readNeighbourhood, readPoll },
    send,
    onError,
  })
  const scanner = new Scanner({
    guard: AddressGuard.of(settings),
    pingOnce: pingOnceBy(reach.method),
    onError,
  })
  const lines = new Lines({
    settings,
    epoch,
    reach: reach.method,
    send,
    onError,
    poll: (poll) => engine.poll(poll),
  })
  const { receiver, ...traps } = await openTraps(settings, engine)
  const statistics = () => {
    const ofLines = lines.statistics()
    return { ...engine.statistics(), ...(ofLines !== undefined && { lines: ofLines }) }
  }
  const timers = [
    setInterval(() => send({ kind: 'statistics', statistics: statistics() }), minute),
    setInterval(() => {
      engine.resendLate()
      lines.resendLate()
    }, minute / 4),
  ]
  for (const timer of timers) timer.unref()
  send({ kind: 'ready', epoch, reach: reach.method, ...traps })
  return {
    obey(message) {
      switch (message.kind) {
        case 'plan':
          engine.update(message)
          lines.obey(message)
          break
        case 'ack':
          engine.acknowledge(message)
          lines.obey(message)
          break
        case 'poll-now':
          engine.pollNow(message.deviceIds, message.what)
          break
        case 'try':
          engine
            .try(message)
            .then((result) => send({ kind: 'trial', trialId: message.trialId, result }))
            .catch(onError)
          break
        case 'scan':
          scanner
            .scan(message)
            .then((result) => send({ kind: 'scanned', scanId: message.scanId, result }))
            .catch(onError)
          break
        case 'scan-stop':
          scanner.stop(message.scanId)
          break
        case 'test':
        case 'test-stop':
          lines.obey(message)
          break
      }
    },
    close() {
      for (const timer of timers) clearInterval(timer)
      engine.close()
      lines.close()
      receiver?.close()
    },
  }
}

async function openTraps(
  settings: CollectorSettings,
  to: PollEngine,
): Promise<Pick<Ready, 'trapPort' | 'trapProblem'> & { receiver?: TrapReceiver }> {
  if (settings.trapPort === null) return { trapPort: null }
  try {
    const receiver = await TrapReceiver.start({
      port: settings.trapPort,
      ...(settings.trapAddress !== undefined && { address: settings.trapAddress }),
      sourcesAt: (address) => to.trapSources(address),
      onTrap: (fact) => {
        to.counting.traps++
        to.fact(fact)
        to.pollNow([fact.deviceId], 'status', betweenTrapPolls)
      },
      onDropped: () => to.counting.trapsDropped++,
    })
    return { receiver, trapPort: receiver.port }
  } catch (error) {
    return { trapPort: null, trapProblem: error instanceof Error ? error.message : String(error) }
  }
}
