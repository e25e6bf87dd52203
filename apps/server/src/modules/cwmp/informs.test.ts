import { expect, test } from 'vitest'
import { arrangeGateway } from '../../../test/devices.ts'
import { oneCompany } from '../../../test/one-company.ts'
import { informsRepo } from './informs.repo.ts'

const one = oneCompany()

async function sql<Row extends Record<string, unknown>>(text: string, values: unknown[] = []) {
  return (await one.t.adminPool.query<Row>(text, values)).rows
}

async function arrange(more: { lastAddress?: string; reboots?: boolean } = {}): Promise<string> {
  const id = await arrangeGateway(
    one.t,
    one.companyId,
    { last_address: more.lastAddress ?? null },
    { software_version: '1.0' },
    '2026-01-01T00:00:00Z',
  )
  if (more.reboots) {
    await sql(
      `insert into device_command (company_id, device_id, kind, state, request, sent_at, sends, expires_at)
       values ($1, $2, 'reboot', 'sent', '{}', now(), 1, now() + interval '1 hour')`,
      [one.companyId, id],
    )
  }
  return id
}

const boot = { kind: 'boot', code: '1 BOOT', commandKey: '' } as const
const change = { kind: 'value_change', code: '4 VALUE CHANGE', commandKey: '' } as const

function informOf(
  deviceId: string,
  more: { version?: string; address?: string; event?: typeof boot | typeof change } = {},
) {
  const { version = '1.0', address = '198.51.100.7', event = boot } = more
  return {
    deviceId,
    at: new Date().toISOString(),
    due: new Date(Date.now() + 600_000).toISOString(),
    facts: `f${version}`,
    reported: { softwareVersion: version, address, keyOurs: false, retried: false },
    events: [event],
  }
}

const kindsOf = async (id: string) =>
  (
    await sql<{ kind: string }>('select kind from device_timeline where device_id = $1 order by id', [id])
  ).map(({ kind }) => kind)

test('gateways that start at the same moment are each recorded with their own facts', async () => {
  const { inform } = informsRepo(one.t.scopes)
  const [same, upgraded, restarted] = await Promise.all([arrange(), arrange(), arrange({ reboots: true })])
  const guards = await Promise.all([
    inform(informOf(same)),
    inform(informOf(upgraded, { version: '2.0' })),
    inform(informOf(restarted)),
  ])
  expect(guards).toEqual(['none', 'none', 'none'])
  expect(await Promise.all([same, upgraded, restarted].map(kindsOf))).toEqual([
    ['inform.boot', 'online'],
    ['inform.boot', 'online', 'changed'],
    ['inform.boot', 'online', 'command.done'],
  ])
})

test('a gateway with locked rows delays no other, and a gateway that is gone is released', async () => {
  const { inform } = informsRepo(one.t.scopes)
  const [held, free, gone] = await Promise.all([arrange(), arrange(), arrange()])
  await sql(`update device set state = 'released' where id = $1`, [gone])
  const session = await one.t.adminPool.connect()
  try {
    await session.query('begin')
    await session.query('select from device where id = $1 for no key update', [held])
    const waits = inform(informOf(held))
    expect(await Promise.all([inform(informOf(free)), inform(informOf(gone))])).toEqual(['none', 'released'])
    expect(await kindsOf(held)).toEqual([])
    await session.query('commit')
    expect(await waits).toBe('none')
    expect(await kindsOf(held)).toEqual(['inform.boot', 'online'])
  } finally {
    session.release()
  }
})

test('two units that alternate with one identity are detected beside honest gateways', async () => {
  const { inform } = informsRepo(one.t.scopes)
  const [twins, single] = await Promise.all([arrange({ lastAddress: '198.51.100.1' }), arrange()])
  let guards: string[] = []
  for (const address of ['198.51.100.2', '198.51.100.1', '198.51.100.2', '198.51.100.1']) {
    guards = await Promise.all([
      inform(informOf(twins, { address, event: change })),
      inform(informOf(single, { event: change })),
    ])
  }
  expect(guards).toEqual(['duplicate', 'none'])
  expect(await kindsOf(twins)).toContain('guard.duplicate')
})
