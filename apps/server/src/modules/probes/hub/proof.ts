import type { Proof } from '@netward/collector/probe-frames'
import { proofText } from '@netward/collector/probe-frames'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The key that signed the challenge; null: nobody's, or of another kind than Ed25519. */
export function keyOfProof(proof: Proof, nonce: string): Buffer | null {
  const der = Buffer.from(proof.publicKey, 'base64')
  let key: KeyObject
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') return null
    if (!verify(null, Buffer.from(proofText(nonce, proof)), key, Buffer.from(proof.signature, 'base64')))
      return null
  } catch {
    return null
  }
  // As we write it: a key has one spelling in the database.
  return key.export({ format: 'der', type: 'spki' })
}
