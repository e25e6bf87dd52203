import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { AddressGuard } from './guard.ts'
import { PollEngine } from './poll/engine.ts'
import type { CollectorSettings, FromCollector, Ready, ToCollector } from './protocol.ts'
import { readInventory, readNeighbourhood, readPoll } from './read/index.ts'
import { pingOnceBy } from './reach/ping-once.ts'
import { findReach } from './reach/reach.ts'
import { Scanner } from './scan/scanner.ts'
import { TrapReceiver } from './traps/receiver.ts'

/** The process that `forkCollector` starts: the engine behind Node's IPC. It ends with its parent. */
const epoch = randomUUID()
const minute = 60_000
/** A device that sends traps all the time is asked for each burst of them. */
const betweenTrapPolls = 15_000

let engine: PollEngine | null = null
let receiver: TrapReceiver | null = null
let scanner: Scanner | null = null
/** What arrives while the start is under way. */
const early: Order[] = []
type Order = Exclude<ToCollector, { kind: 'start' | 'stop' }>

process.on('message', (message: ToCollector) => {
  if (message.kind === 'start') void start(message.settings)
  else if (message.kind === 'stop') end()
  else if (engine === null) early.push(message)
  else obey(engine, message)
})
process.on('disconnect', end)
// Ctrl-C reaches the whole group of processes: the parent stops this one when its own work is done.
process.on('SIGINT', () => {})

async function start(settings: CollectorSettings): Promise<void> {
  const reach = await findReach()
  const made = new PollEngine({
    settings,
    epoch,
    reach,
    readers: { readInventory, readNeighbourhood, readPoll },
    send,
    onError: report,
  })
  scanner = new Scanner({
    guard: new AddressGuard(settings.ranges, settings.ownAddresses),
    pingOnce: pingOnceBy(reach.method),
    onError: report,
  })
  const traps = await openTraps(settings, made)
  engine = made
  setInterval(() => send({ kind: 'statistics', statistics: made.statistics() }), minute).unref()
  setInterval(() => made.resendLate(), minute / 4).unref()
  send({ kind: 'ready', epoch, reach: reach.method, ...traps })
  for (const message of early.splice(0)) obey(made, message)
}

function obey(to: PollEngine, message: Order): void {
  switch (message.kind) {
    case 'plan':
      to.update(message)
      break
    case 'ack':
      to.acknowledge(message)
      break
    case 'poll-now':
      to.pollNow(message.deviceIds, message.what)
      break
    case 'try':
      to.try(message)
        .then((result) => send({ kind: 'trial', trialId: message.trialId, result }))
        .catch(report)
      break
    case 'scan':
      scanner
        ?.scan(message)
        .then((result) => send({ kind: 'scanned', scanId: message.scanId, result }))
        .catch(report)
      break
    case 'scan-stop':
      scanner?.stop(message.scanId)
      break
  }
}

async function openTraps(
  settings: CollectorSettings,
  to: PollEngine,
): Promise<Pick<Ready, 'trapPort' | 'trapProblem'>> {
  if (settings.trapPort === null) return { trapPort: null }
  try {
    receiver = await TrapReceiver.start({
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
    return { trapPort: receiver.port }
  } catch (error) {
    return { trapPort: null, trapProblem: error instanceof Error ? error.message : String(error) }
  }
}

function send(message: FromCollector): void {
  // A parent that is gone ends this process by `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** A defect, not a device: it is logged by the parent, which inherits this stream, and polling goes on. */
function report(error: unknown): void {
  process.stderr.write(`collector: ${error instanceof Error ? error.stack : String(error)}\n`)
}

function end(): void {
  engine?.close()
  receiver?.close()
  process.exit(0)
}
