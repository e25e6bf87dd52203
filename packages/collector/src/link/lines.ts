import { AddressGuard } from '../guard.ts'
import type { Acknowledgement, CollectorSettings, PlanUpdate, ReachMethod, ToCollector } from '../protocol.ts'
import { LinkTestsOnDemand } from './demand.ts'
import { LinkEngine, type LinkEngineOptions } from './engine.ts'
import { findMeans } from './means.ts'
import type { LineStatistics } from './protocol.ts'

export interface LinesOptions extends Pick<LinkEngineOptions, 'epoch' | 'send' | 'poll' | 'onError'> {
  readonly settings: CollectorSettings
  /** By which this machine pings. */
  readonly reach: ReachMethod
}

type Order = PlanUpdate | Acknowledgement | Extract<ToCollector, { kind: 'test' | 'test-stop' }>
interface Parts {
  readonly engine: LinkEngine
  readonly demand: LinkTestsOnDemand
}

/** The lines of a collector. What this machine can measure them with is tried when the first one comes. */
export class Lines {
  readonly #options: LinesOptions
  #parts: Parts | null = null
  #opening: Promise<void> | null = null
  /** What arrives while that is tried. */
  #early: Order[] = []
  #closed = false

  constructor(options: LinesOptions) {
    this.#options = options
  }

  obey(order: Order): void {
    if (this.#parts !== null) {
      this.#obey(this.#parts, order)
      return
    }
    const isNeeded = order.kind === 'test' || (order.kind === 'plan' && (order.lines?.length ?? 0) > 0)
    if (!isNeeded && this.#opening === null) return
    this.#early.push(order)
    this.#opening ??= this.#open().catch((error: unknown) => this.#options.onError(error))
  }

  statistics(): LineStatistics | undefined {
    return this.#parts?.engine.statistics()
  }

  resendLate(): void {
    this.#parts?.engine.resendLate()
  }

  close(): void {
    this.#closed = true
    this.#parts?.engine.close()
    this.#parts?.demand.close()
  }

  async #open(): Promise<void> {
    const { settings, reach, epoch, send, poll, onError } = this.#options
    const means = await findMeans(reach)
    if (this.#closed) return
    const guard = AddressGuard.of({ ...settings, ...settings.lineTargets })
    this.#parts = {
      engine: new LinkEngine({ epoch, guard, means, send, poll, onError }),
      demand: new LinkTestsOnDemand({ guard, means, send, onError }),
    }
    for (const order of this.#early.splice(0)) this.#obey(this.#parts, order)
  }

  #obey({ engine, demand }: Parts, order: Order): void {
    switch (order.kind) {
      case 'plan':
        engine.update(order)
        break
      case 'ack':
        engine.acknowledge(order)
        break
      case 'test':
        void demand.test(order)
        break
      case 'test-stop':
        demand.stop(order.requestId)
        break
    }
  }
}
