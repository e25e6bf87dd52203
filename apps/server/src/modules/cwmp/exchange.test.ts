import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { arrangeGateway } from '../../../test/devices.ts'
import { oneCompany } from '../../../test/one-company.ts'
import type { News } from './acs-rows.ts'
import { turnsRepo } from './exchange.repo.ts'

const one = oneCompany()

const since = () => new Date().toISOString()
const asks = { learned: { rows: [], reported: {} }, news: { ended: [] } }
const reads = (value: string, reported = {}) => ({
  learned: {
    rows: [{ path: 'Device.X', parent: 'Device.', value, valued: true, type: 'string', writable: true }],
    reported,
  },
  news: { ended: [] },
})

async function sql<Row extends Record<string, unknown>>(text: string, values: unknown[] = []) {
  return (await one.t.adminPool.query<Row>(text, values)).rows
}

/** A gateway in whose queue `kinds` wait. */
async function arrange(...kinds: string[]) {
  const id = await arrangeGateway(one.t, one.companyId, {}, {}, '2026-01-01T00:00:00Z')
  for (const kind of kinds)
    await sql(
      `insert into device_command (company_id, device_id, kind, request, expires_at)
       values ($1, $2, $3, '{"paths": []}', now() + interval '1 hour')`,
      [one.companyId, id, kind],
    )
  return id
}

const valueOf = async (id: string) =>
  (await sql<{ value: string }>('select value from device_parameter where device_id = $1', [id]))[0]?.value

test('each of several gateways gets what waits in its own queue', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const [reader, bare, busy] = await Promise.all([
    arrange('get_parameter_values', 'get_parameter_names', 'reboot', 'get_parameter_values'),
    arrange(),
    arrange('reboot', 'get_parameter_values'),
  ])
  const taken = await Promise.all(
    [reader, bare, busy].map((id) => turn(id, randomUUID(), asks, { since: since() })),
  )
  expect(taken.map((rows) => rows.map(({ kind, sent }) => `${kind} ${sent}`))).toEqual([
    // Reads at the head of the queue are marked as sent, and so is the first command.
    ['get_parameter_values true', 'get_parameter_names true', 'reboot false', 'get_parameter_values false'],
    [],
    ['reboot true', 'get_parameter_values false'],
  ])
})

test('a gateway with locked rows delays no other, and has its turn once they are free', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const [held, ...others] = await Promise.all([arrange(), arrange(), arrange()])
  const session = await one.t.adminPool.connect()
  try {
    await session.query('begin')
    await session.query('select from device where id = $1 for no key update', [held])
    const waits = turn(held, randomUUID(), reads('held'), null)
    await Promise.all(others.map((id) => turn(id, randomUUID(), reads('free'), null)))
    expect(await Promise.all([held, ...others].map(valueOf))).toEqual([undefined, 'free', 'free'])
    await session.query('commit')
    await waits
    expect(await valueOf(held)).toBe('held')
  } finally {
    session.release()
  }
})

test('any number of locked gateways leaves connections to all others', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const [free, ...held] = await Promise.all(Array.from({ length: 13 }, () => arrange()))
  const session = await one.t.adminPool.connect()
  try {
    await session.query('begin')
    await session.query('select from device where id = any ($1) for no key update', [held])
    const reported: string[] = []
    const waits = held.map((id) =>
      turn(id, randomUUID(), reads('held'), null).finally(() => reported.push(id)),
    )
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(await sql(waiting)).not.toHaveLength(0)
    })
    await turn(free!, randomUUID(), reads('free'), null)
    expect(reported).toEqual([])
    await session.query('commit')
    await Promise.all(waits)
    expect(new Set(await Promise.all(held.map(valueOf)))).toEqual(new Set(['held']))
  } finally {
    session.release()
  }
})

test('a refusal by the database concerns only its own gateway', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const [good, bad] = await Promise.all([arrange(), arrange()])
  const reported = await Promise.allSettled([
    turn(good, randomUUID(), reads('good'), null),
    turn(bad, randomUUID(), reads('bad', { ipAddress: 'no address' }), null),
  ])
  expect(reported).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }])
  expect(await Promise.all([good, bad].map(valueOf))).toEqual(['good', undefined])
})

test('two sessions of one gateway at the same moment: the one with the last Inform has the lease', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const id = await arrange('get_parameter_values')
  const [before, after] = [since(), new Date(Date.now() + 1_000).toISOString()]
  const [early, late] = [randomUUID(), randomUUID()]
  const [taken] = await Promise.all([
    turn(id, late, asks, { since: after }),
    turn(id, early, asks, { since: before }),
  ])
  // In either order: the later session takes over what the earlier one got.
  expect(taken).toHaveLength(1)
  expect(await sql('select lease_holder from gateway where device_id = $1', [id])).toEqual([
    { lease_holder: late },
  ])
  expect(await turn(id, early, asks, { since: before })).toEqual([])
})

test('a reported value changes a known parameter, and adds a new one', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const [known, fresh] = await Promise.all([arrange(), arrange()])
  await turn(known, randomUUID(), reads('before'), null)
  await Promise.all([known, fresh].map((id) => turn(id, randomUUID(), reads('after'), null)))
  expect(await Promise.all([known, fresh].map(valueOf))).toEqual(['after', 'after'])
})

test('a session without the lease reports no additions, though another of its company has a turn beside it', async () => {
  const { turn } = turnsRepo(one.t.scopes)
  const [lost, beside] = await Promise.all([arrange(), arrange()])
  const [holder, late] = [randomUUID(), randomUUID()]
  const adding = (objects: NonNullable<News['adding']>) => ({
    learned: asks.learned,
    news: { ended: [], adding: objects },
  })
  const objects = [{ table: 'Device.X.', key: { Alias: 'a' } }] as unknown as NonNullable<News['adding']>
  await Promise.all([lost, beside].map((id) => turn(id, holder, asks, { since: since() })))
  await turn(lost, holder, adding(objects), null)
  await sql('update gateway set lease_holder = $1 where device_id = $2', [late, lost])
  await Promise.all([lost, beside].map((id) => turn(id, holder, adding([]), null)))
  expect(await sql('select objects from provision_adding where device_id = $1', [lost])).toEqual([
    { objects },
  ])
})
