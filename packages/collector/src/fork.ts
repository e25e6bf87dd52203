import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromCollector, ToCollector } from './protocol.ts'

export interface CollectorProcess {
  readonly process: ChildProcess
  /** False if the channel is closed or its queue is long: the message was queued all the same unless it is closed. */
  send(message: ToCollector): boolean
  /** Asks it to end, ends it by force after `milliseconds`, and waits for its end. */
  stop(milliseconds?: number): Promise<void>
}

export interface CollectorEvents {
  onMessage(message: FromCollector): void
  /** It ended, by itself or because of `stop`. */
  onExit(code: number | null, signal: NodeJS.Signals | null): void
}

/** Starts the collector as a child process. It ends with its parent. */
export function forkCollector(events: CollectorEvents): CollectorProcess {
  const child = fork(fileURLToPath(new URL('./host.ts', import.meta.url)), [], {
    // It holds no large young generation: it waits most of the time, and idle memory counts.
    execArgv: ['--max-semi-space-size=8', '--optimize-for-size'],
    env: onlyNeeded(process.env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      events.onExit(code, signal)
      resolve()
    })
  })
  child.on('message', (message) => events.onMessage(message as FromCollector))
  // A channel that breaks while something is written; the end of the process follows.
  child.on('error', () => {})
  const send = (message: ToCollector) => child.connected && child.send(message)
  return {
    process: child,
    send,
    async stop(milliseconds = 5000) {
      if (child.exitCode !== null || child.signalCode !== null) return
      send({ kind: 'stop' })
      const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
      await ended
      clearTimeout(timer)
    },
  }
}

/** The environment of the server holds its database and its keys, which a process that talks to devices needs not. */
function onlyNeeded(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'NODE_ENV']
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  )
}
