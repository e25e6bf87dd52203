import { createHmac, randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { bindingRequest, parseStun, readUdpConnectionRequest, type Sign, stunType } from '@netward/cwmp/stun'
import type { Cpe } from './cpe.ts'
import type { Timers } from './timers.ts'

export interface StunEvents {
  /** One of its parameters changed. */
  change(path: string, value: string): void
  /** False while the gateway cannot accept a connection request. */
  accept(): boolean
}

const server = 'ManagementServer.'

/**
 * The gateway's side of TR-069 Annex G, behind a NAT that admits only replies from addresses it sends to:
 * binding requests that keep the binding open, and UDP connection requests, accepted only if signed and new.
 */
export class StunAgent {
  readonly #cpe: Cpe
  readonly #timers: Timers
  readonly #events: StunEvents
  readonly #localAddress: string
  #socket: Socket | null = null
  #peer: { address: string; port: number } | null = null
  #mapped = ''
  #isChanged = true
  #last = { timestamp: 0, id: -1 }
  /** UDP connection requests accepted and ignored. */
  readonly counts = { taken: 0, passedOver: 0 }

  constructor(cpe: Cpe, timers: Timers, events: StunEvents, localAddress: string) {
    this.#cpe = cpe
    this.#timers = timers
    this.#events = events
    this.#localAddress = localAddress
  }

  /** Its public NAT address; '' before a STUN server reported one. */
  get mapped(): string {
    return this.#mapped
  }

  /** Applies its current parameters. */
  apply(): void {
    this.stop()
    if (!['1', 'true'].includes(this.#value('STUNEnable'))) return
    const socket = createSocket('udp4')
    this.#socket = socket
    socket.unref()
    socket.on('error', () => {})
    socket.on('message', (bytes, from) => this.#receive(socket, bytes, from))
    socket.bind(0, this.#localAddress, () => void this.#begin(socket))
  }

  stop(): void {
    this.#socket?.close()
    this.#socket = null
    this.#peer = null
    this.#isChanged = true
  }

  /** Drops the NAT binding: from now on it appears from another port. */
  rebind(): void {
    this.apply()
  }

  /** Floods it with datagrams, like an attacker who knows its binding. */
  hear(datagram: string): void {
    this.#connectionRequest(datagram)
  }

  async #begin(socket: Socket): Promise<void> {
    const { address } = await lookup(this.#value('STUNServerAddress'), 4).catch(() => ({ address: '' }))
    if (this.#socket !== socket || address === '') return
    this.#peer = { address, port: Number(this.#value('STUNServerPort')) }
    this.#keepAlive(socket)
  }

  #keepAlive(socket: Socket): void {
    if (this.#socket !== socket) return
    this.#send(socket, false)
    const seconds = Math.max(1, Number(this.#value('STUNMinimumKeepAlivePeriod')))
    this.#timers.beside(seconds, () => this.#keepAlive(socket))
  }

  #send(socket: Socket, prove: boolean): void {
    if (this.#peer === null || this.#socket !== socket) return
    const password = this.#value('STUNPassword')
    const sign: Sign = (bytes) => createHmac('sha1', password).update(bytes).digest()
    const wanted = {
      transactionId: randomBytes(16),
      username: this.#value('STUNUsername'),
      connectionRequestBinding: true,
      bindingChange: this.#isChanged,
    }
    const bytes = prove ? bindingRequest(wanted, sign) : bindingRequest(wanted)
    socket.send(bytes, this.#peer.port, this.#peer.address, () => {})
  }

  #receive(socket: Socket, bytes: Buffer, from: RemoteInfo): void {
    if (this.#socket !== socket) return
    // The NAT.
    if (from.port !== this.#peer?.port || from.address !== this.#peer.address) return
    const message = parseStun(bytes)
    if (message === null) return this.#connectionRequest(bytes.toString('utf8'))
    if (message.type === stunType.bindingError && message.errorCode === 401) this.#send(socket, true)
    if (message.type !== stunType.bindingResponse || message.mappedAddress === null) return
    const mapped = `${message.mappedAddress.address}:${message.mappedAddress.port}`
    // Verified, or no verification required.
    if (mapped === this.#mapped) {
      this.#isChanged = false
      return
    }
    this.#mapped = mapped
    this.#events.change(`${server}NATDetected`, '1')
    this.#events.change(`${server}UDPConnectionRequestAddress`, mapped)
    this.#send(socket, false)
  }

  #connectionRequest(text: string): void {
    const password = this.#value('ConnectionRequestPassword')
    const request = readUdpConnectionRequest(text, (signed) =>
      createHmac('sha1', password).update(signed, 'utf8').digest('hex'),
    )
    // TR-069 G.2.2.3: an old request, or a copy of the last, is silently ignored.
    const isNew =
      request !== null &&
      request.username === this.#value('ConnectionRequestUsername') &&
      request.timestamp >= this.#last.timestamp &&
      request.id !== this.#last.id
    if (!isNew || !this.#events.accept()) {
      this.counts.passedOver++
      return
    }
    this.#last = { timestamp: request.timestamp, id: request.id }
    this.counts.taken++
  }

  #value(name: string): string {
    return this.#cpe.value(server + name)
  }
}
