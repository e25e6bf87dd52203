import type { Scopes } from '../../platform/db/scope.ts'
import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import { eventsOfRules } from '../alarms/index.ts'
import { Intake, type Kept } from './receiver/intake.ts'
import { listen, type Listener } from './receiver/listen.ts'
import { messageRepo } from './message.repo.ts'

export interface ReceiverOptions {
  readonly scopes: Scopes
  readonly log: Logger
  readonly deviceRanges: readonly string[]
  /** UDP and TCP; null: none. 0: any free one. */
  readonly port: number | null
  readonly address?: string
  readonly turnMilliseconds?: number
  readonly burst?: number
}

/** Takes syslog of known devices, in processes of the role poller. */
export class SyslogReceiver {
  readonly #options: ReceiverOptions
  readonly #intake: Intake
  #listener: Promise<Listener | null> = Promise.resolve(null)
  #timer: ReturnType<typeof every> | null = null

  constructor(options: ReceiverOptions) {
    const { scopes, deviceRanges, burst } = options
    this.#options = options
    this.#intake = new Intake({
      deviceRanges,
      find: (addresses) => messageRepo.sources(scopes, addresses),
      async write(messages, dropped) {
        const events = await eventsOfRules(scopes, messages.map(receivedOf))
        await messageRepo.write(scopes, messages, dropped, events)
      },
      ...(burst !== undefined && { burst }),
    })
  }

  get refused(): number {
    return this.#intake.refused
  }

  start(): void {
    const { port, address, log, turnMilliseconds = 500 } = this.#options
    if (port === null) return
    this.#listener = listen({ port, ...(address !== undefined && { address }) }, (from, message) =>
      this.#intake.take(from, message),
    ).catch((error: unknown) => {
      log.error({ err: error, port }, 'syslog is not received')
      return null
    })
    this.#timer = every(turnMilliseconds, log, 'syslog.write', () => this.#intake.turn())
  }

  async port(): Promise<number | null> {
    return (await this.#listener)?.port ?? null
  }

  async stop(): Promise<void> {
    await (await this.#listener)?.stop()
    this.#timer?.stop()
    await this.#timer?.idle()
    // What arrived since the last turn.
    await this.#intake.turn().catch(() => {})
  }
}

const receivedOf = ({ deviceId, at, severity, facility, app, text }: Kept) => ({
  deviceId,
  at: Date.parse(at),
  instance: '',
  event: { kind: 'syslog', severity, facility, app, text } as const,
})
