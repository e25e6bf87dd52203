import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { licenceFileRepo } from './licence-file.repo.ts'
import { privateKeyOf } from './licence-file.ts'

const context = 'licence signing key'
const known = new WeakMap<Scopes, Promise<KeyObject>>()

/** The installation's own Ed25519 key, created at first start, stored sealed under the master key. */
export function signingKey(deps: { scopes: Scopes; secrets: Secrets }): Promise<KeyObject> {
  let key = known.get(deps.scopes)
  if (key === undefined) {
    key = load(deps)
    known.set(deps.scopes, key)
    key.catch(() => known.delete(deps.scopes))
  }
  return key
}

async function load({ scopes, secrets }: { scopes: Scopes; secrets: Secrets }): Promise<KeyObject> {
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  const kept = await licenceFileRepo.keepSigningKey(scopes, secrets.seal(made, context).toString('base64'))
  return privateKeyOf(secrets.open(Buffer.from(kept, 'base64'), context))
}
