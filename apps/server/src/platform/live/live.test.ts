import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { LiveMessage } from '@netward/contract'
import { liveEventPlacements } from '@netward/contract/live'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { liveRoutes } from './live.routes.ts'
import { LiveTail } from './tail.ts'

let t: TestApp
let tail: LiveTail
let base: string
beforeAll(async () => {
  t = await createTestApp((app, { scopes, log, messages }) => {
    tail = new LiveTail(scopes, log)
    liveRoutes(app, tail, messages.publicUrl)
  })
  tail.start()
  base = (await t.app.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
})
afterAll(async () => {
  await tail.stop()
  await t.stop()
})

/** No event passes an open transaction anywhere on the cluster: those of other test files delay it. */
const patiently = { timeout: 20_000 }

/** A real socket: the end of an in-memory pair is not what we test. */
function open(ticket: string, after = ''): WebSocket {
  return new WebSocket(`${base}/api/v1/live?ticket=${ticket}&after=${after}`)
}

async function listen(person: TestPerson, after = '') {
  // A new company activates its products; their events may arrive late, and no test here listens for them.
  await t.adminPool.query(`delete from live_event where kind = 'application.changed'`)
  const { data } = await person.call('POST /api/v1/live/ticket')
  const socket = open(data.ticket, after)
  const messages: LiveMessage[] = []
  socket.addEventListener('message', ({ data: text }) =>
    messages.push(JSON.parse(String(text)) as LiveMessage),
  )
  await vi.waitFor(() => expect(messages.some((message) => message.type === 'hello')).toBe(true), patiently)
  return {
    socket,
    messages,
    subjects: () =>
      messages.flatMap((message) => (message.type === 'event' ? [message.event.subjectId] : [])),
  }
}

const emit = (companyId: string, subjectId: string) =>
  t.scopes.withCompany(companyId, ({ db }) =>
    db
      .insertInto('live_event')
      .values({ company_id: companyId, kind: 'device.changed', subject_id: subjectId })
      .execute(),
  )

test("a listener receives its own company, an MSP those below it, the platform all; never a stranger's", async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const stranger = await t.company('company')
  const ears = {
    customer: await listen(await t.person(customer.id, 'administrator')),
    msp: await listen(await t.person(msp.id, 'administrator')),
    platform: await listen(t.operator),
  }
  await emit(stranger.id, '1')
  await emit(customer.id, '2')
  await emit(msp.id, '3')
  await vi.waitFor(() => expect(ears.platform.subjects()).toEqual(['1', '2', '3']), patiently)
  await vi.waitFor(() => expect(ears.msp.subjects()).toEqual(['2', '3']), patiently)
  await vi.waitFor(() => expect(ears.customer.subjects()).toEqual(['2']), patiently)
  for (const ear of Object.values(ears)) ear.socket.close()
})

test('a product change reaches everyone', async () => {
  const ear = await listen(await t.person((await t.company('company')).id, 'user_layer'))
  await t.scopes.withCompany(t.operator.companyId, ({ db }) =>
    db
      .insertInto('live_event')
      .values({ company_id: t.operator.companyId, kind: 'product.changed', subject_id: '7' })
      .execute(),
  )
  await vi.waitFor(() => expect(ear.subjects()).toEqual(['7']), patiently)
  ear.socket.close()
})

test('a broken stream resumes with its cursor and misses nothing', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const first = await listen(person)
  await emit(company.id, '10')
  await vi.waitFor(() => expect(first.subjects()).toEqual(['10']), patiently)
  const cursor = first.messages.at(-1)!.cursor
  first.socket.close()
  await emit(company.id, '11')
  await emit(company.id, '12')
  const second = await listen(person, cursor)
  await vi.waitFor(() => expect(second.subjects()).toEqual(['11', '12']), patiently)
  await emit(company.id, '13')
  await vi.waitFor(() => expect(second.subjects()).toEqual(['11', '12', '13']), patiently)
  second.socket.close()
})

test('events during the opening of a page are sent by the stream that it then opens', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  // Its effect becomes visible later: a page opened meanwhile does not show it.
  let cursor = ''
  await t.scopes.withCompany(company.id, async ({ db }) => {
    await db
      .insertInto('live_event')
      .values({ company_id: company.id, kind: 'device.changed', subject_id: '21' })
      .execute()
    cursor = (await person.call('GET /api/v1/auth/user/simple/info')).data.liveCursor
  })
  await emit(company.id, '22')
  const ear = await listen(person, cursor)
  await vi.waitFor(() => expect(ear.subjects()).toEqual(['21', '22']), patiently)
  ear.socket.close()
})

