import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  branchPackage,
  createLicenceFixture,
  inDays,
  issue,
  type LicenceFixture,
} from '../../../test/licence-fixture.ts'
import { licenceSweeps } from './index.ts'
import { noticeRepo } from './notice.repo.ts'

let f: LicenceFixture
beforeAll(async () => {
  f = await createLicenceFixture()
})
afterAll(() => f.t.stop())

test('has the packages of the design, and a company created through the console has one', async () => {
  const { data } = await f.t.operator.call('GET /api/v1/package')
  const quotas = data
    .slice(0, 5)
    .map((one) => [
      one.code,
      one.internetLines,
      one.devices,
      one.outlets,
      one.workOrders,
      one.members,
      one.price,
    ])
  expect(quotas).toEqual([
    ['trial', 1, 100, 2, 0, null, 0],
    ['basic', 1, 100, 2, 0, null, 0],
    ['advanced', 10, 500, 10, 100, null, 2000],
    ['premium', 50, 10_000, 100, 300, null, 5000],
    ['flagship', 1000, null, 10_000, 300, null, null],
  ])
  const made = await f.t.operator.call('POST /api/v1/auth/tenant', {
    name: 'Made by hand',
    code: 'made-by-hand',
    kind: 'company',
  })
  const inside = await f.t.operator.actingIn(made.data.companyId).call('GET /api/v1/licence/usage')
  expect(inside.data.package).toMatchObject({ code: 'basic', version: 1 })
  expect(inside.data.kinds.find(({ kind }) => kind === 'devices')).toMatchObject({ used: 0, granted: 100 })
})

test('a sold package keeps its version until its holders are moved', async () => {
  const created = await f.t.operator.call('POST /api/v1/package', { code: 'sold', ...branchPackage(20) })
  const { id: companyId, admin } = await f.customer('basic')
  const packageId = created.data.id
  await f.t.operator.call('POST /api/v1/package/:packageId/assign', { packageId, companyId })
  const edited = { ...branchPackage(20), devices: 30, price: null }
  await f.t.operator.call('PUT /api/v1/package/:packageId', { packageId: created.data.id, ...edited })
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ granted: 20 })
  const versions = await f.t.operator.call('GET /api/v1/package/:packageId', { packageId: created.data.id })
  expect(versions.data.map(({ version, devices, holders }) => [version, devices, holders])).toEqual([
    [2, 30, 0],
    [1, 20, 1],
  ])
  const moved = await f.t.operator.call('POST /api/v1/package/:packageId/upgrade', {
    packageId: created.data.id,
  })
  expect(moved.data).toEqual({ moved: 1 })
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ granted: 30 })
  const audit = await f.t.adminPool.query(
    `select detail from audit_log where company_id = $1 and action = 'package.assigned' order by id desc limit 1`,
    [admin.companyId],
  )
  expect(audit.rows[0].detail).toMatchObject({
    before: { code: 'sold', version: 1 },
    after: { code: 'sold', version: 2 },
  })
})

test('only the platform edits packages; the default ones stay on sale', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const packageId = f.packageIds['basic']!
  for (const person of [msp.admin, f.t.operator.actingIn(msp.id)])
    expect((await person.call('POST /api/v1/package', { code: 'forged', ...branchPackage(1) })).code).toBe(
      'permission.denied',
    )
  expect((await msp.admin.call('GET /api/v1/package')).code).toBe(0)
  const retired = await f.t.operator.call('POST /api/v1/package/:packageId/retire', {
    packageId,
    retired: true,
  })
  expect(retired.code).toBe('package.needed')
  const taken = await f.t.operator.call('POST /api/v1/package', { code: 'basic', ...branchPackage(1) })
  expect(taken.code).toBe('package.code_taken')
  // Not one's own, not a parent's, not a sibling's.
  const other = await f.customer('basic')
  for (const companyId of [msp.id, other.id]) {
    const assigned = await msp.admin.call('POST /api/v1/package/:packageId/assign', { packageId, companyId })
    expect(assigned.code).toBe('company.not_found')
  }
})

test.each([
  ['en-us', 'Quota used up: Members (3 of 3).'],
  ['zh-cn', '成员配额已用完（已用 3，共 3）。'],
])('refuses a member beyond the package in %s, with the kind in words', async (language, text) => {
  const { id, admin } = await f.customer('branch')
  await f.t.person(id, 'user_layer')
  await f.t.person(id, 'user_layer')
  const answer = await f.t.raw({
    method: 'POST',
    url: '/api/v1/auth/member',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'x-company-id': id,
      'accept-language': language,
    },
    payload: { userName: 'fourth', displayName: 'Fourth', password: 'Sample-text-1', role: 'engineer' },
  })
  expect(answer).toMatchObject({
    status: 409,
    code: 'licence.exceeded',
    data: { kind: 'members', granted: 3, used: 3 },
  })
  expect(answer.message).toContain(text)
  // A disabled user takes no seat.
  await f.t.adminPool.query(
    `update member set status = 'disabled' where id = (select max(id) from member where company_id = $1)`,
    [id],
  )
  expect(await f.usageOf(admin, 'members')).toMatchObject({ used: 2 })
})

