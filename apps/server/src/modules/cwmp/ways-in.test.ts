import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { informBody, informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

/** What a company may admit, and what it learns about others. */

const perHour = 4
const perDay = 6
let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture({ poolPerCompany: 3 }, { enrolment: { perHour, perDay } })
})
afterAll(() => f.stop())

let serials = 0
const serial = () => `Y${process.pid}X${++serials}`
type Company = Awaited<ReturnType<AcsFixture['company']>>

async function deviceBy(serialNumber: string) {
  const [device] = await f.sql<Record<string, string>>(
    'select * from device where serial_number = $1 order by id desc limit 1',
    [serialNumber],
  )
  return device
}

const register = (companyId: string, serialNumber: string, oui: string | null = '00D09E', model?: string) =>
  f.sql<{ id: string }>(
    'insert into pre_registration (company_id, oui, model_name, serial_number) values ($1, $2, $3, $4) returning id::text',
    [companyId, oui, model ?? null, serialNumber],
  )

const poolOf = async ({ admin }: Company) =>
  (await admin.call('POST /api/v1/device/pool/lists', {})).data.items

describe('approval by hand', () => {
  const byHand = async () => {
    const company = await f.company()
    const edited = await company.admin.call('PUT /api/v1/device/enrolment', { approveUnknown: false })
    expect(edited.code).toBe(0)
    const { data } = await company.admin.call('GET /api/v1/device/enrolment')
    expect(data).toMatchObject({ approveUnknown: false, hasPassword: true })
    return company
  }

  test("a gateway with the company's credentials waits for a claim, and is admitted after it", async () => {
    const company = await byHand()
    const serialNumber = serial()
    expect((await informWith(f.url, { serialNumber }, company)).status).toBe(401)
    await f.acs.flush()
    expect(await deviceBy(serialNumber)).toBeUndefined()
    const [waiting] = await poolOf(company)
    expect(waiting).toMatchObject({ serialNumber, seenBy: 'enrolment_url' })
    const stranger = await f.company()
    expect(await poolOf(stranger)).toEqual([])
    const { data } = await company.admin.call('GET /api/v1/device/enrolment')
    expect(data.limits).toMatchObject({ waiting: 1, thisHour: 0 })
    await company.admin.call('POST /api/v1/device/pool/claim', { poolIds: [waiting!.id], name: 'Till 3' })
    await expect.poll(async () => (await informWith(f.url, { serialNumber }, company)).status).toBe(200)
    expect(await deviceBy(serialNumber)).toMatchObject({
      company_id: company.id,
      name: 'Till 3',
      enrolled_by: 'bootstrap',
    })
  })

  test('a claim admits the caller that presents the credentials again, or, when these were replaced, one from the same address', async () => {
    const company = await byHand()
    const [keeps, loses] = [serial(), serial()]
    for (const serialNumber of [keeps, loses]) await informWith(f.url, { serialNumber }, company)
    await f.acs.flush()
    const entries = new Map((await poolOf(company)).map((entry) => [entry.serialNumber, entry.id]))
    const claim = (serialNumber: string) =>
      company.admin.call('POST /api/v1/device/pool/claim', { poolIds: [entries.get(serialNumber)!] })
    await claim(keeps)
    // The process's list of open claims is up to a second old.
    await expect
      .poll(async () => (await informWith(f.url, { serialNumber: keeps }, company)).status)
      .toBe(200)
    await claim(loses)
    await company.admin.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
    await expect.poll(async () => (await post(f.url, informBody({ serialNumber: loses }))).status).toBe(200)
    expect(await deviceBy(loses)).toMatchObject({ company_id: company.id, enrolled_by: 'claim' })
    expect(await deviceBy(keeps)).toMatchObject({ enrolled_by: 'bootstrap' })
  })

  test('a gateway that the company pre-registered needs no other approval', async () => {
    const company = await byHand()
    const serialNumber = serial()
    await register(company.id, serialNumber)
    expect((await informWith(f.url, { serialNumber }, company)).status).toBe(200)
    expect(await deviceBy(serialNumber)).toMatchObject({ company_id: company.id })
  })

  test('gateways that wait for approval do not exclude others at their address', async () => {
    const company = await byHand()
    for (let n = 0; n < 70; n++)
      await informWith(f.url, { serialNumber: 'WAITS' }, company, { from: '127.0.9.1' })
    const other = await f.company()
    const answer = await informWith(f.url, { serialNumber: serial() }, other, { from: '127.0.9.1' })
    expect(answer.status).toBe(200)
  })

  test('one company has a limited number waiting', async () => {
    const company = await byHand()
    for (let n = 0; n < 5; n++) await informWith(f.url, { serialNumber: serial() }, company)
    await f.acs.flush()
    expect(await poolOf(company)).toHaveLength(3)
  })

  test('it is for people with the permission, in their own company', async () => {
    const company = await byHand()
    const engineer = await f.t.person(company.id, 'engineer')
    const refused = await engineer.call('PUT /api/v1/device/enrolment', { approveUnknown: true })
    expect(refused.code).toBe('permission.denied')
    const [audited] = await f.sql(
      `select detail from audit_log where company_id = $1 and action = 'enrolment.edited'`,
      [company.id],
    )
    expect(audited).toEqual({
      detail: { before: { approveUnknown: true }, after: { approveUnknown: false } },
    })
  })
})

