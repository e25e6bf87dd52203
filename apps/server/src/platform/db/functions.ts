import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { MigrationError } from './migration-error.ts'
import { type DatabaseRoles, withRoles } from './roles.ts'

const functionsDirectory = new URL('../../../../../db/functions/', import.meta.url)

interface FunctionFile {
  /** Below db/functions: `cwmp/turns.sql`. */
  name: string
  sql: string
}

/** The functions of the database as they are in this version, by file. */
export async function readFunctions(): Promise<FunctionFile[]> {
  const names = (await readdir(functionsDirectory, { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, functionsDirectory), 'utf8') })),
  )
}

/**
 * Makes the functions of the database what they are in this version: where the last starter had others, and `anew` after
 * every migration, for one may have dropped what is to have other arguments. In one transaction.
 * @throws MigrationError with the name of a file that the database refuses.
 */
export async function applyFunctions(
  client: pg.ClientBase,
  roles: DatabaseRoles,
  anew: boolean,
  files?: readonly FunctionFile[],
): Promise<void> {
  files ??= await readFunctions()
  const checksum = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  await client.query('begin')
  try {
    await client.query(`set local role ${pg.escapeIdentifier(roles.owner)}`)
    await client.query('create table if not exists functions_applied (checksum text not null)')
    const { rows } = await client.query<{ checksum: string }>('select checksum from functions_applied')
    if (anew || rows[0]?.checksum !== checksum) {
      // They call each other, in whatever order.
      await client.query('set local check_function_bodies = off')
      for (const { name, sql } of files) await apply(client, name, withRoles(sql, roles))
      await client.query('delete from functions_applied')
      await client.query('insert into functions_applied (checksum) values ($1)', [checksum])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.ClientBase, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new MigrationError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
