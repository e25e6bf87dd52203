import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { applyParts } from './baseline.ts'
import type { DatabaseRoles } from './roles.ts'

const functionsDirectory = new URL('../../../../../db/functions/', import.meta.url)

export interface FunctionFile {
  /** Below db/functions: `cwmp/turns.sql`. */
  name: string
  sql: string
}

/** The functions of this version, by file. */
export async function readFunctions(): Promise<FunctionFile[]> {
  const names = (await readdir(functionsDirectory, { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, functionsDirectory), 'utf8') })),
  )
}

/** Tables are made with these: policies, generated columns, defaults and indexes call them. */
export const beforeTables: readonly string[] = ['platform/isolation.sql', 'platform/expressions.sql']

/**
 * Makes the functions of the database what they are in this version, if the last starter had others; `anew` in any case,
 * as after a migration, which may have dropped one. In one transaction.
 * @throws MigrationError with the name of a file that the database refuses.
 */
export async function applyFunctions(
  client: pg.ClientBase,
  roles: DatabaseRoles,
  anew: boolean,
  files?: readonly FunctionFile[],
): Promise<void> {
  files ??= await readFunctions()
  await client.query('begin')
  try {
    await client.query(`set local role ${pg.escapeIdentifier(roles.owner)}`)
    const { rows } = await client.query<{ checksum: string }>('select checksum from functions_applied')
    if (anew || rows[0]?.checksum !== checksumOf(files)) await createFunctions(client, roles, files)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Inside the caller's transaction, as the owner. */
export async function createFunctions(
  client: pg.ClientBase,
  roles: DatabaseRoles,
  files: readonly FunctionFile[],
): Promise<void> {
  // They call each other, in any order.
  await client.query('set local check_function_bodies = off')
  await applyParts(client, roles, files)
  await client.query('delete from functions_applied')
  await client.query('insert into functions_applied (checksum) values ($1)', [checksumOf(files)])
}

function checksumOf(files: readonly FunctionFile[]): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex')
}
