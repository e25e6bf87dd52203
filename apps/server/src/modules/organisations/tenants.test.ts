import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboxOf } from '../../../test/outbox.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { sweepTenants, workTenants } from '../../../test/tenant-work.ts'
import { licenceRoutes } from '../licences/index.ts'
import { companyMoveRoutes } from './move.routes.ts'

let t: TestApp
let msp: { id: string; code: string }
let mspAdmin: TestPerson
let customer: { id: string; code: string }
let foreign: { id: string; code: string }

const packageOf = async (code: string) =>
  (await t.operator.call('GET /api/v1/package')).data.find((one) => one.code === code)!.id

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets, messages }) => {
    companyMoveRoutes(app, { secrets, messages })
    licenceRoutes(app, { scopes, secrets, licenceIssuers: [], licenceMode: 'platform' })
  })
  msp = await t.company('middleman')
  await t.adminPool.query(
    'insert into package_allotment (company_id, package_id) select $1, id from package',
    [msp.id],
  )
  mspAdmin = await t.person(msp.id, 'administrator')
  customer = await t.company('company', msp.id)
  foreign = await t.company('company')
})
afterAll(() => t.stop())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** A company administrator with a verified mail address. */
async function reachable(companyId: string, email: string): Promise<TestPerson> {
  const person = await t.person(companyId, 'administrator')
  await t.adminPool.query('update person set email = $2, email_verified_at = now() where id = $1', [
    person.personId,
    email,
  ])
  return person
}
const tenantOf = async (person: TestPerson, companyId: string) =>
  (await person.call('GET /api/v1/auth/tenant/:companyId', { companyId })).data