describe('how many a company admits', () => {
  test('within an hour and a day; the rest waits, the platform is notified once, each one is in the log with its address', async () => {
    const company = await f.company()
    const accepted: number[] = []
    for (let n = 0; n < perHour + 2; n++) {
      const from = '127.0.8.1'
      accepted.push((await informWith(f.url, { serialNumber: serial() }, company, { from })).status)
    }
    expect(accepted).toEqual([200, 200, 200, 200, 401, 401])
    await f.acs.flush()
    expect(await poolOf(company)).toHaveLength(2)
    const { data } = await company.admin.call('GET /api/v1/device/enrolment')
    expect(data.limits).toEqual({ thisHour: perHour, perHour, lastDay: perHour, perDay, waiting: 2 })
    const events = await f.sql<{ kind: string; detail: object }>(
      `select c.kind, a.detail from audit_log a join company c on c.id = a.company_id
       where a.action = 'enrolment.limit_reached' and a.subject_id = $1 order by c.kind`,
      [company.id],
    )
    expect(events.map(({ kind }) => kind)).toEqual(['company', 'op'])
    expect(events[1]?.detail).toMatchObject({ thisHour: perHour, address: '127.0.8.1' })
    const enrolled = await f.sql(
      `select detail from audit_log where company_id = $1 and action = 'gateway.enrolled'`,
      [company.id],
    )
    expect(enrolled).toHaveLength(perHour)
    expect(enrolled[0]).toMatchObject({ detail: { by: 'bootstrap', address: '127.0.8.1' } })

    // The next hour has room again, the day only for two more.
    await f.sql(`update enrolment_tally set hour = hour - interval '1 hour' where company_id = $1`, [
      company.id,
    ])
    const later: number[] = []
    for (let n = 0; n < 3; n++)
      later.push((await informWith(f.url, { serialNumber: serial() }, company)).status)
    expect(later).toEqual([200, 200, 401])
  })

  test('above its device quota a gateway waits visibly in its company, and is admitted once there is room', async () => {
    const company = await f.company()
    const code = `one-${company.id}`
    await f.sql(
      `with p as (insert into package (code) values ($2) returning id),
         v as (insert into package_version (package_id, version, name_zh, name_en, devices)
           select id, 1, $2, $2, 1 from p)
       insert into company_package (company_id, package_id, version) select $1, id, 1 from p
       on conflict (company_id) do update set package_id = excluded.package_id, version = 1`,
      [company.id, code],
    )
    const [first, second] = [serial(), serial()]
    const call = async (serialNumber: string) => (await informWith(f.url, { serialNumber }, company)).status
    expect([await call(first), await call(second)]).toEqual([200, 401])
    await f.acs.flush()
    expect(await deviceBy(second)).toBeUndefined()
    const [waiting] = await poolOf(company)
    expect(waiting).toMatchObject({ serialNumber: second })
    const quota = await company.admin.call('GET /api/v1/device/pool/quota')
    expect(quota.data).toEqual({ used: 1, granted: 1 })
    const claimed = await company.admin.call('POST /api/v1/device/pool/claim', { poolIds: [waiting!.id] })
    expect(claimed).toMatchObject({
      code: 'licence.exceeded',
      data: { kind: 'devices', used: 1, granted: 1 },
    })

    await f.sql('update package_version set devices = 2 where name_en = $1', [code])
    await f.sql('select refresh_entitlement($1)', [company.id])
    expect(await call(second)).toBe(200)
    expect(await poolOf(company)).toEqual([])
  })

  test('the limit of one company is not another one’s', async () => {
    const company = await f.company()
    expect((await informWith(f.url, { serialNumber: serial() }, company)).status).toBe(200)
  })

  test('two concurrent admissions cannot both take the last place', async () => {
    const company = await f.company()
    const statuses = await Promise.all(
      Array.from({ length: perHour * 3 }, async () => {
        const answer = await informWith(f.url, { serialNumber: serial() }, company)
        return answer.status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(perHour)
  })
})

describe('a serial that several companies registered', () => {
  test('each company sees only its own registration; the platform sees both and keeps one', async () => {
    const [one, two] = [await f.company(), await f.company()]
    const serialNumber = serial()
    const [first] = await register(one.id, serialNumber)
    await register(two.id, serialNumber, null, 'GW-9')
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
    await f.acs.flush()
    for (const { admin } of [one, two]) {
      const mine = await admin.call('POST /api/v1/device/pre-registration/lists', {})
      expect(mine.data.items).toMatchObject([{ serialNumber, state: 'waiting' }])
      const conflicts = await admin.call('POST /api/v1/device/pre-registration/conflicts/lists', {})
      expect(conflicts.code).toBe('permission.denied')
    }
    const seen = await f.t.operator.call('POST /api/v1/device/pre-registration/conflicts/lists', {
      search: serialNumber.toLowerCase(),
    })
    expect(seen.data).toMatchObject({
      total: 2,
      items: [
        { serialNumber, companyId: one.id },
        { serialNumber, companyId: two.id, modelName: 'GW-9' },
      ],
    })
    const settled = await f.t.operator.call(
      'POST /api/v1/device/pre-registration/:preRegistrationId/settle',
      {
        preRegistrationId: first!.id,
      },
    )
    expect(settled.data).toEqual({ ended: 1 })
    expect(await poolOf(one)).toMatchObject([{ serialNumber, seenBy: 'pre_registration' }])
    expect(await poolOf(two)).toEqual([])
    const ended = await two.admin.call('POST /api/v1/device/pre-registration/lists', {})
    expect(ended.data.items).toMatchObject([{ serialNumber, state: 'expired' }])
    const left = await f.t.operator.call('POST /api/v1/device/pre-registration/conflicts/lists', {
      search: serialNumber,
    })
    expect(left.data.items).toEqual([])
    const audited = await f.sql(
      `select a.detail from audit_log a join company c on c.id = a.company_id
       where c.kind = 'op' and a.action = 'pre_registration.settled' and a.subject_id = $1`,
      [first!.id],
    )
    expect(audited).toMatchObject([{ detail: { serialNumber, ended: 1 } }])
  })

  test('is no conflict where the registrations name different gateways', async () => {
    const [one, two] = [await f.company(), await f.company()]
    const serialNumber = serial()
    await register(one.id, serialNumber, '00D09E')
    await register(two.id, serialNumber, 'AABBCC')
    const seen = await f.t.operator.call('POST /api/v1/device/pre-registration/conflicts/lists', {
      search: serialNumber,
    })
    expect(seen.data.items).toEqual([])
  })

  test('can be settled only by the platform, and only where it exists', async () => {
    const company = await f.company()
    const [mine] = await register(company.id, serial())
    const settle = 'POST /api/v1/device/pre-registration/:preRegistrationId/settle'
    const refused = await company.admin.call(settle, { preRegistrationId: mine!.id })
    expect(refused.code).toBe('permission.denied')
    const absent = await f.t.operator.call(settle, { preRegistrationId: '999999999' })
    expect(absent.code).toBe('pre_registration.not_found')
  })
})

test('calls with wrong credentials displace nothing that is kept of a gateway', async () => {
  const company = await f.company()
  const serialNumber = serial()
  const { cookie } = await informWith(f.url, { serialNumber }, company)
  await post(f.url, '<not xml', { headers: { cookie } })
  await f.acs.flush()
  const deviceId = (await deviceBy(serialNumber))!['id']!
  const kept = async () => {
    await f.acs.flush()
    const { data } = await company.admin.call('GET /api/v1/device/:deviceId/exchanges', { deviceId })
    return data
  }
  const before = (await kept()).filter(({ failed }) => failed)
  expect(before).not.toEqual([])
  for (let n = 0; n < 30; n++) {
    const from = `127.0.7.${n + 1}`
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' }, { from })
  }
  // Others that passed the minute's limit, in one batch.
  await f.sql(
    `select acs_exchanges(array_fill($1::bigint, array[40]), array_fill($2::bigint, array[40]), array_fill(now(), array[40]),
       array_fill('received'::text, array[40]), array_fill('Inform'::text, array[40]), array_fill(true, array[40]),
       array_fill('credentials_wrong'::text, array[40]), array_fill(1, array[40]), array_fill(''::text, array[40]),
       array[$2::bigint], 20)`,
    [company.id, deviceId],
  )
  const after = await kept()
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.filter(({ reason }) => reason === 'credentials_wrong')).toHaveLength(5)
})
