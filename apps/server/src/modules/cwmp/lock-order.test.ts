import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeGateway } from '../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { turnsRepo } from './exchange.repo.ts'

const holder = '00000000-0000-4000-8000-000000000001'
let t: TestApp
let companyId: string
beforeAll(async () => {
  t = await createTestApp()
  companyId = (await t.company('company')).id
})
afterAll(() => t.stop())

/** A gateway with a session that carries out a command. */
async function arrange(): Promise<{ deviceId: string; commandId: string }> {
  const lease = { lease_holder: holder, lease_since: new Date().toISOString() }
  const deviceId = await arrangeGateway(t, companyId, lease, {}, '2026-01-01T00:00:00Z')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device_command (company_id, device_id, kind, state, request, sent_at, expires_at)
     values ($1, $2, 'get_parameter_values', 'sent', '{"paths": []}', now(), now() + interval '1 hour') returning id::text`,
    [companyId, deviceId],
  )
  return { deviceId, commandId: rows[0]!.id }
}

/** Two transactions, one statement after the other in each: the last ones meet the locks of the other. */
async function together(first: string[], second: string[]): Promise<void> {
  const clients = await Promise.all([t.adminPool.connect(), t.adminPool.connect()])
  const [a, b] = clients
  try {
    for (const client of [a, b])
      await client.query(
        `begin; select set_config('netward.company_id', '${companyId}', true), set_config('deadlock_timeout', '50ms', true),
           set_config('lock_timeout', '10s', true)`,
      )
    await a.query(first[0]!)
    await b.query(second[0]!)
    const rest = async (client: pg.PoolClient, statements: string[]) => {
      for (const statement of statements.slice(1)) await client.query(statement)
      await client.query('commit')
    }
    await Promise.all([rest(a, first), rest(b, second)])
  } finally {
    for (const client of clients) {
      await client.query('rollback').catch(() => {})
      client.release()
    }
  }
}

/** An exchange that reports the end of one command, and waits for the gateway. */
const ended = (deviceId: string, command: object) =>
  `select acs_exchange(array[${deviceId}]::bigint[], array['${holder}']::uuid[], array['{}']::jsonb[],
     array['${JSON.stringify({ ended: [command] })}']::jsonb[], array[null]::bigint[], array[null]::timestamptz[],
     array[false], '{}', '{}', '{}', '{}', '{}', '{}', '{}', true)`

test('the end of a command and a holder of its device do not wait for each other', async () => {
  const { deviceId, commandId } = await arrange()
  const both = together(
    [
      `update device_command set result = '{}' where id = ${commandId}`,
      `insert into device_timeline (company_id, device_id, kind) values (${companyId}, ${deviceId}, 'command.done')`,
    ],
    [
      `select lock_device(${deviceId})`,
      `update device_command set state = 'cancelled' where id = ${commandId} and state = 'sent'`,
    ],
  )
  await expect(both).resolves.toBeUndefined()
})

test('a session that takes commands and a person who releases its gateway lock the gateway first', async () => {
  const { deviceId } = await arrange()
  const both = together(
    [`select lock_device(${deviceId})`, `select release_device(${deviceId})`],
    [
      `select from gateway where device_id = ${deviceId} for update`,
      `update device_command set state = 'waiting' where device_id = ${deviceId} and state = 'sent'`,
    ],
  )
  await expect(both).resolves.toBeUndefined()
})

test('a factory reset that fails and a session that takes commands lock the gateway first', async () => {
  const { deviceId, commandId } = await arrange()
  await t.adminPool.query(`update device_command set kind = 'factory_reset' where id = $1`, [commandId])
  const both = together(
    ['select 1', ended(deviceId, { id: commandId, state: 'failed', fault: '9002', verify: [] })],
    [
      `select from gateway where device_id = ${deviceId} for update`,
      `update device_command set state = 'waiting' where id = ${commandId} and state = 'sent'`,
    ],
  )
  await expect(both).resolves.toBeUndefined()
})

test('hundreds of ends, releases and Informs of the same gateways meet no deadlock', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, arrange))
  const before = await deadlocks()
  const provisioned = {
    templates: [],
    report: {
      state: 'applied',
      check: false,
      revision: 'r',
      changed: 0,
      drift: [],
      problems: [],
      unknowable: [],
    },
  }
  const { turn } = turnsRepo(t.scopes)
  const end = (id: string) => ({ id, state: 'done' as const, outcome: {} })
  const nothing = { rows: [], reported: {} }
  const row = {
    path: 'Device.X',
    parent: 'Device.',
    value: '1',
    valued: true,
    type: 'string',
    writable: true,
  }
  const learned = { rows: [row], reported: { modelName: 'M' } }
  await Promise.all(
    all.flatMap<Promise<unknown>>(({ deviceId, commandId }, n) => [
      turn(deviceId, holder, { learned, news: { ended: [end(commandId)], provisioned } }, null),
      turn(deviceId, holder, { learned: nothing, news: { ended: [] } }, { since: new Date().toISOString() }),
      t.scopes.asLoginRole('select acs_unanswered($1)', [deviceId]),
      t.scopes.withCompany(companyId, async ({ client }) => {
        if (n % 2 === 0) await client.query('select release_device($1)', [deviceId])
        else await client.query('select from device where id = $1 for no key update', [deviceId])
      }),
      t.scopes.asLoginRole('select command_expire(100)'),
    ]),
  )
  expect(await deadlocks()).toBe(before)
})

async function deadlocks(): Promise<number> {
  await t.adminPool.query('select pg_stat_force_next_flush()')
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return rows[0]!.n
}
