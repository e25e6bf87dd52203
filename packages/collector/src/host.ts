import process from 'node:process'
import { type Collector, type Order, openCollector } from './collector.ts'
import type { CollectorSettings, FromCollector, ToCollector } from './protocol.ts'

/** The process that `forkCollector` starts: a collector behind Node's IPC. It ends with its parent. */
let collector: Collector | null = null
/** What arrives while the start is under way. */
const early: Order[] = []

process.on('message', (message: ToCollector) => {
  if (message.kind === 'start') void start(message.settings)
  else if (message.kind === 'stop') end()
  else if (collector === null) early.push(message)
  else collector.obey(message)
})
process.on('disconnect', end)
// Ctrl-C reaches the whole group of processes: the parent stops this one when its own work is done.
process.on('SIGINT', () => {})

async function start(settings: CollectorSettings): Promise<void> {
  collector = await openCollector(settings, { send, onError: report })
  for (const message of early.splice(0)) collector.obey(message)
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
  collector?.close()
  process.exit(0)
}
