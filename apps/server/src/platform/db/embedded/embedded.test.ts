import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, EmbeddedDatabaseError, startEmbedded } from './index.ts'

const said: string[] = []
const log = {
  debug() {},
  info: (text: string) => said.push(text),
  warn: (text: string) => said.push(text),
  error: (text: string) => said.push(text),
}
const holder = fileURLToPath(new URL('holder.fixture.ts', import.meta.url))

let directory: string
let dataDir: string

beforeAll(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'netward embedded '))
  chmodSync(directory, 0o755)
  dataDir = path.join(directory, 'a data directory')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function ask<T>(database: EmbeddedDatabase, sql: string): Promise<T> {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    return (await client.query<{ answer: T }>(sql)).rows[0]?.answer as T
  } finally {
    await client.end()
  }
}

/** Another server process on the data directory; resolves with its first message. */
async function startHolder(): Promise<{ child: ChildProcess; first: string }> {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, first: String(chunk).trim() }
}

test('data survive a stop and a start, in a path with spaces', async () => {
  const first = await startEmbedded({ dataDir, log })
  await ask(first, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await startEmbedded({ dataDir, log })
  expect(await ask(second, 'select answer from kept')).toBe(42)
  await second.stop()
})

test("encoding, order and case are independent of the machine's settings", async () => {
  const database = await startEmbedded({ dataDir, log })
  expect(await ask(database, "select current_setting('server_encoding') as answer")).toBe('UTF8')
  expect(await ask(database, "select lower('ÄÉ') || upper('ß我ö') as answer")).toBe('äéß我Ö')
  expect(
    await ask(database, `select string_agg(x, '' order by x) as answer from unnest('{b,a,B,_,1}'::text[]) x`),
  ).toBe('1B_ab')
  expect(await ask(database, "select current_setting('timezone') as answer")).toBe('UTC')
  await database.stop()
})

test('it is not reachable over the network', async () => {
  const database = await startEmbedded({ dataDir, log })
  expect(await ask(database, "select current_setting('listen_addresses') as answer")).toBe('')
  await database.stop()
})

test('a second start on the same data is refused, and names the process that holds them', async () => {
  const database = await startEmbedded({ dataDir, log })
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(EmbeddedDatabaseError)
  const { child, first } = await startHolder()
  expect(first).toBe(`refused: data directory ${dataDir} is in use by process ${process.pid}`)
  if (child.exitCode === null) await once(child, 'exit')
  await database.stop()
})

test('a killed postmaster is started again', async () => {
  const database = await startEmbedded({ dataDir, log })
  const killed = database.pid
  const restarted = new Promise<void>((resolve) => database.onRestart(resolve))
  process.kill(killed, 'SIGKILL')
  await restarted
  expect(database.pid).not.toBe(killed)
  expect(await ask(database, 'select answer from kept')).toBe(42)
  expect(said).toContainEqual(expect.stringContaining('ended by itself'))
  await database.stop()
})

test('after the server itself is killed, its database is stopped and started anew', async () => {
  const { child, first } = await startHolder()
  const orphan = Number(/^ready (\d+)$/.exec(first)?.[1])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(process.kill(orphan, 0)).toBe(true)
  const database = await startEmbedded({ dataDir, log })
  expect(database.pid).not.toBe(orphan)
  expect(said).toContainEqual(expect.stringContaining(`stopping the database process ${orphan}`))
  expect(await ask(database, 'select answer from kept')).toBe(42)
  await database.stop()
})

test('a data directory too deep for a socket still works', async () => {
  const deep = path.join(directory, 'deep'.repeat(20), 'deeper'.repeat(10))
  const database = await startEmbedded({ dataDir: deep, log })
  expect(database.connection.host.length).toBeLessThan(93)
  expect(await ask(database, 'select 1 as answer')).toBe(1)
  await database.stop()
  expect(existsSync(database.connection.host)).toBe(false)
})
