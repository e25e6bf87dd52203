import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { arcsOf, Elements, integer, objectId, tags, tlv } from './ber.ts'
import { communityMessage, pdu, readV3, v3Message, variable } from './messages.ts'
import { values } from './mib.ts'
import { LocalizedUser, type AgentUser } from './usm.ts'

export interface Notice {
  /** snmpTrapOID. */
  readonly oid: string
  readonly variables?: readonly (readonly [oid: string, value: Buffer])[]
}

const sysUpTime = '1.3.6.1.2.1.1.3.0'
const snmpTrapOid = '1.3.6.1.6.3.1.1.4.1.0'
const clock = { boots: 1, time: 100 }

/** Sends traps and informs, as an agent does. */
export class Notifier {
  readonly #port: number
  readonly #socket: Socket
  readonly engineId: Buffer
  #id = 0

  private constructor(socket: Socket, port: number, engineId: Buffer) {
    this.#socket = socket
    this.#port = port
    this.engineId = engineId
  }

  /** @param port of the receiver, on loopback */
  static async open(port: number, address = '127.0.0.1'): Promise<Notifier> {
    const socket = createSocket('udp4')
    socket.bind(0, address)
    await once(socket, 'listening')
    return new Notifier(socket, port, Buffer.from('80001f880401020304', 'hex'))
  }

  close(): void {
    this.#socket.close()
  }

  /** RFC 1157 §4.1.6. */
  trapV1(community: string, generic: number, enterprise = '1.3.6.1.4.1.2011', specific = 0): void {
    const body = tlv(
      tags.trapV1,
      values.oid(enterprise),
      values.address('127.0.0.1'),
      integer(generic),
      integer(specific),
      values.timeticks(100),
      tlv(tags.sequence),
    )
    this.send(communityMessage(0, community, body))
  }

  trap(community: string, notice: Notice): void {
    this.send(communityMessage(1, community, this.#body(tags.trap, notice)))
  }

  /** @returns the answer of the receiver */
  async inform(community: string, notice: Notice): Promise<Buffer> {
    return this.#ask(communityMessage(1, community, this.#body(tags.inform, notice)))
  }

  trapV3(user: AgentUser, notice: Notice): void {
    this.send(this.#v3(user, this.engineId, this.#body(tags.trap, notice)))
  }

  /** Finds the engine of the receiver first (RFC 3414 §4). */
  async informV3(user: AgentUser, notice: Notice): Promise<Buffer> {
    const discovery = {
      id: ++this.#id,
      engineId: Buffer.alloc(0),
      clock: { boots: 0, time: 0 },
      userName: '',
      keys: null,
      encrypted: false,
      reportable: true,
      context: Buffer.alloc(0),
    }
    const report = await this.#ask(v3Message(discovery, pdu(0xa0, this.#id, 0, 0, [])))
    const message = new Elements(report).inside()
    message.integer()
    return this.#ask(this.#v3(user, readV3(message).engineId, this.#body(tags.inform, notice), true))
  }

  send(datagram: Buffer): void {
    this.#socket.send(datagram, this.#port, '127.0.0.1')
  }

  async #ask(datagram: Buffer): Promise<Buffer> {
    const answer = once(this.#socket, 'message', { signal: AbortSignal.timeout(5000) })
    this.send(datagram)
    return ((await answer) as [Buffer])[0]
  }

  #body(tag: number, { oid, variables = [] }: Notice): Buffer {
    const all = [[sysUpTime, values.timeticks(100)], [snmpTrapOid, values.oid(oid)], ...variables] as const
    return pdu(
      tag,
      ++this.#id,
      0,
      0,
      all.map(([name, value]) => variable(objectId(arcsOf(name)), value)),
    )
  }

  #v3(user: AgentUser, engineId: Buffer, body: Buffer, reportable = false): Buffer {
    const keys = user.auth === undefined ? null : new LocalizedUser(user, engineId)
    const encrypted = user.privacy !== undefined
    return v3Message(
      {
        id: ++this.#id,
        engineId,
        clock,
        userName: user.name,
        keys,
        encrypted,
        reportable,
        context: Buffer.alloc(0),
      },
      body,
    )
  }
}
