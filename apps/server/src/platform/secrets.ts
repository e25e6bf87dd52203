import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** Encrypts what is stored (AES-256-GCM) and derives keys for purposes, all from the master key. */
export class Secrets {
  readonly #master: Buffer
  readonly #sealKey: KeyObject

  /** @param master 32 bytes. */
  constructor(master: Buffer) {
    if (master.length !== 32) throw new RangeError('the master key has 32 bytes')
    this.#master = master
    this.#sealKey = createSecretKey(this.derive('seal'))
  }

  /** Encrypts. `context` (such as `device:42`) is authenticated: a value moved to another row does not open. */
  seal(plain: Buffer | string, context: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, nonce)
    cipher.setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body])
  }

  /** @throws Error when the value was altered, belongs to another context or another master key. */
  open(sealed: Buffer, context: string): Buffer {
    if (sealed[0] !== version) throw new Error('a secret of an unknown version')
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, sealed.subarray(1, 1 + nonceBytes))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
  }

  /** 32 bytes for one purpose, the same on every node that holds the master key. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, 'netward', purpose, 32))
  }

  /**
   * Identifies the master key without revealing it: stored in the database, so that a wrong key refuses to
   * start.
   */
  get fingerprint(): string {
    return createHash('sha256').update(this.derive('fingerprint')).digest('hex').slice(0, 32)
  }
}
