import type { AddressGuard } from '../guard.ts'
import { contact } from '../poll/contact.ts'
import type { CredentialSet, ScanFind, ScanRequest, ScanResult } from '../protocol.ts'
import type { PingOnce } from '../reach/ping-once.ts'
import { tcpConnect } from '../reach/tcp.ts'
import { readWho } from '../read/index.ts'
import { SnmpError } from '../snmp/agent.ts'
import { newMemory } from '../snmp/conversation.ts'
import { Pace } from './pace.ts'

export interface ScannerOptions {
  readonly guard: AddressGuard
  /** Null: no ping works on this machine, and the first packet asks for sysUpTime. */
  readonly pingOnce: PingOnce | null
  /** A defect, not a device. */
  onError(error: unknown): void
  /** Of the first attempt of a request; default 1 s. */
  readonly snmpTimeoutMs?: number
}

type Target = ScanRequest['targets'][number]

/** Addresses that one call of ping gets: half a second's packets, so that others wait no longer for theirs. */
const pingedAtOnce = (rate: number) => Math.max(1, Math.min(32, Math.floor(rate / 2)))
/** Addresses that are asked over SNMP at once: each is to get an answer to its requests in time. */
const askedAtOnce = (rate: number) => Math.max(1, Math.min(32, Math.floor(rate / 4)))
const longestMs = 60_000
/** One of these is open, or refuses, on a machine that does not answer SNMP. */
const usualPorts = [443, 80, 22, 23]

/** A scan on its way. */
interface Scan {
  readonly request: ScanRequest
  readonly credentials: ReadonlyMap<string, CredentialSet>
  readonly pace: Pace
  readonly done: Set<Target>
  readonly finds: ScanFind[]
  stopped: boolean
}

/** Finds out who is at the addresses of a part of a discovery. It keeps nothing between two parts. */
export class Scanner {
  readonly #options: ScannerOptions
  readonly #scans = new Map<string, Scan>()

  constructor(options: ScannerOptions) {
    this.#options = options
  }

  async scan(request: ScanRequest): Promise<ScanResult> {
    const scan: Scan = {
      request,
      credentials: new Map(request.credentials.map((set) => [set.id, set])),
      pace: new Pace(request.rate),
      done: new Set(),
      finds: [],
      stopped: false,
    }
    this.#scans.set(request.scanId, scan)
    try {
      await this.#run(scan)
    } finally {
      this.#scans.delete(request.scanId)
    }
    const { targets } = request
    const open = targets.findIndex((target) => !scan.done.has(target))
    return {
      checked: open < 0 ? targets.length : open,
      finds: scan.finds,
      packets: scan.pace.packets,
    }
  }

  /** What is under way is awaited, nothing more is begun. */
  stop(scanId: string): void {
    const scan = this.#scans.get(scanId)
    if (scan !== undefined) scan.stopped = true
  }

  async #run(scan: Scan): Promise<void> {
    const { guard, pingOnce } = this.#options
    const { targets, companyCode, rate } = scan.request
    const allowed: Target[] = []
    for (const target of targets) {
      if (guard.allows(target.address, companyCode)) allowed.push(target)
      else scan.done.add(target)
    }
    const asking = new AtOnce(askedAtOnce(rate))
    const pings: Promise<void>[] = []
    if (pingOnce === null) {
      for (const target of allowed) asking.add(() => this.#ask(scan, target, false))
    } else {
      const size = pingedAtOnce(rate)
      for (let at = 0; at < allowed.length && !scan.stopped; at += size) {
        const part = allowed.slice(at, at + size)
        await scan.pace.take(part.length)
        pings.push(this.#ping(scan, part, pingOnce, asking))
      }
      await Promise.all(pings)
    }
    await asking.ended()
  }

  async #ping(scan: Scan, part: readonly Target[], pingOnce: PingOnce, asking: AtOnce): Promise<void> {
    const addresses = part.map(({ address }) => address)
    const answered = await pingOnce(addresses, scan.pace.between)
    for (const target of part) {
      if (answered.has(target.address)) asking.add(() => this.#ask(scan, target, true))
      else scan.done.add(target)
    }
  }

  async #ask(scan: Scan, target: Target, isThere: boolean): Promise<void> {
    if (scan.stopped) return
    try {
      const find = await this.#who(scan, target, isThere)
      if (find !== null) scan.finds.push(find)
    } catch (error) {
      this.#options.onError(error)
    }
    scan.done.add(target)
  }

  /** @param isThere it answered a ping. @returns null where nothing answers */
  async #who(scan: Scan, { address, credentialIds }: Target, isThere: boolean): Promise<ScanFind | null> {
    const { request, credentials, pace } = scan
    let there = isThere
    const reach = async () => (there ||= await answersTcp(address, pace))
    const found = await contact({
      endpoint: { address, port: request.port },
      credentials: credentialIds.flatMap((id) => credentials.get(id) ?? []),
      memory: newMemory(),
      deadline: performance.now() + longestMs,
      timeoutMs: this.#options.snmpTimeoutMs ?? 1000,
      retries: isThere ? 1 : 0,
      pace: () => pace.take(),
      mayTryOthers: reach,
    })
    const nothing = { address, credentialId: null, refused: false, identity: null, addresses: [] }
    if (found.conversation === null) {
      if (found.refused) return { ...nothing, refused: true }
      return (await reach()) ? nothing : null
    }
    const { conversation, credentialId } = found
    try {
      return { ...nothing, credentialId, ...(await readWho(conversation)) }
    } catch (error) {
      if (error instanceof SnmpError) return { ...nothing, credentialId }
      throw error
    } finally {
      conversation.close()
    }
  }
}

async function answersTcp(address: string, pace: Pace): Promise<boolean> {
  const times = await Promise.all(
    usualPorts.map(async (port) => {
      await pace.take()
      return tcpConnect(address, port, 1000)
    }),
  )
  return times.some((time) => time !== null)
}

/** Runs work in order, so many at once. */
class AtOnce {
  readonly #most: number
  readonly #waiting: (() => Promise<void>)[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(most: number) {
    this.#most = most
  }

  add(work: () => Promise<void>): void {
    this.#waiting.push(work)
    this.#begin()
  }

  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running)
  }

  #begin(): void {
    while (this.#running.size < this.#most) {
      const work = this.#waiting.shift()
      if (work === undefined) return
      const running = work().finally(() => {
        this.#running.delete(running)
        this.#begin()
      })
      this.#running.add(running)
    }
  }
}