test('a stream opened while others are served misses nothing', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const first = await listen(person)
  const ears: Awaited<ReturnType<typeof listen>>[] = []
  const wanted = Array.from({ length: 60 }, (_, n) => String(100 + n))
  const since = (await person.call('GET /api/v1/auth/user/simple/info')).data.liveCursor
  const opening = (async () => {
    for (let n = 0; n < 12; n += 1) ears.push(await listen(person, since))
  })()
  for (const subject of wanted) await emit(company.id, subject)
  await opening
  for (const ear of [first, ...ears]) {
    await vi.waitFor(() => expect(ear.subjects()).toEqual(wanted), patiently)
    ear.socket.close()
  }
})

test('a cursor from the future is reset, and delays no one else', async () => {
  const company = await t.company('company')
  const strange = await listen(await t.person(company.id, 'administrator'), '999999999999999999.0')
  expect(strange.messages[0]).toMatchObject({ type: 'reset' })
  const other = await t.company('company')
  await emit(company.id, '14')
  await vi.waitFor(() => expect(strange.subjects()).toEqual(['14']), patiently)
  const ear = await listen(await t.person(other.id, 'administrator'))
  await emit(other.id, '15')
  await vi.waitFor(() => expect(ear.subjects()).toEqual(['15']), patiently)
  strange.socket.close()
  ear.socket.close()
})

test('an event of a transaction that commits late is not skipped', async () => {
  const company = await t.company('company')
  const ear = await listen(await t.person(company.id, 'administrator'))
  await t.scopes.withCompany(company.id, async ({ db }) => {
    await db
      .insertInto('live_event')
      .values({ company_id: company.id, kind: 'device.changed', subject_id: '20' })
      .execute()
    // Begins later and commits first.
    await emit(company.id, '21')
  })
  await vi.waitFor(() => expect(ear.subjects()).toEqual(['20', '21']), patiently)
  ear.socket.close()
})

test('a doubled ticket opens no stream', async () => {
  const { data } = await t.operator.call('POST /api/v1/live/ticket')
  const [closed] = (await once(open(`${data.ticket}&ticket=${data.ticket}`), 'close')) as [CloseEvent]
  expect(closed.code).toBe(4401)
})

test('a ticket opens one stream once', async () => {
  const { data } = await t.operator.call('POST /api/v1/live/ticket')
  const first = open(data.ticket)
  await once(first, 'message')
  const [closed] = (await once(open(data.ticket), 'close')) as [CloseEvent]
  expect(closed.code).toBe(4401)
  first.close()
})

test("a stream follows its person's visibility, with the very change, and is asked to reload", async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'user_layer')
  const { rows } = await t.adminPool.query<{ outlet: string; here: string; elsewhere: string; role: string }>(
    `with o as (insert into outlet (company_id, name) values ($1, 'mine') returning id),
       r as (insert into role (company_id, name, permissions) values ($1, 'viewer', '{DMS_SERVER_DEVICE_VIEW}') returning id),
       gone as (delete from member_role where company_id = $1),
       given as (insert into member_role (company_id, member_id, role_id)
         select $1, m.id, r.id from member m, r where m.company_id = $1 and m.person_id = $2),
       d as (insert into device (company_id, name, type, driver, outlet_id)
         select $1, 'a', 'printer', 'none', id from o returning id),
       e as (insert into device (company_id, name, type, driver) values ($1, 'b', 'printer', 'none') returning id)
     select o.id::text as outlet, d.id::text as here, e.id::text as elsewhere, r.id::text as role from o, d, e, r`,
    [company.id, person.personId],
  )
  const { outlet, here, elsewhere, role } = rows[0]!
  const ear = await listen(person)
  const both = async () => {
    await emit(company.id, here)
    await emit(company.id, elsewhere)
  }
  const changeRole = async (scope: string, outlets: string) => {
    await t.adminPool.query('update role set data_scope = $2, outlet_ids = $3 where id = $1', [
      role,
      scope,
      outlets,
    ])
    await t.scopes.withCompany(company.id, ({ db }) =>
      db
        .insertInto('live_event')
        .values({ company_id: company.id, kind: 'role.changed', subject_id: role })
        .execute(),
    )
  }
  const devices = () =>
    ear.messages.flatMap((message) =>
      message.type === 'event' && message.event.kind === 'device.changed' ? [message.event.subjectId] : [],
    )
  await both()
  await vi.waitFor(() => expect(devices()).toEqual([here, elsewhere]), patiently)
  await changeRole('outlets', `{${outlet}}`)
  await both()
  await vi.waitFor(() => expect(devices()).toEqual([here, elsewhere, here]), patiently)
  expect(ear.messages.filter(({ type }) => type === 'reset')).toHaveLength(1)
  await changeRole('company', '{}')
  await both()
  await vi.waitFor(() => expect(devices()).toEqual([here, elsewhere, here, here, elsewhere]), patiently)
  expect(ear.socket.readyState).toBe(1)
  ear.socket.close()
})

