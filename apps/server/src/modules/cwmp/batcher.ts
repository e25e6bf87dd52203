import { isRefusedData } from '../../platform/errors.ts'
import { isOutage, logOutage } from '../../platform/db/outage.ts'
import type { Logger } from '../../platform/log.ts'

/** Runs a batch and returns one result per item; a promise resolves after the batch. */
type Work<In, Out> = (batch: In[]) => Promise<(Out | Promise<Out>)[]>

/** Batch limits: gateways per statement, and how many may wait for locked rows. */
export const atOnce = { milliseconds: 0, largest: 32, lanes: 2, held: 4 }

/**
 * Collects calls for a few milliseconds and makes one of them. While a batch runs the next one fills, so
 * batches grow with the load; at most `lanes` run at once.
 */
export class Batcher<In, Out> {
  readonly #work: Work<In, Out>
  readonly #milliseconds: number
  readonly #largest: number
  readonly #lanes: number
  #waiting: { item: In; resolve: (out: Out | Promise<Out>) => void; reject: (error: unknown) => void }[] = []
  #timer: NodeJS.Timeout | null = null
  #underWay = 0

  constructor(work: Work<In, Out>, options: { milliseconds: number; largest: number; lanes: number }) {
    this.#work = work
    this.#milliseconds = options.milliseconds
    this.#largest = options.largest
    this.#lanes = options.lanes
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#waiting.length >= this.#largest) this.#send()
      else this.#timer ??= setTimeout(() => this.#send(), this.#milliseconds)
    })
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#underWay >= this.#lanes || this.#waiting.length === 0) return
    const batch = this.#waiting.splice(0, this.#largest)
    this.#underWay++
    this.#work(batch.map((entry) => entry.item))
      .then(
        (outs) => batch.forEach((entry, index) => entry.resolve(outs[index] as Out | Promise<Out>)),
        (error: unknown) => batch.forEach((entry) => entry.reject(error)),
      )
      .finally(() => {
        this.#underWay--
        this.#send()
      })
  }
}

/**
 * Runs a batch at once, and one by one what cannot be batched: items for which `several` returns undefined,
 * all items if it throws (nothing was done), and of two items about the same subject (`about`) the later one,
 * after the earlier. No item suffers from others of its batch.
 */
export function batchOrEach<In, Out>({
  several,
  alone,
  about = (item) => item,
}: {
  several: (batch: In[]) => Promise<readonly (Out | undefined)[]>
  alone: (item: In) => Promise<Out>
  about?: (item: In) => unknown
}): Work<In, Out> {
  return async (batch) => {
    const subjects = batch.map(about)
    const firsts = batch.filter((_, index) => subjects.indexOf(subjects[index]) === index)
    const outs = firsts.length === 1 ? [] : await several(firsts).catch(refusedTogether)
    const done = new Map(firsts.map((item, index) => [item, outs[index]]))
    const before = new Map<unknown, Promise<unknown>>()
    return batch.map((item, index) => {
      const out = done.get(item)
      if (out !== undefined) return out
      const earlier = before.get(subjects[index])
      const own = earlier === undefined ? alone(item) : after(earlier, () => alone(item))
      before.set(subjects[index], own)
      return own
    })
  }
}

const after = <Out>(earlier: Promise<unknown>, work: () => Promise<Out>): Promise<Out> =>
  earlier.then(work, work)

/** @throws the error where a retry cannot help now */
function refusedTogether(error: unknown): [] {
  if (isOutage(error)) throw error
  return []
}

/** Runs a limited number of tasks at once, and the rest in their order. */
export class Lanes {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(lanes: number) {
    this.#free = lanes
  }

  async run<Out>(work: () => Promise<Out>): Promise<Out> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}

/**
 * Runs `attempt` at once; if rows are locked it returns undefined, and the attempt waits for them. A waiting
 * attempt holds a connection of the shared pool, so few may wait.
 */
export function retryWhenUnlocked<In, Out>(
  attempt: (item: In, waits: boolean) => Promise<Out | undefined>,
): (item: In) => Promise<Out | undefined> {
  const lanes = new Lanes(atOnce.held)
  return async (item) => (await attempt(item, false)) ?? lanes.run(() => attempt(item, true))
}

/** Buffers items and writes them about once a second. During an outage they stay in the buffer. */
export class Buffered<T> {
  readonly #write: (items: T[]) => Promise<void>
  readonly #log: Logger
  readonly #name: string
  readonly #most: number
  readonly #timer: NodeJS.Timeout
  #items: T[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(
    name: string,
    write: (items: T[]) => Promise<void>,
    log: Logger,
    options: { milliseconds: number; most: number },
  ) {
    this.#name = name
    this.#write = write
    this.#log = log
    this.#most = options.most
    this.#timer = setInterval(() => void this.flush(), options.milliseconds)
    this.#timer.unref()
  }

  get size(): number {
    return this.#items.length
  }

  /** False: the buffer is full and the item was dropped. */
  add(item: T): boolean {
    if (this.#items.length >= this.#most) return false
    this.#items.push(item)
    return true
  }

  /** Writes the buffered items; one write at a time. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const items = this.#items
    if (items.length === 0) return
    this.#items = []
    try {
      await this.#write(items)
    } catch (error) {
      if (!logOutage(this.#log, error)) {
        this.#log.warn({ err: error, buffer: this.#name, items: items.length }, 'a batch was not written')
      }
      // It would be refused forever.
      if (!isRefusedData(error) && this.#items.length + items.length <= this.#most)
        this.#items = [...items, ...this.#items]
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
    if (this.#items.length > 0) await this.flush()
  }
}
