import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { privateKeyOf } from './licence-file.ts'

const context = 'licence signing key'
const known = new WeakMap<Scopes, Promise<KeyObject>>()

/** The installation's own Ed25519 key, made when it is first asked for, stored sealed under the master key. */
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
  // Of two that make one, the first stays.
  const [row] = await scopes.narrow<{ kept: string }>('select installation_fact($1, $2) as kept', [
    'licence_signing_key',
    secrets.seal(made, context).toString('base64'),
  ])
  return privateKeyOf(secrets.open(Buffer.from(row!.kept, 'base64'), context))
}