test('a stream inside a tenant ends with the consent, the grant and the hours, without a request in between', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const say = (mode: string, from: number | null, until: number | null) =>
    t.adminPool.query(
      `insert into acting_consent (company_id, mode, from_minute, until_minute) values ($1, $2, $3, $4)
       on conflict (company_id) do update set mode = $2, from_minute = $3, until_minute = $4`,
      [customer.id, mode, from, until],
    )
  const engineer = await t.person(msp.id, 'engineer')
  const grant = () =>
    t.adminPool.query(
      `insert into acting_grant (company_id, member_id, target_company_id, built_in)
       select company_id, id, $2, 'engineer' from member where person_id = $1`,
      [engineer.personId, customer.id],
    )
  const { rows } = await t.adminPool.query<{ minute: number }>(
    `select (extract(hour from at) * 60 + extract(minute from at))::int as minute
     from (select now() at time zone time_zone as at from company where id = $1) moment`,
    [customer.id],
  )
  const minute = rows[0]!.minute
  const closings: [string, () => Promise<unknown>][] = [
    ['never', () => say('never', null, null)],
    ['hours', () => say('free', (minute + 120) % 1440, (minute + 180) % 1440)],
    [
      'grant',
      () => t.adminPool.query('delete from acting_grant where target_company_id = $1', [customer.id]),
    ],
    [
      'membership',
      () =>
        t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [engineer.personId]),
    ],
  ]
  for (const [what, close] of closings) {
    await say('free', null, null)
    await t.adminPool.query('delete from acting_grant where target_company_id = $1', [customer.id])
    await grant()
    const ear = await listen(engineer.actingIn(customer.id))
    const closed = once(ear.socket, 'close')
    await close()
    // What every change of these writes beside itself; the hours end by the clock.
    if (what === 'hours') await tail.lookAgain()
    else
      await t.scopes.withCompany(customer.id, ({ db }) =>
        db
          .insertInto('live_event')
          .values({ company_id: customer.id, kind: 'acting.changed', subject_id: null })
          .execute(),
      )
    const [{ code }] = (await closed) as [CloseEvent]
    expect([what, code]).toEqual([what, 4408])
  }
})

test('a stream ends with its membership, permission or tenant, and with the session', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const [leaving, demoted, inside, signedOut, staying] = [
    await t.person(customer.id, 'administrator'),
    await t.person(msp.id, 'administrator'),
    (await t.person(msp.id, 'administrator')).actingIn(customer.id),
    await t.person(msp.id, 'administrator'),
    await t.person(msp.id, 'administrator'),
  ]
  const ears = {
    leaving: await listen(leaving),
    demoted: await listen(demoted),
    inside: await listen(inside),
    signedOut: await listen(signedOut),
    staying: await listen(staying),
  }
  await tail.lookAgain()
  const closed = Object.entries(ears).map(async ([name, { socket }]) => {
    if (name !== 'staying') await once(socket, 'close')
  })
  await t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [leaving.personId])
  await t.adminPool.query(
    `update member_role set built_in = 'engineer' where member_id in (select id from member where person_id = $1)`,
    [demoted.personId],
  )
  await t.adminPool.query(`update company set status = 'deactivated' where id = $1`, [customer.id])
  await tail.lookAgain()
  await signedOut.call('POST /api/v1/auth/logout')
  await Promise.all(closed)
  expect(ears.staying.socket.readyState).toBe(1)
  ears.staying.socket.close()
})

