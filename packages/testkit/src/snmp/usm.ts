import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { AuthProtocol, PrivacyProtocol } from '@netward/contract/snmp-values'

/** A user of an agent (RFC 3414). */
export interface AgentUser {
  readonly name: string
  readonly auth?: AuthProtocol
  readonly authPassphrase?: string
  readonly privacy?: PrivacyProtocol
  readonly privacyPassphrase?: string
}

const hashes: Readonly<Record<AuthProtocol, { readonly name: string; readonly codeLength: number }>> = {
  md5: { name: 'md5', codeLength: 12 },
  sha: { name: 'sha1', codeLength: 12 },
  sha224: { name: 'sha224', codeLength: 16 },
  sha256: { name: 'sha256', codeLength: 24 },
  sha384: { name: 'sha384', codeLength: 32 },
  sha512: { name: 'sha512', codeLength: 48 },
}

export interface EngineClock {
  readonly boots: number
  readonly time: number
}

/** Keys of one user at one engine. */
export class LocalizedUser {
  readonly #auth: AuthProtocol
  readonly #privacy: PrivacyProtocol
  readonly #authKey: Buffer
  readonly #privacyKey: Buffer
  readonly codeLength: number

  constructor(user: AgentUser, engineId: Buffer) {
    this.#auth = user.auth ?? 'sha'
    this.#privacy = user.privacy ?? 'aes'
    this.codeLength = user.auth === undefined ? 0 : hashes[user.auth].codeLength
    this.#authKey = localized(this.#auth, Buffer.from(user.authPassphrase ?? ''), engineId)
    this.#privacyKey = privacyKey(
      this.#auth,
      this.#privacy,
      Buffer.from(user.privacyPassphrase ?? ''),
      engineId,
    )
  }

  /** @param message with zeros in place of the code */
  code(message: Buffer): Buffer {
    const { name, codeLength } = hashes[this.#auth]
    return createHmac(name, this.#authKey).update(message).digest().subarray(0, codeLength)
  }

  isAuthentic(message: Buffer, code: Buffer): boolean {
    if (code.length !== this.codeLength) return false
    const given = Buffer.from(code)
    code.fill(0)
    return timingSafeEqual(this.code(message), given)
  }

  encrypt(pdu: Buffer, clock: EngineClock): { readonly salt: Buffer; readonly bytes: Buffer } {
    const salt = randomBytes(8)
    const cipher = this.#cipher(createCipheriv, salt, clock)
    return { salt, bytes: Buffer.concat([cipher.update(this.#padded(pdu)), cipher.final()]) }
  }

  decrypt(bytes: Buffer, salt: Buffer, clock: EngineClock): Buffer {
    const decipher = this.#cipher(createDecipheriv, salt, clock)
    return Buffer.concat([decipher.update(bytes), decipher.final()])
  }

  #padded(pdu: Buffer): Buffer {
    return this.#privacy === 'des' ? Buffer.concat([pdu, Buffer.alloc((8 - (pdu.length % 8)) % 8)]) : pdu
  }

  #cipher<Made extends ReturnType<typeof createCipheriv> | ReturnType<typeof createDecipheriv>>(
    make: (algorithm: string, key: Buffer, iv: Buffer) => Made,
    salt: Buffer,
    { boots, time }: EngineClock,
  ): Made {
    const key = this.#privacyKey
    if (this.#privacy === 'des') {
      const des = key.subarray(0, 8)
      const iv = Buffer.from(key.subarray(8, 16).map((byte, at) => byte ^ (salt[at] ?? 0)))
      const made = make('des-ede3-cbc', Buffer.concat([des, des, des]), iv)
      made.setAutoPadding(false)
      return made
    }
    // RFC 3826 §3.1.2.1.
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(boots, 0)
    iv.writeUInt32BE(time, 4)
    salt.copy(iv, 8)
    return make(this.#privacy === 'aes' ? 'aes-128-cfb' : 'aes-256-cfb', key, iv)
  }
}

/** RFC 3414 appendix A.2. */
function localized(auth: AuthProtocol, passphrase: Buffer, engineId: Buffer): Buffer {
  const { name } = hashes[auth]
  const key = createHash(name)
    .update(Buffer.alloc(2 ** 20, passphrase))
    .digest()
  return createHash(name).update(key).update(engineId).update(key).digest()
}

function privacyKey(
  auth: AuthProtocol,
  privacy: PrivacyProtocol,
  passphrase: Buffer,
  engineId: Buffer,
): Buffer {
  if (passphrase.length === 0) return Buffer.alloc(32)
  let key = localized(auth, passphrase, engineId)
  if (privacy === 'aes') return key.subarray(0, 16)
  if (privacy === 'des') return key
  let last = key
  while (key.length < 32) {
    // draft-blumenthal-aes-usm-04 §3.1.2.1 hashes the key so far; draft-reeder-snmpv3-usm-3desede-00 §2.1 derives anew.
    last =
      privacy === 'aes256b'
        ? createHash(hashes[auth].name).update(key).digest()
        : localized(auth, last, engineId)
    key = Buffer.concat([key, last])
  }
  return key.subarray(0, 32)
}
