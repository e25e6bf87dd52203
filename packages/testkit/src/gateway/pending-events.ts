import type { EventStruct } from '@netward/cwmp'

const same = (one: EventStruct, other: EventStruct) =>
  one.code === other.code && one.commandKey === other.commandKey

/** Events that the ACS has not been told yet. They stay until an Inform that carried them was answered. */
export class PendingEvents {
  #waiting: EventStruct[] = []
  #carried: EventStruct[] = []

  get codes(): string[] {
    return [...this.#carried, ...this.#waiting].map(({ code }) => code)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** The same event waits once, but again beside an Inform that is under way. */
  add(code: string, commandKey = ''): void {
    const event = { code, commandKey }
    if (!this.#waiting.some((other) => same(event, other))) this.#waiting.push(event)
  }

  /** Puts all that wait into an Inform. */
  carry(): EventStruct[] {
    this.#carried = this.#waiting
    this.#waiting = []
    return [...this.#carried]
  }

  /** The Inform was answered. */
  delivered(): void {
    this.#carried = []
  }

  /** The session ended; what its Inform did not deliver waits again, first. */
  restore(): void {
    const later = this.#waiting.filter((event) => !this.#carried.some((other) => same(event, other)))
    this.#waiting = [...this.#carried, ...later]
    this.#carried = []
  }
}
