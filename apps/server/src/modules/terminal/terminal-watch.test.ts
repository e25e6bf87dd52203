import { type SshDevice, startSshDevice } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shownIn, TerminalFixture } from '../../../test/terminal-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

/** That a recording may hold. */
const room = 128 * 1024
let fixture: TerminalFixture
let device: SshDevice
beforeAll(async () => {
  fixture = await TerminalFixture.start(room)
  device = await startSshDevice({ username: 'root', password: 'right-pass' })
})
afterAll(async () => {
  await device.stop()
  await fixture.stop()
})

const watch = (person: TestPerson, terminalId: string) =>
  person.call('POST /api/v1/device/terminal/:terminalId/watch', { terminalId })

test('a watcher is shown to the user of the terminal, and reads along', async () => {
  const { t, keeper } = fixture
  const { id: companyId } = await t.company('company')
  const chief = await t.person(companyId, 'administrator')
  const engineer = await t.person(companyId, 'engineer')
  const deviceId = await fixture.arrange(chief, { port: device.port })
  const terminal = await fixture.open(engineer, deviceId)
  await terminal.shows('gateway# ')
  expect(await watch(engineer, terminal.terminalId)).toMatchObject({ code: 'permission.denied' })
  expect(await watch(await fixture.administrator(), terminal.terminalId)).toMatchObject({
    code: 'terminal.not_found',
  })
  const unseen = await chief.call('GET /api/v1/device/terminal/:terminalId/recording', {
    terminalId: terminal.terminalId,
  })
  expect(unseen).toMatchObject({ code: 'terminal.not_watched', data: null })
  expect(await watch(chief, terminal.terminalId)).toMatchObject({ code: 0 })
  await watch(chief, terminal.terminalId)
  await keeper.lookAgain()
  await vi.waitFor(() => {
    const received = terminal.seen.messages.find((message) => message.type === 'watched')
    expect(received).toMatchObject({ by: [expect.any(String)] })
  })
  terminal.type('uname\r')
  await terminal.shows('Linux gateway')
  await vi.waitFor(async () => {
    const { rows } = await t.adminPool.query(
      `select subject_id from live_event where kind = 'terminal.shown' and company_id = $1`,
      [companyId],
    )
    expect(rows).toContainEqual({ subject_id: terminal.terminalId })
    expect(shownIn(await fixture.recording(chief, terminal.terminalId))).toContain('Linux gateway')
  }, 10_000)
  const { rows: log } = await t.adminPool.query(
    `select 1 from audit_log where company_id = $1 and action = 'terminal.watched'`,
    [companyId],
  )
  expect(log).toHaveLength(1)

  await t.adminPool.query(`update terminal_watch set seen_at = now() - interval '1 minute'`)
  await keeper.lookAgain()
  await terminal.received({ type: 'watched', by: [] })
  terminal.say({ type: 'end' })
  await fixture.record(chief, terminal.terminalId)
  expect(await watch(chief, terminal.terminalId)).toMatchObject({ code: 'terminal.over' })
  const { data } = await chief.call('GET /api/v1/device/terminal/:terminalId/recording', {
    terminalId: terminal.terminalId,
  })
  expect(data).toMatchObject({ running: false, next: null })
  // A replay, which is read in parts, is one entry.
  await fixture.recording(chief, terminal.terminalId)
  const { rows: replays } = await t.adminPool.query(
    `select person_id::text, detail->>'terminalId' as terminal from audit_log
     where company_id = $1 and action = 'terminal.replayed'`,
    [companyId],
  )
  expect(replays).toEqual([{ person_id: chief.personId, terminal: terminal.terminalId }])
})

test('a tenant that admits no one is not watched from above', async () => {
  const { t } = fixture
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const home = await t.person(customer.id, 'administrator')
  const above = await t.person(msp.id, 'administrator')
  const terminal = await fixture.open(home, await fixture.arrange(home, { port: device.port }))
  await terminal.shows('gateway# ')
  expect((await watch(above, terminal.terminalId)).code).toBe(0)
  await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [customer.id])
  expect(await watch(above, terminal.terminalId)).toMatchObject({ code: 'acting.never' })
  // The list from above says that somebody was there, and withholds what the audit log withholds.
  const listed = async (reader: TestPerson, search?: string) =>
    (await reader.call('POST /api/v1/device/terminal/lists', { search })).data.items
  const [own] = await listed(home)
  expect(own).toMatchObject({ withheld: false, username: 'root' })
  const withheld = { withheld: true, reason: '', username: '', remoteAddress: '', port: 0 }
  expect(await listed(above)).toMatchObject([{ id: terminal.terminalId, ...withheld }])
  expect(await listed(home, own!.reason)).toHaveLength(1)
  expect(await listed(above, own!.reason)).toEqual([])
  terminal.say({ type: 'end' })
})

test('maintenance of the product ends its terminals', async () => {
  const person = await fixture.administrator()
  const terminal = await fixture.open(person, await fixture.arrange(person, { port: device.port }))
  await terminal.shows('gateway# ')
  const { rows } = await fixture.t.adminPool.query(
    `update product set state = 'maintenance', maintenance_until = now() + interval '1 hour'
     where code = 'device_management' returning id`,
  )
  expect(rows).toHaveLength(1)
  await fixture.keeper.lookAgain()
  expect((await terminal.over()).outcome).toBe('stopped')
  await fixture.t.adminPool.query(
    `update product set state = 'normal', maintenance_until = null where code = 'device_management'`,
  )
})

test('a device that floods is read until the recording is full', async () => {
  const person = await fixture.administrator()
  const terminal = await fixture.open(person, await fixture.arrange(person, { port: device.port }))
  await terminal.shows('gateway# ')
  const line = `${'flood '.repeat(170)}\r\n`
  for (let n = 0; n < 8; n += 1) device.show(line.repeat(128))
  expect((await vi.waitFor(() => terminal.over(), 20_000)).outcome).toBe('recording_full')
  const { recordedBytes } = await fixture.record(person, terminal.terminalId)
  expect(recordedBytes).toBeGreaterThan(room)
  expect(recordedBytes).toBeLessThan(4 * room)
})

test('a browser that tells of new sizes for ever fills the recording, and nothing beyond it', async () => {
  const person = await fixture.administrator()
  const terminal = await fixture.open(person, await fixture.arrange(person, { port: device.port }))
  await terminal.shows('gateway# ')
  for (let n = 0; n < room / 18; n += 1) terminal.say({ type: 'resize', columns: 100 + (n % 2), rows: 30 })
  expect((await vi.waitFor(() => terminal.over(), 20_000)).outcome).toBe('recording_full')
})

test('a session that is gone fails alone: what other terminals of the process show is stored', async () => {
  const person = await fixture.administrator()
  const deviceId = await fixture.arrange(person, { port: device.port })
  const gone = await fixture.open(person, deviceId)
  const left = await fixture.open(person, deviceId)
  await Promise.all([gone.shows('gateway# '), left.shows('gateway# ')])
  await fixture.t.adminPool.query('delete from terminal_session where id = $1', [gone.terminalId])
  gone.type('uname\r')
  left.type('uname\r')
  expect((await gone.over()).outcome).toBe('broken')
  await vi.waitFor(async () => {
    expect(shownIn(await fixture.recording(person, left.terminalId))).toContain('Linux gateway')
  }, 10_000)
  left.say({ type: 'end' })
})
