import type { EventStruct } from '@netward/cwmp'

const same = (one: EventStruct, other: EventStruct) =>
  one.code === other.code && one.commandKey === other.commandKey

/** Events not yet delivered to the ACS. They stay until an Inform that carried them was answered. */
export class PendingEvents {
  #waiting: EventStruct[] = []
  #carried: EventStruct[] = []

  get codes(): string[] {
    return [...this.#carried, ...this.#waiting].map(({ code }) => code)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** An event is queued once, but again while an Inform is in progress. */
  add(code: string, commandKey = ''): void {
    const event = { code, commandKey }
    if (!this.#waiting.some((other) => same(event, other))) this.#waiting.push(event)
  }

  /** Moves all queued events into an Inform. */
  carry(): EventStruct[] {
    this.#carried = this.#waiting
    this.#waiting = []
    return [...this.#carried]
  }

  /** The Inform was answered. */
  delivered(): void {
    this.#carried = []
  }

  /** The session ended; events that its Inform did not deliver are queued again, at the front. */
  restore(): void {
    const later = this.#waiting.filter((event) => !this.#carried.some((other) => same(event, other)))
    this.#waiting = [...this.#carried, ...later]
    this.#carried = []
  }
}