test('each kind of event reaches the people whose data scope covers its subject, and no unlisted kind is sent', async () => {
  const company = await t.company('company')
  const limited = await t.person(company.id, 'user_layer')
  const { rows } = await t.adminPool.query<
    Record<'mine' | 'other' | 'here' | 'elsewhere' | 'shown' | 'hidden', string>
  >(
    `with o as (insert into outlet (company_id, name) values ($1, 'mine') returning id),
       p as (insert into outlet (company_id, name) values ($1, 'other') returning id),
       r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
         select $1, 'viewer', '{DMS_SERVER_DEVICE_VIEW}', 'outlets', array[id] from o returning id),
       given as (update member_role g set built_in = null, role_id = r.id from r, member m
         where g.company_id = $1 and m.id = g.member_id and m.person_id = $2),
       d as (insert into device (company_id, name, type, driver, outlet_id)
         select $1, 'a', 'printer', 'none', id from o returning id),
       e as (insert into device (company_id, name, type, driver, outlet_id)
         select $1, 'b', 'printer', 'none', id from p returning id)
     select o.id::text as mine, p.id::text as other, d.id::text as here, e.id::text as elsewhere from o, p, d, e`,
    [company.id, limited.personId],
  )
  const found = rows[0]!
  const terminalOn = async (device: string) => {
    const { rows: made } = await t.adminPool.query<{ id: string }>(
      `insert into terminal_session (company_id, device_id, device_name, person_id, person_name, home_company_id,
         from_outside, session_id, remote_address, reason, protocol, port, encoding, username, state)
       values ($1, $2, 'a', $3, 'p', $1, false, 1, '::1', 'why', 'ssh', 22, 'utf8', 'u', 'ended') returning id`,
      [company.id, device, limited.personId],
    )
    return made[0]!.id
  }
  const subjects = {
    device: [found.here, found.elsewhere],
    terminal: [await terminalOn(found.here), await terminalOn(found.elsewhere)],
    outlet: [found.mine, found.other],
    company: ['1', '2'],
    everybody: ['1', '2'],
  }
  const ears = {
    limited: await listen(limited),
    whole: await listen(await t.person(company.id, 'administrator')),
    stranger: await listen(await t.person((await t.company('company')).id, 'administrator')),
  }
  const expected: Record<keyof typeof ears, string[]> = { limited: [], whole: [], stranger: [] }
  const insert = (kind: string, subject: string) =>
    t.adminPool.query('insert into live_event (company_id, kind, subject_id) values ($1, $2, $3)', [
      company.id,
      kind,
      subject,
    ])
  await insert('unlisted.changed', found.here)
  for (const [kind, placement] of Object.entries(liveEventPlacements)) {
    for (const [n, subject] of subjects[placement].entries()) {
      await insert(kind, subject)
      const entry = `${kind} ${subject}`
      expected.whole.push(entry)
      if (n === 0 || placement === 'company' || placement === 'everybody') expected.limited.push(entry)
      if (placement === 'everybody') expected.stranger.push(entry)
    }
  }
  await insert('product.changed', '9')
  for (const [name, ear] of Object.entries(ears)) {
    await vi.waitFor(() => expect(ear.subjects().at(-1)).toBe('9'), patiently)
    const heard = ear.messages.flatMap((message) =>
      message.type === 'event' ? [`${message.event.kind} ${message.event.subjectId}`] : [],
    )
    expect([name, heard]).toEqual([name, [...expected[name as keyof typeof ears], 'product.changed 9']])
    ear.socket.close()
  }
})

test('every kind that a function of the database writes is listed', async () => {
  const { rows } = await t.adminPool.query<{ kind: string }>(
    `select distinct k[1] as kind from pg_proc p,
       regexp_matches(p.prosrc, $$(?:into live_event|note_live[(])[^;]*?'([a-z_]+[.][a-z_]+)'$$, 'g') k
     where p.pronamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map(({ kind }) => kind).filter((kind) => !Object.hasOwn(liveEventPlacements, kind))).toEqual([])
})

test('signing out closes the stream at once, also while a transaction holds events back', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const ear = await listen(person)
  await t.scopes.withCompany(company.id, async ({ db }) => {
    // The oldest open transaction: no event passes it.
    await db
      .insertInto('live_event')
      .values({ company_id: company.id, kind: 'device.changed', subject_id: '31' })
      .execute()
    const closed = once(ear.socket, 'close')
    await person.call('POST /api/v1/auth/logout')
    const [{ code }] = (await closed) as [CloseEvent]
    expect(code).toBe(4408)
  })
  expect(ear.subjects()).toEqual([])
}, 8000)

test('a page of another origin opens no stream', async () => {
  const { host, hostname, port } = new URL(base)
  const answers = async (origin: string) => {
    const { data } = await t.operator.call('POST /api/v1/live/ticket')
    const opened = request({
      host: hostname,
      port,
      path: `/api/v1/live?ticket=${data.ticket}`,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        origin,
      },
    })
    opened.end()
    const [, socket, head] = (await once(opened, 'upgrade')) as [unknown, Socket, Buffer]
    const [first] = head.length > 0 ? [head] : ((await once(socket, 'data')) as [Buffer])
    socket.destroy()
    // A close frame (RFC 6455 §5.5.1) begins with 0x88 and carries its code; the hello is a text frame.
    return first[0] === 0x88 ? first.readUInt16BE(2) : 'open'
  }
  expect(await answers('https://netward.test')).toBe('open')
  expect(await answers(`http://${host}`)).toBe('open')
  expect(await answers('https://evil.example')).toBe(4403)
  expect(await answers('null')).toBe(4403)
})