test('issues, renews, enlarges, reduces and revokes a licence; its history has each change with both values', async () => {
  const { id, admin } = await f.customer('branch')
  const endsAt = inDays(10)
  const { data } = await issue(f.t.operator, id, 5, { endsAt })
  const licenceId = data.id
  const listed = async () => (await admin.call('POST /api/v1/licence/lists', {})).data.items[0]
  expect(await listed()).toMatchObject({ quantity: 5, remaining: 5, state: 'valid', issuedHere: false })
  await f.addDevices(id, 33)
  expect(await listed()).toMatchObject({ remaining: 2 })
  const later = inDays(20)
  for (const change of [
    { quantity: 5, endsAt: later },
    { quantity: 9, endsAt: later },
    { quantity: 1, endsAt: null },
  ])
    expect((await f.t.operator.call('PUT /api/v1/licence/:licenceId', { licenceId, ...change })).code).toBe(0)
  expect(await listed()).toMatchObject({ quantity: 1, remaining: 0, state: 'exceeded', endsAt: null })
  await f.t.operator.call('POST /api/v1/licence/:licenceId/revoke', { licenceId })
  expect(
    (await f.t.operator.call('PUT /api/v1/licence/:licenceId', { licenceId, quantity: 3, endsAt: null }))
      .code,
  ).toBe('licence.move_not_allowed')
  const { data: history } = await admin.call('GET /api/v1/licence/:licenceId/history', { licenceId })
  expect(history.map(({ action }) => action)).toEqual(['revoked', 'reduced', 'enlarged', 'renewed', 'issued'])
  expect(history[2]).toMatchObject({ before: { quantity: 5 }, after: { quantity: 9 } })
  expect(new Date(history[3]!.before!.endsAt!).toISOString()).toBe(endsAt)
  const own = await admin.call('POST /api/v1/licence', { companyId: id, kind: 'devices', quantity: 1 })
  expect(own.code).toBe('permission.denied')
})

test('refuses an end before the start, a quantity of zero and a company outside', async () => {
  const { id } = await f.customer('branch')
  const msp = await f.customer('basic', undefined, 'middleman')
  expect(await issue(f.t.operator, id, 1, { endsAt: '2020-01-01T00:00:00Z' })).toMatchObject({
    data: { fields: [{ field: 'endsAt' }] },
  })
  expect(await issue(f.t.operator, id, 0)).toMatchObject({ data: { fields: [{ field: 'quantity' }] } })
  expect((await issue(msp.admin, id, 1)).code).toBe('company.not_found')
  expect((await issue(f.t.operator, id, 1, { purpose: 'pool' })).code).toBe('licence.pool_needs_msp')
})

test('an MSP assigns parts of its pool and takes them back; other companies see none of it', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const below = await f.customer('branch', msp.id)
  const stranger = await f.customer('branch')
  expect((await issue(msp.admin, below.id, 1)).code).toBe('licence.pool_not_found')
  const pool = await issue(f.t.operator, msp.id, 10, { purpose: 'pool', endsAt: inDays(30) })
  const poolId = pool.data.id
  expect((await issue(msp.admin, below.id, 4, { poolId })).code).toBe('licence.outside_pool')
  const part = await issue(msp.admin, below.id, 4, { poolId, endsAt: inDays(20) })
  expect(await f.usageOf(below.admin, 'devices')).toMatchObject({ granted: 34 })
  const exhausted = await issue(msp.admin, below.id, 7, { poolId, endsAt: inDays(20) })
  expect(exhausted).toMatchObject({ code: 'licence.pool_exhausted', data: { room: 6 } })
  expect((await msp.admin.call('GET /api/v1/licence/pools')).data).toMatchObject([
    { handed: 4, remaining: 6 },
  ])
  for (const person of [msp.admin, f.t.operator])
    expect((await person.call('POST /api/v1/licence/:licenceId/revoke', { licenceId: poolId })).code).toBe(
      person === f.t.operator ? 'licence.pool_in_use' : 'licence.not_found',
    )
  expect((await stranger.admin.call('POST /api/v1/licence/lists', {})).data.items).toEqual([])
  expect(
    (await stranger.admin.call('GET /api/v1/licence/:licenceId/history', { licenceId: part.data.id })).code,
  ).toBe('licence.not_found')
  await msp.admin.call('POST /api/v1/licence/:licenceId/revoke', { licenceId: part.data.id })
  expect((await msp.admin.call('GET /api/v1/licence/pools')).data).toMatchObject([
    { handed: 0, remaining: 10 },
  ])
  expect(await f.usageOf(below.admin, 'devices')).toMatchObject({ granted: 30 })
})

