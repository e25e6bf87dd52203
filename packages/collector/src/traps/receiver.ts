import { randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import type { CredentialSet, TrapFact } from '../protocol.ts'
import { authenticated, encrypted, pduTags, readHead, type MessageHead } from '../snmp/message-head.ts'
import { flagsOf } from '../snmp/session.ts'
import { type Answer, decode } from './decode.ts'
import { describe } from './notification.ts'
import { Rate } from './rate.ts'

/** A device whose traps are taken. */
export interface TrapSource {
  readonly deviceId: string
  readonly credentials: readonly CredentialSet[]
  /** Of its engine, once it is known. */
  readonly engineId: Buffer | null
  readonly interfaceKey: (index: number) => string | null
}

export interface TrapReceiverOptions {
  readonly port: number
  /** Default: all, of IPv6 too where the system has it. */
  readonly address?: string
  sourcesAt(address: string): Iterable<TrapSource>
  onTrap(fact: TrapFact): void
  /** From an unknown source, without fitting credentials, undecodable, or beyond the rate. */
  onDropped(): void
}

const perSource = { perSecond: 5, burst: 50 }
const inAll = { perSecond: 500, burst: 1000 }
/** Sources are known devices, so that this many is more than there are of them at a time. */
const mostRates = 20_000
const reportable = 4
const getRequest = 0xa0

/** Takes traps and informs of known devices on one UDP port (RFC 3411, RFC 3584). */
export class TrapReceiver {
  readonly #options: TrapReceiverOptions
  readonly #socket: Socket
  /** Ours, as the receiver of informs is authoritative for them (RFC 3414 §2.2). */
  readonly #engineId = Buffer.concat([Buffer.from('80001f8805', 'hex'), randomBytes(8)])
  readonly #rates = new Map<string, Rate>()
  readonly #rate = new Rate(inAll.perSecond, inAll.burst)

  private constructor(options: TrapReceiverOptions, socket: Socket) {
    this.#options = options
    this.#socket = socket
    socket.on('message', (datagram, from) => this.#receive(datagram, from))
    socket.on('error', () => {})
  }

  /** @throws if the port is taken, or may not be opened */
  static async start(options: TrapReceiverOptions): Promise<TrapReceiver> {
    const { address, port } = options
    const families =
      address === undefined ? (['udp6', 'udp4'] as const) : ([isIPv4(address) ? 'udp4' : 'udp6'] as const)
    let failure: unknown
    for (const family of families) {
      const socket = createSocket({ type: family })
      try {
        socket.bind(port, address)
        await once(socket, 'listening')
        return new TrapReceiver(options, socket)
      } catch (error) {
        socket.close()
        failure = error
        // Only a system without IPv6 is asked for IPv4.
        if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') break
      }
    }
    throw failure
  }

  get port(): number {
    return this.#socket.address().port
  }

  close(): void {
    this.#socket.close()
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    const address = from.address.replace(/^::ffff:(?=\d+\.)/i, '')
    const sources = [...this.#options.sourcesAt(address)]
    let taken = false
    let answered = false
    const answer = (bytes: Buffer) => {
      if (!answered) this.#socket.send(bytes, from.port, from.address)
      answered = true
    }
    // Companies may share an address: none takes what another one is sent, nor its rate.
    if (sources.length > 0 && this.#mayTake(address))
      for (const source of sources) taken = this.#take(datagram, from, source, answer) || taken
    if (!taken) this.#options.onDropped()
  }

  #take(datagram: Buffer, from: RemoteInfo, source: TrapSource, answer: Answer): boolean {
    const head = readHead(datagram)
    if (head === null) return false
    for (const credential of this.#fitting(head, source)) {
      try {
        let answered = false
        const notification = decode(datagram, from, credential, this.#engineId, (bytes) => {
          answered = true
          answer(bytes)
        })
        if (notification !== null) {
          const described = describe(notification, source.interfaceKey)
          this.#options.onTrap({ kind: 'trap', deviceId: source.deviceId, at: Date.now(), ...described })
        }
        if (notification !== null || answered) return true
      } catch {
        // Undecodable in a way that the library throws out of.
        return false
      }
    }
    return false
  }

  /** Sets that this message may have been made with; a null one answers discovery. */
  #fitting(head: MessageHead, { credentials, engineId }: TrapSource): readonly (CredentialSet | null)[] {
    const { version, pdu } = head
    if (version !== 3) {
      const taken = version === 0 ? pdu === pduTags.trapV1 : pdu === pduTags.trap || pdu === pduTags.inform
      return taken
        ? credentials.filter(
            (one) =>
              one.version !== 'v3' && Buffer.from(one.community ?? '').toString('latin1') === head.community,
          )
        : []
    }
    const level = head.flags & (authenticated | encrypted)
    if (level === 0 && pdu === getRequest && (head.flags & reportable) !== 0) return [null]
    if (pdu !== null && pdu !== pduTags.trap && pdu !== pduTags.inform) return []
    // Keys are made for an engine at a cost: no engine but that of the device, or our own for informs.
    const known = engineId === null || head.engineId.equals(engineId) || head.engineId.equals(this.#engineId)
    if (!known || head.engineId.length < 5 || head.engineId.length > 32) return []
    return credentials.filter(
      (one) => one.version === 'v3' && one.userName === head.userName && flagsOf(one) === level,
    )
  }

  #mayTake(address: string): boolean {
    let rate = this.#rates.get(address)
    if (rate === undefined) {
      if (this.#rates.size >= mostRates) this.#rates.clear()
      rate = new Rate(perSource.perSecond, perSource.burst)
      this.#rates.set(address, rate)
    }
    return rate.take() && this.#rate.take()
  }
}
