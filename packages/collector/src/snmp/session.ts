import { isIPv6 } from 'node:net'
import type { AuthProtocol, PrivacyProtocol } from '@netward/contract/snmp-values'
import type { CredentialSet } from '../protocol.ts'
import { authenticated, encrypted, pduTags, readHead, type MessageHead } from './message-head.ts'
import { ConnectedSocket } from './socket.ts'
import { snmp } from './usm.ts'

const { AuthProtocols, PrivProtocols, SecurityLevel, Version1, Version2c, Version3 } = snmp

const authOf: Readonly<Record<AuthProtocol, snmp.AuthProtocols>> = {
  md5: AuthProtocols.md5,
  sha: AuthProtocols.sha,
  sha224: AuthProtocols.sha224,
  sha256: AuthProtocols.sha256,
  sha384: AuthProtocols.sha384,
  sha512: AuthProtocols.sha512,
}
const privacyOf: Readonly<Record<PrivacyProtocol, snmp.PrivProtocols>> = {
  des: PrivProtocols.des,
  aes: PrivProtocols.aes,
  aes256b: PrivProtocols.aes256b,
  aes256r: PrivProtocols.aes256r,
}

/** The user of net-snmp that a set of v3 credentials stands for. */
export function userOf(credential: CredentialSet): snmp.User {
  const { auth, privacy } = credential
  const level = auth == null ? 'noAuthNoPriv' : privacy == null ? 'authNoPriv' : 'authPriv'
  return {
    name: credential.userName ?? '',
    level: SecurityLevel[level],
    ...(auth != null && { authProtocol: authOf[auth], authKey: credential.authPassphrase ?? '' }),
    ...(level === 'authPriv' && {
      privProtocol: privacyOf[privacy ?? 'aes'],
      privKey: credential.privacyPassphrase ?? '',
    }),
  }
}

/** Flags that every message of that level bears (RFC 3412 §6.4). */
export const flagsOf = ({ auth, privacy }: CredentialSet): number =>
  auth == null ? 0 : privacy == null ? authenticated : authenticated | encrypted

/** What discovery found of an agent's engine (RFC 3414 §4): kept between conversations. */
export interface EngineState {
  readonly id: Buffer
  readonly boots: number
  readonly time: number
  /** `performance.now()` when it said so. */
  readonly at: number
}

/** Properties of net-snmp 3.29.2 that this file relies on beside its methods; `conversation.test.ts` holds them. */
interface Internals {
  timeout: number
  msgSecurityParameters?: {
    msgAuthoritativeEngineID: Buffer
    msgAuthoritativeEngineBoots: number
    msgAuthoritativeEngineTime: number
  }
  engineTimeBoots: number | null
  engineTimeBase: number | null
  engineTimeReceivedAt: number | null
  latestReceivedEngineTime: number | null
}

export interface Endpoint {
  /** Literal, and checked: packets go there and nowhere else. */
  readonly address: string
  readonly port: number
}

/**
 * A session of net-snmp that looks at a message before the library does, which would take it from any address, take an
 * unauthenticated answer to an authenticated request, and throw out of the socket's event at some others.
 */
export class CheckedSession extends snmp.Session {
  readonly socket: ConnectedSocket
  readonly #credential: CredentialSet
  /** A message of ours arrived that could not be decoded. */
  onBroken: () => void = () => {}
  /** Datagrams that were not messages for us. */
  strays = 0
  /** Anything that looked like an answer arrived. */
  heard = false

  constructor({ address, port }: Endpoint, credential: CredentialSet, engine: EngineState | null) {
    const socket = new ConnectedSocket(isIPv6(address) ? 6 : 4, address, port)
    const options = {
      port,
      retries: 0,
      backwardsGetNexts: true,
      context: credential.context ?? '',
      dgramModule: { createSocket: () => socket },
    }
    if (credential.version === 'v3') super(address, userOf(credential), { ...options, version: Version3 })
    else {
      const version = credential.version === 'v1' ? Version1 : Version2c
      super(address, credential.community ?? '', { ...options, version })
    }
    this.socket = socket
    this.#credential = credential
    this.on('error', () => this.onBroken())
    if (engine !== null) this.#resume(engine)
  }

  get #internals(): Internals {
    return this as unknown as Internals
  }

  setTimeout(milliseconds: number): void {
    this.#internals.timeout = milliseconds
  }

  /** The library assigns one of its own, which counts for nothing; in the strict code of a bundle that would throw. */
  set engine(_given: EngineState | null) {
    // Ours is read from the answers.
  }

  /** Null before an authentic answer, and without v3. */
  get engine(): EngineState | null {
    const own = this.#internals
    const id = own.msgSecurityParameters?.msgAuthoritativeEngineID
    if (id === undefined) return null
    return own.engineTimeBoots === null || own.engineTimeReceivedAt === null
      ? { id, boots: 0, time: 0, at: performance.now() }
      : { id, boots: own.engineTimeBoots, time: own.engineTimeBase ?? 0, at: own.engineTimeReceivedAt }
  }

  #resume({ id, boots, time, at }: EngineState): void {
    const own = this.#internals
    own.msgSecurityParameters = {
      msgAuthoritativeEngineID: id,
      msgAuthoritativeEngineBoots: boots,
      msgAuthoritativeEngineTime: time,
    }
    own.engineTimeBoots = boots
    own.engineTimeBase = time
    own.engineTimeReceivedAt = at
    own.latestReceivedEngineTime = time
  }

  override onMsg(datagram: Buffer): void {
    const head = readHead(datagram)
    if (head === null || !this.#isExpected(head)) {
      this.strays++
      // Cut off, but of a size that is no noise: the request need not wait for its time.
      if (head === null && datagram.length > 40 && datagram[0] === 0x30) this.onBroken()
      return
    }
    this.heard = true
    try {
      super.onMsg(datagram)
    } catch {
      this.onBroken()
    }
  }

  #isExpected({ version, community, flags, pdu }: MessageHead): boolean {
    const credential = this.#credential
    if (credential.version !== 'v3') {
      return (
        version === (credential.version === 'v1' ? 0 : 1) &&
        pdu === pduTags.getResponse &&
        community === Buffer.from(credential.community ?? '').toString('latin1')
      )
    }
    if (version !== 3) return false
    const own = flagsOf(credential)
    const security = flags & (authenticated | encrypted)
    // RFC 3412 §7.2.13: an answer has the level of its request; a report may have less, never more.
    return pdu === pduTags.report ? (security & ~own) === 0 : security === own
  }
}