describe('the list', () => {
  test('an MSP sees what is below it, at any depth, and neither itself nor its siblings', async () => {
    const inner = await t.company('middleman', msp.id)
    const deep = await t.company('company', inner.id)
    const ids = async (person: TestPerson, input: object = {}) =>
      (await person.call('POST /api/v1/auth/tenant/lists', { pageSize: 200, ...input })).data.items.map(
        ({ id }) => id,
      )
    expect((await ids(mspAdmin)).toSorted()).toEqual([customer.id, inner.id, deep.id].toSorted())
    expect((await ids(mspAdmin, { parentId: msp.id })).toSorted()).toEqual([customer.id, inner.id].toSorted())
    expect(await ids(mspAdmin, { parentId: inner.id })).toEqual([deep.id])
    expect(await ids(mspAdmin, { under: foreign.id })).toEqual([])
    // Rows shown equal rows counted, for an MSP and for the platform.
    for (const person of [mspAdmin, t.operator]) {
      const { items, total } = (await person.call('POST /api/v1/auth/tenant/lists', { pageSize: 200 })).data
      expect(total).toBe(items.length)
    }
    expect(await ids(t.operator)).toEqual(expect.arrayContaining([msp.id, customer.id, foreign.id, deep.id]))
    expect(await ids(t.operator.actingIn(msp.id), { parentId: inner.id })).toEqual([deep.id])
  })

  test('it is searched, filtered and sorted, and counts gateways by state', async () => {
    await t.adminPool.query(
      `insert into device (company_id, name, type, oui, serial_number, presence)
       values ($1, 'a', 'smart_cpe', 'AABB01', 'A1', 'online'), ($1, 'b', 'smart_cpe', 'AABB01', 'A2', 'offline')`,
      [customer.id],
    )
    await t.adminPool.query(`update company set name = '北辰%餐饮_总部' where id = $1`, [customer.id])
    const find = async (input: object) =>
      (await mspAdmin.call('POST /api/v1/auth/tenant/lists', input)).data.items
    expect(await find({ search: '餐饮' })).toMatchObject([
      { id: customer.id, gateways: { online: 1, offline: 1, unknown: 0 }, parentId: msp.id },
    ])
    expect(await find({ search: '%' })).toHaveLength(1)
    expect(await find({ search: "'; drop table company" })).toEqual([])
    expect(await find({ status: ['frozen'] })).toEqual([])
    expect((await find({ kind: 'company', sort: '-createdAt' })).map(({ kind }) => kind)).not.toContain(
      'middleman',
    )
    const hostile = await mspAdmin.call('POST /api/v1/auth/tenant/lists', { sort: 'id; --' as never })
    expect(hostile.code).toBe('request.invalid')
  })

  test('the tree is searched: matches, what leads to them, nothing of others, and no more than it shows', async () => {
    const inner = await t.company('middleman', msp.id)
    const deep = await t.company('company', inner.id)
    await t.adminPool.query(`update company set name = 'Needle_100%' where id = any ($1)`, [
      [deep.id, foreign.id],
    ])
    const find = async (person: TestPerson, input: { search: string; rootId?: string }) =>
      (await person.call('POST /api/v1/auth/tenant/tree/search', input)).data
    const found = await find(mspAdmin, { search: 'NEEDLE_100%' })
    expect(found.items.map(({ id, matches }) => [id, matches])).toEqual([
      [inner.id, false],
      [deep.id, true],
    ])
    expect(found).toMatchObject({ matched: 1, more: false })
    // Below one company: the path begins there.
    expect((await find(mspAdmin, { search: 'needle', rootId: inner.id })).items.map(({ id }) => id)).toEqual([
      deep.id,
    ])
    expect((await find(mspAdmin, { search: 'needle', rootId: foreign.id })).items).toEqual([])
    const all = await find(t.operator, { search: 'needle' })
    expect(all.items.map(({ id }) => id).toSorted()).toEqual(
      [msp.id, inner.id, deep.id, foreign.id].toSorted(),
    )
    expect((await find(mspAdmin, { search: "%' or true --" })).items).toEqual([])
    await t.adminPool.query(
      `insert into company (parent_id, kind, name, code)
       select $1, 'company', 'Haystack ' || n, 'hay-' || n from generate_series(1, 130) n`,
      [inner.id],
    )
    const many = await find(mspAdmin, { search: 'haystack' })
    expect(many).toMatchObject({ matched: 100, more: true })
    expect(many.items).toHaveLength(101)
    await t.adminPool.query(`delete from company where code like 'hay-%' or id = any ($1)`, [[deep.id]])
    await t.adminPool.query('delete from company where id = $1', [inner.id])
    const blank = await mspAdmin.call('POST /api/v1/auth/tenant/tree/search', { search: ' ' })
    expect(blank.code).toBe('request.invalid')
    const nobody = await t.person(customer.id, 'user_layer')
    expect((await nobody.call('POST /api/v1/auth/tenant/tree/search', { search: 'x' })).code).toBe(
      'permission.denied',
    )
  })

  test('it leaves as a CSV that no spreadsheet takes for a formula', async () => {
    await t.adminPool.query(`update company set abbreviation = '=1+1' where id = $1`, [customer.id])
    const csv = (await mspAdmin.call('POST /api/v1/auth/tenant/export', { search: customer.code })).body
    expect(csv).toContain(customer.code)
    expect(csv).toContain("'=1+1")
    expect(csv).not.toContain(foreign.code)
  })
})

