import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseRoles } from './db/roles.ts'
import type { Scopes } from './db/scope.ts'
import type { Secrets } from './secrets.ts'

export class MasterKeyError extends Error {
  override name = 'MasterKeyError'
}

/** From NETWARD_MASTER_KEY (64 hex digits or base64 of 32 bytes), else from DATA_DIR, where the first start creates it. */
export function loadMasterKey(given: string | null, dataDir: string): Buffer {
  if (given !== null) return decodeKey(given, 'NETWARD_MASTER_KEY')
  const file = join(dataDir, 'master.key')
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return decodeKey(readFileSync(file, 'utf8').trim(), file)
}

function decodeKey(text: string, from: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new MasterKeyError(`${from}: 32 bytes are wanted, as 64 hex digits or as base64`)
  return key
}

/**
 * For `migrate`: refuses before the login role is given the password that a wrong key makes, which would lock out the
 * processes that run with the right one. @throws MasterKeyError
 */
export async function refuseOtherKey(
  client: pg.Client,
  roles: DatabaseRoles,
  secrets: Secrets,
): Promise<void> {
  const { rows } = await client.query<{ prepared: boolean }>(
    `select to_regclass('public.installation') is not null as prepared`,
  )
  if (!rows[0]?.prepared) return
  await client.query(`set role ${pg.escapeIdentifier(roles.owner)}`)
  const kept = await client.query<{ value: string }>(
    `select value from installation where key = 'master_key'`,
  )
  await client.query('reset role')
  refuseUnless(kept.rows[0]?.value ?? secrets.fingerprint, secrets)
}

/**
 * For `migrate`: keeps the fingerprint at the first start, before another starter may look for it. Of two that begin
 * with different keys on one empty database the second is refused before it has changed anything.
 */
export async function keepFingerprint(
  client: pg.Client,
  roles: DatabaseRoles,
  secrets: Secrets,
): Promise<void> {
  await client.query(`set role ${pg.escapeIdentifier(roles.owner)}`)
  await client.query(`select installation_fact('master_key', $1)`, [secrets.fingerprint])
  await client.query('reset role')
}

/** Looks once more as the role that the process signs in as. @throws MasterKeyError when the secrets were sealed with another key. */
export async function checkFingerprint(scopes: Scopes, secrets: Secrets): Promise<void> {
  const [row] = await scopes.asLoginRole<{ fact: string }>(
    `select installation_fact('master_key', $1) as fact`,
    [secrets.fingerprint],
  )
  refuseUnless(row?.fact, secrets)
}

function refuseUnless(kept: string | undefined, secrets: Secrets): void {
  if (kept !== secrets.fingerprint) {
    throw new MasterKeyError(
      'the master key is not the one that the secrets of this database were sealed with: give the right NETWARD_MASTER_KEY, or the master.key file of the data directory that belongs to this database',
    )
  }
}