test('a licence grants nothing from its end on, without a sweep', async () => {
  const { id, admin } = await f.customer('branch')
  const { data } = await issue(f.t.operator, id, 10, { endsAt: inDays(1) })
  await f.t.adminPool.query(
    `update licence set starts_at = now() - interval '2 days', ends_at = now() - interval '1 second' where id = $1`,
    [data.id],
  )
  await f.t.adminPool.query(
    `update entitlement set changes_at = now() - interval '1 second' where company_id = $1 and kind = 'devices'`,
    [id],
  )
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ granted: 30 })
  await expect(f.addDevices(id, 31)).rejects.toThrow('licence.exceeded')
  const listed = (await admin.call('POST /api/v1/licence/lists', { state: ['expired'] })).data.items
  expect(listed).toMatchObject([{ id: data.id, state: 'expired', remaining: 0 }])
})

test('notifies once each of 80 % and an end within 30, 7 and 1 days, to administrators with a verified address', async () => {
  const { id, admin } = await f.customer('branch')
  await f.t.adminPool.query(`update person set email = $2, email_verified_at = now() where id = $1`, [
    admin.personId,
    `a${id}@example.test`,
  ])
  const { data } = await issue(f.t.operator, id, 10, { endsAt: inDays(20) })
  await f.addDevices(id, 32)
  const sweep = licenceSweeps({ secrets: f.t.secrets, messages: f.t.messages }).find(
    ({ name }) => name === 'licence.notices',
  )!
  const run = () => sweep.run({ scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal })
  const notices = async () =>
    (
      await f.t.adminPool.query<{ key: string }>(
        'select key from licence_notice where company_id = $1 order by key',
        [id],
      )
    ).rows.map(({ key }) => key)
  const sent = async () =>
    (await f.t.adminPool.query('select count(*)::int as n from outgoing_message')).rows[0].n
  const before = await sent()
  await run()
  await run()
  expect(await notices()).toEqual([`licence:${data.id}:30`, 'usage:devices:80'])
  expect(await sent()).toBe(before + 2)
  await f.t.adminPool.query(`update licence set ends_at = now() + interval '6 days' where id = $1`, [data.id])
  await run()
  expect(await notices()).toContain(`licence:${data.id}:7`)
  expect(await sent()).toBe(before + 3)
  expect(await noticeRepo.companies(f.t.scopes, 100)).not.toContain(id)
  // Renewed: the next end is announced again.
  await f.t.operator.call('PUT /api/v1/licence/:licenceId', {
    licenceId: data.id,
    quantity: 10,
    endsAt: inDays(90),
  })
  expect(await notices()).toEqual(['usage:devices:80'])
})

test('keeps a value of use a day, and the forecast reports too few values', async () => {
  const { id, admin } = await f.customer('branch')
  await f.addDevices(id, 10)
  await noticeRepo.snapshot(f.t.scopes)
  expect(await f.usageOf(admin, 'devices')).toMatchObject({
    history: [{ used: 10 }],
    forecast: { outcome: 'not_enough_history' },
  })
  await f.t.adminPool.query(
    `insert into usage_snapshot (company_id, kind, day, used) select $1, 'devices', current_date - n, 10 - n
     from generate_series(1, 9) n`,
    [id],
  )
  expect((await f.usageOf(admin, 'devices')).forecast).toEqual({ outcome: 'runs_out', days: 20 })
})

test('exports the list as filtered, in the language of the caller, without formulas', async () => {
  const { id, admin } = await f.customer('branch')
  await issue(f.t.operator, id, 7)
  await f.t.adminPool.query(`update licence set note = '=1+1' where company_id = $1`, [id])
  await f.t.operator.call('POST /api/v1/licence', { companyId: id, kind: 'outlets', quantity: 1 })
  const { body } = await f.t.raw({
    method: 'POST',
    url: '/api/v1/licence/export',
    headers: { authorization: `Bearer ${admin.token}`, 'x-company-id': id, 'accept-language': 'zh-cn' },
    payload: { kind: ['devices'], page: 1 },
  })
  const lines = body.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('授权类型')
  expect(lines[1]).toContain('网络设备')
  expect(lines[1]).toMatch(/'=1\+1/)
})