describe('create and edit', () => {
  test('an MSP creates an MSP and a customer below itself, and its administrator is invited', async () => {
    const made = await mspAdmin.call('POST /api/v1/auth/tenant', {
      name: 'Branch MSP',
      code: 'branch-msp',
      kind: 'middleman',
    })
    const customerOf = await mspAdmin.call('POST /api/v1/auth/tenant', {
      name: 'Yuelai',
      code: 'yuelai-shop',
      kind: 'company',
      parentId: made.data.companyId,
      standing: 'trial',
      domain: 'NOC.Yuelai.example',
      prefix: 'yuelai-shop',
      contactPhone: '138 1234 8000',
      language: 'en',
      administrator: { displayName: 'Wang Lei', email: 'wang@yuelai.example' },
    })
    expect(customerOf.code).toBe(0)
    const seen = await tenantOf(mspAdmin, customerOf.data.companyId)
    expect(seen).toMatchObject({
      parentName: 'Branch MSP',
      domain: 'noc.yuelai.example',
      contactPhone: '13812348000',
      standing: 'trial',
    })
    expect(Date.parse(seen.expiresAt!) - Date.now()).toBeGreaterThan(14 * 86_400_000)
    const mail = (await outboxOf(t)).find(({ to }) => to === 'wang@yuelai.example')
    expect(mail?.text).toContain('/yuelai-shop/#/login?view=invitation')
  })

  test('what is taken or makes no sense is refused at its field', async () => {
    const create = (input: object) =>
      mspAdmin.call('POST /api/v1/auth/tenant', { name: 'Some', code: 'some-1', kind: 'company', ...input })
    const fieldsOf = (answer: { data: unknown }) =>
      (answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field)
    await create({ prefix: 'some-1', domain: 'some.example' })
    for (const [input, field] of [
      [{ code: 'some-1' }, 'code'],
      [{ code: 'some-2', prefix: 'some-1' }, 'prefix'],
      [{ code: 'some-2', prefix: 'some-2', domain: 'some.example' }, 'domain'],
      [{ code: 'some-2', domain: 'other.example' }, 'prefix'],
      [{ code: 'some-2', domain: '10.0.0.1' }, 'domain'],
      [{ code: 'some-2', prefix: 'my-login' }, 'prefix'],
      [{ code: 'some-2', prefix: 'api' }, 'prefix'],
      [{ code: ' some-2' }, 'code'],
      [{ code: 'some-2', contactPerson: 'Li\u0007' }, 'contactPerson'],
      [{ code: 'some-2', timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ code: 'some-2', contractEndsAt: '2020-01-01T00:00:00Z' }, 'contractEndsAt'],
    ] as const)
      expect(fieldsOf(await create(input))).toEqual([field])
    for (const domain of [
      // The console's own host, and names around it, belong to the platform.
      'netward.test',
      'sub.netward.test',
      // Below and above another tenant's host name.
      'noc.some.example',
      'example',
      '例子',
      'host:8080.example',
      'user@evil.example',
      'evil.example/path',
      '127.1',
    ])
      expect([domain, fieldsOf(await create({ code: 'some-2', prefix: 'some-2', domain }))]).toEqual([
        domain,
        ['domain'],
      ])
    expect(
      fieldsOf(
        await t.operator.call('POST /api/v1/auth/tenant', {
          name: 'Own',
          code: 'own-1',
          kind: 'company',
          prefix: 'own-1',
          domain: 'NETWARD.test',
        }),
      ),
    ).toEqual(['domain'])
    // Words in other scripts are stored as browsers send them, and resolve to their page.
    const word = await create({ code: 'some-3', prefix: 'some-3', domain: '网络.例子.cn' })
    expect((await tenantOf(mspAdmin, word.data.companyId)).domain).toBe('xn--io0a7i.xn--fsqu00a.cn')
    for (const prefix of ['assets', 'ota', 'healthz', 't', 'LOGIN', '..', 'a/b', 'a%2fb'])
      expect(fieldsOf(await create({ code: 'some-4', prefix }))).toEqual(['prefix'])
    expect((await create({ code: 'some-2', parentId: foreign.id })).code).toBe('company.not_found')
    expect((await create({ code: 'some-2', parentId: customer.id })).code).toBe('company.parent_cannot_hold')
  })

  test('an edit is kept with what was before, in both logs', async () => {
    await mspAdmin.call('PUT /api/v1/auth/tenant/:companyId', {
      companyId: customer.id,
      contactPerson: 'Li Wei',
      timeZone: 'Asia/Tokyo',
    })
    const { rows } = await t.adminPool.query<{ company_id: string; detail: object }>(
      `select company_id::text, detail from audit_log where action = 'company.edited' and subject_id = $1`,
      [customer.id],
    )
    expect(rows.map((row) => row.company_id).toSorted()).toEqual([customer.id, msp.id].toSorted())
    expect(rows[0]?.detail).toMatchObject({
      before: { contact_person: '', time_zone: 'Asia/Shanghai' },
      after: { contact_person: 'Li Wei', time_zone: 'Asia/Tokyo' },
    })
    const timeline = await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/timeline/lists', {
      companyId: customer.id,
    })
    expect(timeline.data.items[0]).toMatchObject({ action: 'company.edited' })
  })

  test('a CSV is imported whole or not at all', async () => {
    const upload = async (csv: string) => {
      const boundary = 'netward'
      const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`
      return t.raw({
        method: 'POST',
        url: '/api/v1/auth/tenant/import',
        headers: {
          authorization: `Bearer ${mspAdmin.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload: body,
      })
    }
    const heading = 'name,code,kind,parent,contract ends at,contactMail\r\n'
    const wrong = await upload(
      `${heading}Good,imp-1,,,,\r\nBad,IMP 2,,,,nobody\r\nFar,imp-3,,${foreign.code},,\r\n`,
    )
    expect(wrong).toMatchObject({ code: 41033, data: { accepted: 0 } })
    expect((wrong.data as { failed: { ip: string }[] }).failed.map(({ ip }) => ip)).toEqual(['3', '3', '4'])
    const unknownParent = await upload(`${heading}Good,imp-1,,,,\r\nFar,imp-3,,${foreign.code},,\r\n`)
    expect(unknownParent).toMatchObject({ code: 41033, data: { failed: [{ ip: '3' }] } })
    expect((await t.adminPool.query(`select 1 from company where code like 'imp-%'`)).rowCount).toBe(0)
    const day = inDays(60).slice(0, 10)
    expect(
      await upload(`${heading}中间,imp-1,middleman,,${day},\r\nBelow,imp-2,company,imp-1,,a@b.example\r\n`),
    ).toMatchObject({ code: 0, data: { imported: 2 } })
    // Headings and choices as labelled in the console.
    expect(await upload('Name,Company code,Type,Standing\r\nWords,imp-4,MSP,POC\r\n')).toMatchObject({
      code: 0,
    })
  })
})

