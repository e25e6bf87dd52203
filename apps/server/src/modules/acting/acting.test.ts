import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { auditRoutes } from '../audit/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { actingRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let customer: { id: string }
let deviceId: string
let mspAdmin: TestPerson
let engineer: TestPerson
let customerAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => {
    actingRoutes(app, { secrets, messages })
    auditRoutes(app)
    deviceRoutes(app, { secrets })
  })
  msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  deviceId = await arrangeDevice(t, customer.id)
  mspAdmin = await t.person(msp.id, 'administrator')
  engineer = await t.person(msp.id, 'user_layer')
  customerAdmin = await t.person(customer.id, 'administrator')
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in)
     select company_id, id, $2, 'engineer' from member where person_id = $1`,
    [engineer.personId, customer.id],
  )
})
afterAll(() => t.stop())

const free = { mode: 'free', fromMinute: null, untilMinute: null, ceiling: 'administrator' } as const
const say = (consent: Partial<Parameters<typeof put>[0]>) => put({ ...free, ...consent })
const put = (consent: {
  mode: 'free' | 'request' | 'never'
  fromMinute: number | null
  untilMinute: number | null
  ceiling: 'administrator' | 'engineer' | 'user_layer'
}) => customerAdmin.call('PUT /api/v1/auth/acting', consent)

beforeEach(async () => {
  await t.adminPool.query('delete from acting_end; delete from acting_access; delete from acting_consent')
})

const enter = async (who: TestPerson) =>
  (await who.actingIn(customer.id).call('POST /api/v1/device/lists', {})).code
let renamed = 0
const rename = async (who: TestPerson) =>
  (
    await who
      .actingIn(customer.id)
      .call('PUT /api/v1/device/:deviceId', { deviceId, note: String(++renamed) })
  ).code

/** Minutes of the day, in the tenant's time zone, this many hours from now. */
async function minuteIn(hours: number): Promise<number> {
  const { rows } = await t.adminPool.query<{ minute: number }>(
    `select (extract(hour from at) * 60 + extract(minute from at))::int as minute
     from (select now() at time zone 'Asia/Shanghai' + make_interval(hours => $1) as at) moment`,
    [hours],
  )
  return rows[0]!.minute
}

describe('consent', () => {
  test('lets staff with the right enter while the tenant sets nothing, or allows it', async () => {
    expect([await enter(mspAdmin), await enter(engineer), await enter(t.operator)]).toEqual([0, 0, 0])
    expect((await say({})).code).toBe(0)
    expect(await enter(engineer)).toBe(0)
  })

  test('never: no one enters; on request: only approved people enter', async () => {
    await say({ mode: 'never' })
    for (const who of [mspAdmin, engineer, t.operator]) expect(await enter(who)).toBe('acting.never')
    await say({ mode: 'request' })
    for (const who of [mspAdmin, engineer]) expect(await enter(who)).toBe('acting.consent_needed')
  })

  test.each([
    [-1, 1, 0],
    [1, 2, 'acting.outside_hours'],
    [1, -1, 'acting.outside_hours'],
    [-1, -2, 0],
  ])(
    'hours from %i until %i hours from now, in the time zone of the tenant: %s',
    async (from, until, code) => {
      await say({ fromMinute: await minuteIn(from), untilMinute: await minuteIn(until) })
      expect(await enter(engineer)).toBe(code)
    },
  )

  test('a ceiling limits all staff to that role', async () => {
    await say({ ceiling: 'user_layer' })
    for (const who of [mspAdmin, engineer]) {
      expect([await enter(who), await rename(who)]).toEqual([0, 'permission.denied'])
      const { data } = await who.actingIn(customer.id).call('POST /api/v1/auth/frontend/menu/code/lists', {})
      expect(data).not.toContain('DMS_SERVER_DEVICE_EDIT')
      expect(data).toContain('DMS_SERVER_DEVICE_VIEW')
    }
  })

  test('a tenant that restricts entry gets no administrators from above', async () => {
    const make = (userName: string) =>
      mspAdmin.actingIn(customer.id).call('POST /api/v1/auth/member', {
        userName,
        displayName: 'Planted',
        password: 'Long-enough-7',
        role: 'administrator',
      })
    const invite = (email: string) =>
      mspAdmin.call('POST /api/v1/auth/tenant/:companyId/administrator', {
        companyId: customer.id,
        displayName: 'Planted',
        email,
      })
    await say({})
    expect([(await make('planted')).code, (await invite('planted@msp.test')).code]).toEqual([
      'permission.denied',
      'acting.only_at_home',
    ])
  })

  test('refuses an incomplete period, and a repeated one, with the field', async () => {
    for (const times of [
      { fromMinute: 60, untilMinute: null },
      { fromMinute: 60, untilMinute: 60 },
    ]) {
      const { code, data } = await say(times)
      expect([code, JSON.stringify(data)]).toEqual([
        'request.invalid',
        expect.stringContaining('untilMinute'),
      ])
    }
  })

  test('refuses changes to consent, sending people out and deciding from above', async () => {
    const inside = mspAdmin.actingIn(customer.id)
    expect((await inside.call('GET /api/v1/auth/acting')).data).toMatchObject({ atHome: false, mode: 'free' })
    const codes = await Promise.all([
      inside.call('PUT /api/v1/auth/acting', { ...free, mode: 'never' }),
      inside.call('POST /api/v1/auth/acting/end', { everyone: true }),
      inside.call('POST /api/v1/auth/acting/request/:accessId/approve', { accessId: '1', hours: 1 }),
      inside.call('POST /api/v1/auth/acting/request/:accessId/refuse', { accessId: '1' }),
      inside.call('POST /api/v1/auth/acting/end/:endId/lift', { endId: '1' }),
    ])
    expect(codes.map(({ code }) => code)).toEqual(Array(5).fill('acting.only_at_home'))
    const byHand = t.scopes.withCompany(customer.id, async ({ client }) => {
      await client.query(`select set_config('netward.home_id', $1, true)`, [msp.id])
      await client.query(`insert into acting_consent (company_id, mode) values ($1, 'free')`, [customer.id])
    })
    await expect(byHand).rejects.toThrow(/row-level security/)
  })
})

describe('asking', () => {
  const ask = (who: TestPerson, reason = 'A line is down') =>
    who.call('POST /api/v1/auth/acting/request', { companyId: customer.id, reason, hours: 4 })
  const waiting = async () =>
    (await customerAdmin.call('POST /api/v1/auth/acting/request/lists', { state: 'waiting' })).data.items

  test('waits, is approved for some hours at any time of day, and ends with them', async () => {
    await say({ mode: 'request' })
    expect((await ask(engineer, 'First')).code).toBe(0)
    expect((await ask(engineer)).code).toBe(0)
    const [asked, ...others] = await waiting()
    expect([asked, others]).toMatchObject([{ reason: 'A line is down', hours: 4 }, []])
    const switcher = (await engineer.call('POST /api/v1/auth/acting/tenants', {})).data.tenants
    expect(switcher).toMatchObject([{ entry: 'acting.consent_needed', waiting: true }])
    const approved = await customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/approve', {
      accessId: asked!.id,
      hours: 2,
    })
    expect(Date.parse(approved.data.until) - Date.now()).toBeGreaterThan(7_000_000)
    expect([await enter(engineer), await enter(mspAdmin)]).toEqual([0, 'acting.consent_needed'])
    const again = { accessId: asked!.id, hours: 1 }
    expect((await customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/approve', again)).code).toBe(
      'acting.request_decided',
    )
    await t.adminPool.query(`update acting_access set until = now()`)
    expect(await enter(engineer)).toBe('acting.consent_needed')
  })

  test('admits by the company that asked, and by no other company of the person', async () => {
    await t.adminPool.query(
      `with m as (insert into member (company_id, person_id, os_id, display_name)
         select $1, $2, id, 'both' from org_node where company_id = $1 and parent_id is null returning id)
       insert into member_role (company_id, member_id, built_in) select $1, id, 'platform_administrator' from m`,
      [t.operator.companyId, mspAdmin.personId],
    )
    const fromPlatform = await t.session(mspAdmin.personId, t.operator.companyId)
    const other = await t.company('company', msp.id)
    const otherAdmin = await t.person(other.id, 'administrator')
    const device = { deviceId: await arrangeDevice(t, other.id) }
    await otherAdmin.call('PUT /api/v1/auth/acting', { ...free, mode: 'request' })
    const question = { companyId: other.id, reason: 'A line is down', hours: 4 }
    await mspAdmin.call('POST /api/v1/auth/acting/request', question)
    const [asked] = (await otherAdmin.call('POST /api/v1/auth/acting/request/lists', {})).data.items
    const allowed = { accessId: asked!.id, hours: 2 }
    await otherAdmin.call('POST /api/v1/auth/acting/request/:accessId/approve', allowed)
    for (const [who, code] of [
      [mspAdmin, 0],
      [fromPlatform, 'acting.consent_needed'],
    ] as const) {
      expect((await who.actingIn(other.id).call('POST /api/v1/device/lists', {})).code).toBe(code)
      expect((await who.call('GET /api/v1/device/:deviceId/parameters', device)).code).toBe(code)
    }
  })

  test('refused, it admits no one', async () => {
    await say({ mode: 'request' })
    await ask(engineer)
    const [asked] = await waiting()
    const refused = { accessId: asked!.id }
    expect(
      (await customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/refuse', refused)).code,
    ).toBe(0)
    expect(await enter(engineer)).toBe('acting.consent_needed')
  })

  test('is refused where one may enter already, where no one may, and out of reach', async () => {
    expect((await ask(engineer)).code).toBe('acting.open')
    await say({ mode: 'never' })
    expect((await ask(engineer)).code).toBe('acting.never')
    const stranger = await t.person((await t.company('middleman')).id, 'administrator')
    const ungranted = await t.person(msp.id, 'engineer')
    for (const who of [stranger, ungranted, customerAdmin])
      expect((await ask(who)).code).toBe('company.not_found')
    const another = await t.person((await t.company('company')).id, 'administrator')
    await say({ mode: 'request' })
    await ask(engineer)
    const [asked] = await waiting()
    const theirs = { accessId: asked!.id, hours: 1 }
    expect((await another.call('POST /api/v1/auth/acting/request/:accessId/approve', theirs)).code).toBe(
      'acting.request_not_found',
    )
  })
})

describe('break-glass', () => {
  const breakIn = (who: TestPerson) =>
    who.call('POST /api/v1/auth/acting/break-glass', { companyId: customer.id, reason: 'Fire' })

  test('opens for an hour despite the settings of the tenant, notifies its administrators, and is in both logs', async () => {
    await t.adminPool.query(
      `update person set email = 'admin@customer.test', email_verified_at = now() where id = $1`,
      [customerAdmin.personId],
    )
    await say({ mode: 'never', ceiling: 'user_layer' })
    await customerAdmin.call('POST /api/v1/auth/acting/end', { everyone: true })
    expect((await breakIn(engineer)).code).toBe('permission.denied')
    const mails = `select count(*)::int as n from outgoing_message`
    const before = (await t.adminPool.query<{ n: number }>(mails)).rows[0]!.n
    const { code, data } = await breakIn(mspAdmin)
    expect(code).toBe(0)
    expect(Date.parse(data.until) - Date.now()).toBeGreaterThan(3_500_000)
    expect((await t.adminPool.query<{ n: number }>(mails)).rows[0]!.n).toBe(before + 1)
    expect([await enter(mspAdmin), await rename(mspAdmin)]).toEqual([0, 0])
    for (const who of [customerAdmin, mspAdmin]) {
      const log = (await who.call('POST /api/v1/auth/audit/lists', { action: ['acting.glass_broken'] })).data
      expect(log.items[0]).toMatchObject({ detail: { reason: 'Fire' } })
    }
    await t.adminPool.query(`update acting_access set until = now()`)
    expect(await enter(mspAdmin)).toBe('acting.never')
  })

  test('the tenant can still end it immediately', async () => {
    await say({ mode: 'never' })
    await breakIn(mspAdmin)
    expect(await enter(mspAdmin)).toBe(0)
    await customerAdmin.call('POST /api/v1/auth/acting/end', { personId: mspAdmin.personId })
    expect(await enter(mspAdmin)).toBe('acting.never')
  })
})

describe('who is inside', () => {
  const inside = async () => (await customerAdmin.call('GET /api/v1/auth/acting')).data.inside

  test('is listed, logged with both names, and out with the next request', async () => {
    const visitor = await t.session(engineer.personId, msp.id)
    expect(await rename(visitor)).toBe(0)
    await expect.poll(inside).toHaveLength(1)
    expect(await inside()).toMatchObject([{ personId: engineer.personId, how: 'free' }])
    const log = (await customerAdmin.call('POST /api/v1/auth/audit/lists', {})).data.items
    const { rows } = await t.adminPool.query<{ name: string }>('select name from company where id = $1', [
      msp.id,
    ])
    const edited = log.find(({ action }) => action === 'device.edited')
    expect(edited).toMatchObject({ acting: { companyName: rows[0]!.name, here: true } })
    expect(edited!.actorName).toMatch(/^p/)
    expect(log.map(({ action }) => action)).toContain('acting.entered')

    const sent = await customerAdmin.call('POST /api/v1/auth/acting/end', {
      personId: engineer.personId,
      hours: 1,
    })
    expect(sent.data.ended).toBeGreaterThanOrEqual(1)
    expect(await enter(visitor)).toBe('acting.ended')
    expect((await inside()).map(({ personId }) => personId)).not.toContain(engineer.personId)
    expect(await enter(mspAdmin)).toBe(0)
    const { sentOut } = (await customerAdmin.call('GET /api/v1/auth/acting')).data
    expect(sentOut).toMatchObject([{ name: edited!.actorName }])
    expect(
      (await customerAdmin.call('POST /api/v1/auth/acting/end/:endId/lift', { endId: sentOut[0]!.id })).code,
    ).toBe(0)
    expect(await enter(visitor)).toBe(0)
    const gone = { endId: sentOut[0]!.id }
    expect((await customerAdmin.call('POST /api/v1/auth/acting/end/:endId/lift', gone)).code).toBe(
      'acting.end_not_found',
    )
  })

  test('ends all access immediately, until the tenant admits staff again', async () => {
    await customerAdmin.call('POST /api/v1/auth/acting/end', { everyone: true })
    for (const who of [engineer, mspAdmin, t.operator]) expect(await enter(who)).toBe('acting.ended')
    await engineer.call('POST /api/v1/auth/acting/request', { companyId: customer.id, reason: 'x', hours: 1 })
    const { items } = (await customerAdmin.call('POST /api/v1/auth/acting/request/lists', {})).data
    await customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/approve', {
      accessId: items[0]!.id,
      hours: 1,
    })
    expect([await enter(engineer), await enter(mspAdmin)]).toEqual([0, 'acting.ended'])
  })

  test('an empty body ends no access, and names the field', async () => {
    expect(await customerAdmin.call('POST /api/v1/auth/acting/end', {})).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'personId' }] },
    })
  })

  test('refuses to send out a stranger; a person who leaves is no longer inside', async () => {
    const nobody = { personId: t.operator.personId.replace(/.$/, '999999') }
    expect((await customerAdmin.call('POST /api/v1/auth/acting/end', nobody)).code).toBe(
      'acting.nobody_inside',
    )
    const visitor = await t.person(msp.id, 'administrator')
    const who = async () => (await inside()).map(({ personId }) => personId)
    await enter(visitor)
    await expect.poll(who).toContain(visitor.personId)
    expect((await visitor.actingIn(customer.id).call('POST /api/v1/auth/acting/leave')).code).toBe(0)
    expect(await who()).not.toContain(visitor.personId)
    await enter(visitor)
    await expect.poll(who).toContain(visitor.personId)
  })

  test('the switcher shows recently entered tenants, and finds by name', async () => {
    const visitor = await t.session(engineer.personId, msp.id)
    await enter(visitor)
    const read = async () => (await visitor.call('POST /api/v1/auth/acting/tenants', {})).data
    await expect
      .poll(async () => (await read()).recent)
      .toMatchObject([{ companyId: customer.id, entry: 'free' }])
    const { rows } = await t.adminPool.query<{ name: string }>('select name from company where id = $1', [
      customer.id,
    ])
    const found = (who: TestPerson, search: string) =>
      who.call('POST /api/v1/auth/acting/tenants', { search }).then(({ data }) => data.tenants.length)
    expect([await found(visitor, rows[0]!.name.slice(3)), await found(visitor, 'nothing')]).toEqual([1, 0])
    expect(await found(await t.person(msp.id, 'engineer'), '')).toBe(0)
    expect(await found(customerAdmin, '')).toBe(0)
  })
})
