import { type SshDevice, startSshDevice } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TerminalFixture } from '../../../test/terminal-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

/** A tenant that requires consent for each session from above. */

let fixture: TerminalFixture
let device: SshDevice
beforeAll(async () => {
  fixture = await TerminalFixture.start()
  device = await startSshDevice({ username: 'root', password: 'right-pass' })
})
afterAll(async () => {
  await device.stop()
  await fixture.stop()
})

async function arrange() {
  const { t } = fixture
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const home = await t.person(customer.id, 'administrator')
  const above = await t.person(msp.id, 'administrator')
  const deviceId = await fixture.arrange(home, { port: device.port })
  const setting = await home.call('PUT /api/v1/device/terminal/setting', {
    ask: true,
    askMinutes: 5,
    longestMinutes: 60,
  })
  expect(setting.code).toBe(0)
  return { home, above, deviceId, customer }
}

const decide = (person: TestPerson, terminalId: string, allow: boolean) =>
  person.call('POST /api/v1/device/terminal/:terminalId/decide', { terminalId, allow })

async function events(companyId: string) {
  const { rows } = await fixture.t.adminPool.query<{ data: Record<string, unknown> }>(
    `select data from live_event where company_id = $1 and kind = 'terminal.changed' order by id`,
    [companyId],
  )
  return rows.map(({ data }) => data)
}

test('nothing reaches the device before the tenant allows it; its administrators are notified live and by mail', async () => {
  const { home, above, deviceId, customer } = await arrange()
  await fixture.t.adminPool.query(
    `update person set email = 'chief-' || id || '@tenant.test', email_verified_at = now() where id = $1`,
    [home.personId],
  )
  const terminal = await fixture.open(above, deviceId)
  expect(Date.parse(terminal.askedUntil!) - Date.now()).toBeGreaterThan(4 * 60_000)
  await terminal.received({ type: 'asking' })
  terminal.type('reboot\r')
  expect(await events(customer.id)).toContainEqual({ what: 'asked', terminalId: terminal.terminalId })
  const mails = await fixture.t.adminPool.query('select count(*)::int as n from outgoing_message')
  expect(mails.rows).toEqual([{ n: expect.any(Number) }])
  expect(mails.rows[0].n).toBeGreaterThan(0)
  await fixture.keeper.lookAgain()
  expect(device.size()).toEqual({ columns: 0, rows: 0 })

  expect(await decide(above, terminal.terminalId, true)).toMatchObject({ code: 'terminal.only_at_home' })
  expect(await decide(above.actingIn(customer.id), terminal.terminalId, true)).toMatchObject({
    code: 'terminal.only_at_home',
  })
  expect(await decide(await fixture.administrator(), terminal.terminalId, true)).toMatchObject({
    code: 'terminal.not_found',
  })
  expect(await decide(home, terminal.terminalId, true)).toMatchObject({ code: 0 })
  await fixture.keeper.lookAtCalled()
  await terminal.received({ type: 'allowed' })
  await terminal.shows('gateway# ')
  expect(terminal.seen.text).not.toContain('reboot')
  expect(await decide(home, terminal.terminalId, false)).toMatchObject({ code: 'terminal.not_asking' })

  await home.call('POST /api/v1/device/terminal/:terminalId/end', { terminalId: terminal.terminalId })
  await fixture.keeper.lookAtCalled()
  expect((await terminal.over()).outcome).toBe('ended_by_administrator')
  expect(await fixture.record(home, terminal.terminalId)).toMatchObject({
    state: 'ended',
    fromOutside: true,
    askedUntil: null,
  })
})

test('a refusal or a timeout ends it before it begins; a withdrawn request disappears', async () => {
  const { home, above, deviceId } = await arrange()
  const refused = await fixture.open(above, deviceId)
  await refused.received({ type: 'asking' })
  await decide(home, refused.terminalId, false)
  await fixture.keeper.lookAtCalled()
  expect((await refused.over()).outcome).toBe('consent_refused')
  expect(await fixture.record(home, refused.terminalId)).toMatchObject({
    state: 'failed',
    outcome: 'consent_refused',
    decidedBy: expect.any(String),
  })

  const late = await fixture.open(above, deviceId)
  await late.received({ type: 'asking' })
  await fixture.t.adminPool.query(
    `update terminal_session set ask_until = now() - interval '1 second' where id = $1`,
    [late.terminalId],
  )
  expect(await decide(home, late.terminalId, true)).toMatchObject({ code: 'terminal.not_asking' })
  await fixture.keeper.lookAgain()
  expect((await late.over()).outcome).toBe('consent_late')

  const withdrawn = await fixture.open(above, deviceId)
  await withdrawn.received({ type: 'asking' })
  withdrawn.say({ type: 'end' })
  expect(await fixture.record(home, withdrawn.terminalId)).toMatchObject({ state: 'failed', outcome: 'left' })
  expect(await decide(home, withdrawn.terminalId, true)).toMatchObject({ code: 'terminal.not_asking' })
})

test('members and break-glass staff need no consent; upper levels cannot change the rule of the tenant', async () => {
  const { home, above, deviceId, customer } = await arrange()
  const own = await fixture.open(home, deviceId)
  expect(own.askedUntil).toBeNull()
  await own.shows('gateway# ')
  own.say({ type: 'end' })
  const setting = { ask: false, askMinutes: 5, longestMinutes: 60 }
  expect(
    await above.actingIn(customer.id).call('PUT /api/v1/device/terminal/setting', setting),
  ).toMatchObject({ code: 'terminal.only_at_home' })
  expect(
    (await above.actingIn(customer.id).call('GET /api/v1/device/terminal/setting', {})).data,
  ).toMatchObject({ ask: true, atHome: false })
  await fixture.t.adminPool.query(
    `insert into acting_consent (company_id, mode) values ($1, 'never')
     on conflict (company_id) do update set mode = 'never'`,
    [customer.id],
  )
  await fixture.t.adminPool.query(
    `insert into acting_access (company_id, person_id, actor_name, actor_company_id, actor_company_name, how, state,
       reason, hours, decided_at, until)
     values ($1, $2, 'a', $3, 'm', 'break_glass', 'approved', 'fire', 1, now(), now() + interval '1 hour')`,
    [customer.id, above.personId, above.companyId],
  )
  const urgent = await fixture.open(above, deviceId)
  expect(urgent.askedUntil).toBeNull()
  await urgent.shows('gateway# ')
  urgent.say({ type: 'end' })
})

test('the longest duration is the company’s; the end is warned of, and idleness ends where it is typed', async () => {
  const { home, deviceId } = await arrange()
  const terminal = await fixture.open(home, deviceId)
  await terminal.shows('gateway# ')
  await terminal.received({ type: 'open' })
  const { clock, keeper } = fixture
  const minutes = async (ahead: number) => {
    clock.ahead = ahead * 60_000
    keeper.tick()
  }
  await minutes(14.5)
  await terminal.received({ type: 'ending', why: 'idle' })
  terminal.type('\r')
  await vi.waitFor(async () => {
    keeper.tick()
    expect(terminal.seen.messages).toContainEqual({ type: 'ending', why: 'idle', seconds: null })
  })
  for (const ahead of [25, 38, 50]) {
    await minutes(ahead)
    terminal.type('stty size\r')
    await vi.waitFor(() =>
      expect(terminal.seen.text.split('30 100').length).toBe([25, 38, 50].indexOf(ahead) + 2),
    )
  }
  await minutes(56)
  await terminal.received({ type: 'ending', why: 'limit' })
  await minutes(60)
  expect((await terminal.over()).outcome).toBe('limit')
  clock.ahead = 0
})
