import { proofText } from '@netward/collector/probe-frames'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The key that the probe made for itself; it never leaves the machine. */
export class Identity {
  readonly #file: string
  readonly #key: KeyObject
  #probeId: string | null

  private constructor(file: string, key: KeyObject, probeId: string | null) {
    this.#file = file
    this.#key = key
    this.#probeId = probeId
  }

  /** Null: it did not enrol yet. */
  get probeId(): string | null {
    return this.#probeId
  }

  static read(state: string): Identity | null {
    const file = fileOf(state)
    if (!existsSync(file)) return null
    const { key, probeId } = JSON.parse(readFileSync(file, 'utf8')) as { key: string; probeId: string | null }
    return new Identity(file, createPrivateKey(key), probeId)
  }

  /** Written before it is used: a token that was spent on a key that is lost would be lost with it. */
  static make(state: string): Identity {
    mkdirSync(state, { recursive: true, mode: 0o700 })
    const made = new Identity(fileOf(state), generateKeyPairSync('ed25519').privateKey, null)
    made.#write()
    return made
  }

  enrolled(probeId: string): void {
    if (this.#probeId === probeId) return
    this.#probeId = probeId
    this.#write()
  }

  proof(
    nonce: string,
    token: string | null,
  ): { probeId?: string; token?: string; publicKey: string; signature: string } {
    const who = this.#probeId === null ? { token: token ?? '' } : { probeId: this.#probeId }
    const publicKey = createPublicKey(this.#key).export({ format: 'der', type: 'spki' }).toString('base64')
    return {
      ...who,
      publicKey,
      signature: sign(null, Buffer.from(proofText(nonce, who)), this.#key).toString('base64'),
    }
  }

  #write(): void {
    const key = this.#key.export({ format: 'pem', type: 'pkcs8' })
    const aside = `${this.#file}.new`
    writeFileSync(aside, `${JSON.stringify({ probeId: this.#probeId, key })}\n`, { mode: 0o600, flush: true })
    renameSync(aside, this.#file)
  }
}

const fileOf = (state: string) => path.join(state, 'identity.json')
