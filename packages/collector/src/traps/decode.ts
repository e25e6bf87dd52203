import type { RemoteInfo } from 'node:dgram'
import type { CredentialSet } from '../protocol.ts'
import { userOf } from '../snmp/session.ts'
import { snmp } from '../snmp/usm.ts'
import { presentValue, type RawVarbind } from '../snmp/varbinds.ts'
import { oidOfV1, type Notification } from './notification.ts'

const snmpTrapOid = '1.3.6.1.6.3.1.1.4.1.0'
const sysUpTime = '1.3.6.1.2.1.1.3.0'

/** What the receiver of net-snmp needs of a socket. */
export type Answer = (datagram: Buffer) => void

interface Decoded {
  readonly pdu: {
    readonly type: number
    readonly enterprise?: string
    readonly generic?: number
    readonly specific?: number
    readonly varbinds: readonly RawVarbind[]
  }
}

/** The part of net-snmp's Receiver that is used; its types say `any`. */
interface Receiver {
  getAuthorizer(): { addCommunity(community: string): void; addUser(user: snmp.User): void }
  onMsg(socket: unknown, datagram: Buffer, from: RemoteInfo): void
}

/**
 * Decodes a notification with one set of credentials; an inform and the discovery before it are answered.
 * @returns null if the credentials do not fit, or if there is nothing to report
 */
export function decode(
  datagram: Buffer,
  from: RemoteInfo,
  credential: CredentialSet | null,
  engineId: Buffer,
  answer: Answer,
): Notification | null {
  let decoded: Decoded | null = null
  const socket = {
    on: () => socket,
    bind: () => {},
    send: (
      bytes: Buffer,
      _offset: number,
      _length: number,
      _port: number,
      _address: string,
      sent: (error: null) => void,
    ) => {
      answer(bytes)
      sent(null)
    },
  }
  const receiver = snmp.createReceiver(
    { engineID: engineId, dgramModule: { createSocket: () => socket } },
    (error: unknown, notification: Decoded | undefined) => {
      if (error == null && notification !== undefined) decoded = notification
    },
  ) as Receiver
  if (credential?.version === 'v3') receiver.getAuthorizer().addUser(userOf(credential))
  else if (credential !== null) receiver.getAuthorizer().addCommunity(credential.community ?? '')
  receiver.onMsg(socket, datagram, from)
  return decoded === null ? null : notificationOf(decoded)
}

function notificationOf({ pdu }: Decoded): Notification | null {
  const varbinds = pdu.varbinds.flatMap((varbind) => presentValue(varbind) ?? [])
  if (pdu.type === snmp.PduType.Trap) {
    return { oid: oidOfV1(pdu.enterprise ?? '', pdu.generic ?? 6, pdu.specific ?? 0), varbinds }
  }
  const named = varbinds.find(({ oid }) => oid === snmpTrapOid)
  if (typeof named?.value !== 'string') return null
  return {
    oid: named.value,
    varbinds: varbinds.filter(({ oid }) => oid !== snmpTrapOid && oid !== sysUpTime),
  }
}