describe('moves', () => {
  test('a freeze applies to the next request of an open session, with its reason, and is lifted', async () => {
    const tenant = await t.company('company', msp.id)
    const administrator = await reachable(tenant.id, 'boss@frozen.example')
    const codeOf = async (person: TestPerson) => (await person.call('GET /api/v1/auth/user/simple/info')).code
    let person = administrator
    const asks = () => codeOf(person)
    /** Its token stays ended; signed in anew the person is in. */
    const signsInAnew = async () => {
      expect(await asks()).toBe(40005)
      person = await t.session(administrator.personId, tenant.id)
      expect(await asks()).toBe(0)
    }
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/freeze', {
      companyId: tenant.id,
      reason: 'Invoice 7 is open',
    })
    expect(await asks()).toBe(40027)
    await workTenants(t)
    const message = (await outboxOf(t)).find(({ to }) => to === 'boss@frozen.example')
    expect(message?.text).toContain('Invoice 7 is open')
    expect(
      await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/freeze', {
        companyId: tenant.id,
        reason: 'x',
      }),
    ).toMatchObject({ status: 409, code: 'company.move_not_allowed' })
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/thaw', { companyId: tenant.id })
    await signsInAnew()
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/deactivate', {
      companyId: tenant.id,
      reason: 'x',
    })
    expect(await asks()).toBe(40031)
    const back = 'POST /api/v1/auth/tenant/:companyId/reactivate'
    expect(await mspAdmin.call(back, { companyId: tenant.id } as never)).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'reason' }] },
    })
    await mspAdmin.call(back, { companyId: tenant.id, reason: 'Paid' })
    await signsInAnew()
  })

  test('a frozen MSP freezes none of its customers', async () => {
    const [other] = [await t.company('middleman')]
    const below = await t.person((await t.company('company', other.id)).id, 'administrator')
    await t.operator.call('POST /api/v1/auth/tenant/:companyId/freeze', { companyId: other.id, reason: 'x' })
    expect((await below.call('GET /api/v1/auth/user/simple/info')).code).toBe(0)
  })

  test('an MSP cannot change a company outside its subtree, itself, or one above', async () => {
    const platform = t.operator.companyId
    for (const companyId of [foreign.id, msp.id, platform, '999999999']) {
      for (const [key, input] of [
        ['POST /api/v1/auth/tenant/:companyId/freeze', { reason: 'x' }],
        ['POST /api/v1/auth/tenant/:companyId/deactivate', { reason: 'x' }],
        ['POST /api/v1/auth/tenant/:companyId/convert', { packageId: '1' }],
        ['PUT /api/v1/auth/tenant/:companyId', { name: 'Mine now' }],
        ['POST /api/v1/auth/tenant/:companyId/deletion', { reason: 'x', code: foreign.code }],
        [
          'POST /api/v1/auth/tenant/:companyId/administrator',
          { displayName: 'Me', email: 'me@evil.example' },
        ],
        ['GET /api/v1/auth/tenant/:companyId', {}],
      ] as const)
        expect(await mspAdmin.call(key, { companyId, ...input })).toMatchObject({
          status: 404,
          code: 'company.not_found',
        })
    }
    const batch = await mspAdmin.call('POST /api/v1/auth/tenant/batch/freeze', {
      companyIds: [foreign.id],
      reason: 'x',
    })
    expect(batch).toMatchObject({ code: 50002, data: { accepted: 0, failed: [{ ip: foreign.id }] } })
  })

  test('what is over is thawed with another end alone, by who may extend', async () => {
    const tenant = await t.company('company', msp.id)
    const companyId = tenant.id
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/freeze', { companyId, reason: 'Unpaid' })
    await t.adminPool.query(`update company set contract_ends_at = now() - interval '1 day' where id = $1`, [
      companyId,
    ])
    const clerk = await t.person(msp.id, 'user_layer')
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions)
         values ($1, 'Freezes', array['DMS_SERVER_ORGANIZATION_MANAGE_TENANT', 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE'])
         returning id)
       update member_role set built_in = null, role_id = (select id from r)
       where member_id = (select id from member where person_id = $2)`,
      [msp.id, clerk.personId],
    )
    const thaw = (person: TestPerson, until?: string) =>
      person.call('POST /api/v1/auth/tenant/:companyId/thaw', { companyId, until })
    expect((await thaw(mspAdmin)).code).toBe('company.end_needed')
    expect((await thaw(clerk, inDays(30))).code).toBe('permission.denied')
    expect((await thaw(mspAdmin, '2020-01-01T00:00:00Z')).code).toBe('request.invalid')
    const batch = await mspAdmin.call('POST /api/v1/auth/tenant/batch/thaw', { companyIds: [companyId] })
    expect(batch).toMatchObject({ code: 50002, data: { failed: [{ ip: `Company ${tenant.code}` }] } })
    const until = inDays(30)
    expect((await thaw(mspAdmin, until)).code).toBe(0)
    await t.scopes.asLoginRole('select freeze_ended_trials(100)')
    expect(await tenantOf(mspAdmin, companyId)).toMatchObject({ status: 'active', expiresAt: until })
    // An end that has not passed stays unchanged.
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/deactivate', { companyId, reason: 'x' })
    await mspAdmin.call('POST /api/v1/auth/tenant/batch/reactivate', {
      companyIds: [companyId],
      until: inDays(90),
      reason: 'Paid',
    })
    expect(await tenantOf(mspAdmin, companyId)).toMatchObject({ status: 'active', expiresAt: until })
  })

  test('a batch reports the outcome of each', async () => {
    const [free, frozen] = [await t.company('company', msp.id), await t.company('company', msp.id)]
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/freeze', { companyId: frozen.id, reason: 'x' })
    const answer = await mspAdmin.call('POST /api/v1/auth/tenant/batch/freeze', {
      companyIds: [free.id, frozen.id],
      reason: 'Unpaid',
    })
    expect(answer).toMatchObject({
      code: 50001,
      data: { accepted: 1, failed: [{ ip: `Company ${frozen.code}` }] },
    })
    expect((await tenantOf(mspAdmin, free.id)).status).toBe('frozen')
  })

  test('a trial is warned of on days 10 and 14, once each, ends on day 15, and goes on as formal', async () => {
    const made = await mspAdmin.call('POST /api/v1/auth/tenant', {
      name: 'Trial',
      code: 'trial-1',
      kind: 'company',
      standing: 'trial',
      language: 'en',
    })
    const { companyId } = made.data
    const administrator = await reachable(companyId, 'boss@trial.example')
    const mails = async () => {
      await sweepTenants(t, 'company.warn')
      await sweepTenants(t, 'company.warn')
      await workTenants(t)
      return (await outboxOf(t)).filter(
        ({ to, subject }) => to === 'boss@trial.example' && /expires soon/.test(subject ?? ''),
      ).length
    }
    const day = (n: number) =>
      t.adminPool.query(
        `update company set trial_ends_at = now() + interval '15 days' - make_interval(days => $2), end_warned = end_warned_before
         from (select id as i, end_warned as end_warned_before from company) b where b.i = id and id = $1`,
        [companyId, n],
      )
    const counts: number[] = []
    for (const n of [9, 10, 11, 14]) {
      await t.adminPool.query(`alter table company disable trigger company_trial`)
      await day(n)
      await t.adminPool.query(`alter table company enable trigger company_trial`)
      counts.push(await mails())
    }
    expect(counts).toEqual([0, 1, 1, 2])
    await day(15)
    await t.scopes.asLoginRole('select freeze_ended_trials(100)')
    expect((await administrator.call('GET /api/v1/auth/user/simple/info')).code).toBe(40031)
    expect(await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/thaw', { companyId })).toMatchObject({
      code: 'company.end_needed',
      data: { fields: [{ field: 'until' }] },
    })
    await t.operator.call('POST /api/v1/auth/tenant/:companyId/convert', {
      companyId,
      packageId: await packageOf('advanced'),
      contractEndsAt: inDays(90),
    })
    expect(await tenantOf(mspAdmin, companyId)).toMatchObject({ status: 'active', standing: 'formal' })
    await t.adminPool.query(`update company set contract_ends_at = now() - interval '1 hour' where id = $1`, [
      companyId,
    ])
    await t.scopes.asLoginRole('select freeze_ended_trials(100)')
    expect(await tenantOf(mspAdmin, companyId)).toMatchObject({ status: 'frozen', frozenBecause: 'ended' })
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/extend', { companyId, until: inDays(30) })
    // The freeze ended the session: signed in anew the person is in.
    expect((await administrator.call('GET /api/v1/auth/user/simple/info')).code).toBe(40005)
    const anew = await t.session(administrator.personId, companyId)
    expect((await anew.call('GET /api/v1/auth/user/simple/info')).code).toBe(0)
  })
})

test('a host name of a company leads to the sign-in page of its prefix, and tells nothing when it is frozen', async () => {
  await mspAdmin.call('PUT /api/v1/auth/tenant/:companyId', {
    companyId: customer.id,
    prefix: 'north',
    domain: 'noc.north.example',
  })
  const page = async (host: string) =>
    (await t.raw({ method: 'GET', url: `/api/v1/auth/login/page?host=${host}` })).data
  const unknown = await page('other.example')
  expect(unknown).toMatchObject({ hostPrefix: '', company: null })
  expect(await page('NOC.north.example')).toMatchObject({
    hostPrefix: 'north',
    company: { name: '北辰%餐饮_总部' },
  })
  await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/freeze', { companyId: customer.id, reason: 'x' })
  expect(await page('noc.north.example')).toEqual(unknown)
})

test('a manager with rights for some outlets only manages no tenant', async () => {
  const clerk = await t.person(msp.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope)
       select $1, 'One branch', array_agg(k.code), 'outlets' from permission_kind k
       where k.code like 'DMS_SERVER_ORGANIZATION_MANAGE%' returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $2)`,
    [msp.id, clerk.personId],
  )
  const companyId = customer.id
  const { rows } = await t.adminPool.query<{ id: string; licence: string }>(
    `with l as (insert into licence (company_id, kind, quantity, issuer_company_id, issuer_name)
       values ($1, 'devices', 1, $2, 'It') returning id)
     select p.id::text, l.id::text as licence from package p, l where p.code = 'basic'`,
    [companyId, msp.id],
  )
  const { id: packageId, licence: licenceId } = rows[0]!
  const answers = [
    await clerk.call('POST /api/v1/auth/tenant/lists', {}),
    await clerk.call('POST /api/v1/auth/tenant', { name: 'Made', code: 'made-limited', kind: 'company' }),
    await clerk.call('POST /api/v1/auth/company/:companyId/move', {
      companyId,
      parentId: msp.id,
      reason: 'Sold',
    }),
    await clerk.call('POST /api/v1/package/:packageId/assign', { packageId, companyId }),
    await clerk.call('POST /api/v1/licence', { companyId, kind: 'devices', quantity: 1 }),
    await clerk.call('POST /api/v1/licence/:licenceId/revoke', { licenceId }),
  ]
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['permission.denied']))
})
