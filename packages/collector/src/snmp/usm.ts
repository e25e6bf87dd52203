import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import snmp from 'net-snmp'

/**
 * Two parts of net-snmp's user-based security (RFC 3414) are replaced. The rest of it is used as it is.
 *
 * - DES: OpenSSL 3, hence Node, has no `des-cbc`. Triple DES with one key three times over is DES.
 * - Keys: the library hashes a megabyte for each passphrase and engine, and keeps the result for ever under an engine id
 *   that the peer chooses. Here the megabyte is hashed once per passphrase, and what is kept is bounded.
 */

type Protocol = Parameters<typeof snmp.Authentication.passwordToKey>[0]
interface Engine {
  readonly engineID: Buffer
}

const blockLength = 8
/** Passphrases of all companies together; each entry is a digest. */
const most = 20_000
const keysOfPassphrases = new Map<string, Buffer>()
const localizedKeys = new Map<string, Buffer>()

function keep(cache: Map<string, Buffer>, key: string, make: () => Buffer): Buffer {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  // The oldest goes: a Map iterates in the order of insertion.
  if (cache.size >= most)
    for (const first of cache.keys()) {
      cache.delete(first)
      break
    }
  cache.set(key, made)
  return made
}

/** RFC 3414 §2.6 and appendix A.2; RFC 7860 §9.3. The passphrase is bytes in the Reeder extension of keys. */
function passwordToKey(protocol: Protocol, passphrase: string | Buffer, engineId: Buffer): Buffer {
  const name = algorithmOf(protocol)
  const secret = Buffer.from(passphrase as string)
  const secretId = `${name}:${createHash('sha256').update(secret).digest('base64')}`
  return keep(localizedKeys, `${secretId}:${engineId.toString('base64')}`, () => {
    const key = keep(keysOfPassphrases, secretId, () =>
      createHash(name)
        .update(Buffer.alloc(1024 * 1024, secret))
        .digest(),
    )
    return createHash(name).update(key).update(engineId).update(key).digest()
  })
}

function algorithmOf(protocol: Protocol): string {
  const known: Readonly<Record<number, unknown>> = snmp.Authentication.algorithms
  return (known[protocol] as { CRYPTO_ALGORITHM: string }).CRYPTO_ALGORITHM
}

/** RFC 3414 §8.1.1.1: eight bytes of key, then eight of the pre-IV, which the salt is added to. */
function desKey(salt: Buffer, passphrase: string, protocol: Protocol, { engineID }: Engine) {
  const localized = passwordToKey(protocol, passphrase, engineID)
  const key = localized.subarray(0, blockLength)
  const iv = Buffer.from(localized.subarray(blockLength, 2 * blockLength))
  for (let at = 0; at < blockLength; at++) iv[at] = (iv[at] ?? 0) ^ (salt[at] ?? 0)
  return { key: Buffer.concat([key, key, key]), iv }
}

function encryptDes(pdu: Buffer, _privacy: unknown, passphrase: string, protocol: Protocol, engine: Engine) {
  const salt = randomBytes(blockLength)
  const { key, iv } = desKey(salt, passphrase, protocol, engine)
  const padded = Buffer.alloc(Math.ceil(pdu.length / blockLength) * blockLength)
  pdu.copy(padded)
  const cipher = createCipheriv('des-ede3-cbc', key, iv).setAutoPadding(false)
  return {
    encryptedPdu: Buffer.concat([cipher.update(padded), cipher.final()]),
    msgPrivacyParameters: salt,
  }
}

function decryptDes(
  encrypted: Buffer,
  _privacy: unknown,
  salt: Buffer,
  passphrase: string,
  protocol: Protocol,
  engine: Engine,
): Buffer {
  const { key, iv } = desKey(salt, passphrase, protocol, engine)
  const decipher = createDecipheriv('des-ede3-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}

Object.assign(snmp.Authentication, { passwordToKey })
Object.assign(snmp.Encryption.algorithms[snmp.PrivProtocols.des], {
  encryptPdu: encryptDes,
  decryptPdu: decryptDes,
})

export { snmp }
