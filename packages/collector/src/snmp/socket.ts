import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { EventEmitter } from 'node:events'

/**
 * The socket that a session of net-snmp is given in place of its own: connected, so that the system drops what comes from
 * another address or port, and counting what it receives.
 */
export class ConnectedSocket extends EventEmitter {
  readonly #socket: Socket
  #connected = false
  #closed = false
  #waiting: (() => void)[] = []
  /** Size of the last datagram. */
  lastBytes = 0

  constructor(family: 4 | 6, address: string, port: number) {
    super()
    this.#socket = createSocket(family === 4 ? 'udp4' : 'udp6')
    this.#socket.on('message', (datagram: Buffer, from: RemoteInfo) => {
      this.lastBytes = datagram.length
      this.emit('message', datagram, from)
    })
    // ICMP "port unreachable" arrives as an error of the connected socket: the agent may be restarting, so that the
    // request waits for its time all the same.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.emit('close'))
    this.#socket.connect(port, address, () => {
      if (this.#closed) return
      this.#connected = true
      for (const send of this.#waiting) send()
      this.#waiting = []
    })
  }

  /** As net-snmp calls it: port and address are those that the socket is connected to. */
  send(
    datagram: Buffer,
    offset: number,
    length: number,
    _port: number,
    _address: string,
    sent: (error: Error | null) => void,
  ): void {
    const send = () => {
      if (this.#closed) return
      // What cannot be sent is lost, as it might be on its way.
      this.#socket.send(datagram, offset, length, () => sent(null))
    }
    if (this.#connected) send()
    else this.#waiting.push(send)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting = []
    this.#socket.close()
  }

  ref(): void {
    this.#socket.ref()
  }

  unref(): void {
    this.#socket.unref()
  }

  bind(): void {}
}
