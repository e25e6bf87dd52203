import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

const password = 'Operator-Test-1'
const signIn = (username: string, given = password, extra: Record<string, string> = {}) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password: given, ...extra } })

describe('sign-in', () => {
  test('accepts the token at the top level, by form body and by query string', async () => {
    const body = await signIn('admin')
    expect(body).toMatchObject({ status: 200, code: 0 })
    expect(JSON.parse(body.body)).toMatchObject({ tokenType: 'Bearer', accessToken: expect.any(String) })
    const query = await t.raw({
      method: 'POST',
      url: `/api/v1/auth/login?username=admin&password=${password}`,
    })
    expect(query.code).toBe(0)
    const form = await t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `username=admin&password=${password}`,
    })
    expect(form.code).toBe(0)
  })

  test('a wrong password and an unknown name answer the same', async () => {
    const wrong = await signIn('admin', 'Wrong-password-1')
    const unknown = await signIn('nobody-here', 'Wrong-password-1')
    expect(wrong).toMatchObject({ status: 401, code: 'sign_in.wrong' })
    // The body holds the id of its request.
    const own = { headers: {}, body: '', bytes: null }
    expect({ ...unknown, ...own }).toEqual({ ...wrong, ...own })
  })

  test('names a missing field, in the requested language', async () => {
    const answer = await t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'accept-language': 'zh-cn' },
      payload: { username: 'admin' },
    })
    expect(answer).toMatchObject({
      status: 400,
      code: 'request.invalid',
      data: { fields: [{ field: 'password' }] },
    })
    expect(answer.message).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('session', () => {
  test('returns user info, identity, tenants and permission codes of the company in use', async () => {
    const info = await t.operator.call('GET /api/v1/auth/user/simple/info')
    expect(info.data).toMatchObject({ userCode: t.operator.personId, userIdentity: 1, userName: 'admin' })
    expect((await t.operator.call('POST /api/v1/auth/org/struct/check/identity')).data).toEqual({
      identity: 1,
    })
    const msp = await t.company('middleman')
    const customer = await t.company('company', msp.id)
    const mspAdmin = await t.person(msp.id, 'administrator')
    const tenants = await mspAdmin.call('POST /api/v1/auth/company/tenant/all')
    expect(tenants.data.map((tenant) => tenant.companyId)).toEqual([customer.id])
    const codes = await mspAdmin.call('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' })
    expect(codes.data).toContain('DMS_SERVER_DEVICE_VIEW')
    expect(codes.data).not.toContain('DMS_SERVER_DEVICE_POOL_VIEW')
  })

  test('an ended session answers 40005, an unknown token 40001, an expired one A0230', async () => {
    const company = await t.company('company')
    const person = await t.person(company.id, 'administrator')
    expect((await person.call('POST /api/v1/auth/logout')).code).toBe(0)
    expect(await person.call('GET /api/v1/auth/user/simple/info')).toMatchObject({ status: 401, code: 40005 })
    const unknown = await t.raw({
      method: 'GET',
      url: '/api/v1/auth/user/simple/info',
      headers: { authorization: 'Bearer nonsense' },
    })
    expect(unknown).toMatchObject({ status: 401, code: 40001 })
    const idle = await t.person(company.id, 'administrator')
    await t.adminPool.query(
      `update session set last_seen_at = now() - interval '2 hours' where person_id = $1`,
      [idle.personId],
    )
    expect(await idle.call('GET /api/v1/auth/user/simple/info')).toMatchObject({ status: 401, code: 'A0230' })
  })

  test('a frozen company answers 40027, a deactivated one 40031, a disabled member 40032', async () => {
    const company = await t.company('company')
    const person = await t.person(company.id, 'engineer')
    const set = (sql: string) => t.adminPool.query(sql, [company.id])
    await set(`update company set status = 'frozen', frozen_because = 'hand' where id = $1`)
    expect((await person.call('GET /api/v1/auth/user/simple/info')).code).toBe(40027)
    await set(`update company set status = 'deactivated', frozen_because = null where id = $1`)
    expect((await person.call('GET /api/v1/auth/user/simple/info')).code).toBe(40031)
    await set(`update company set status = 'active' where id = $1`)
    await set(`update member set status = 'disabled' where company_id = $1`)
    expect((await person.call('GET /api/v1/auth/user/simple/info')).code).toBe(40032)
  })

  test('the refusal of a frozen company gives the reason and a contact', async () => {
    const msp = await t.company('middleman')
    const company = await t.company('company', msp.id)
    const person = await t.person(company.id, 'engineer')
    await t.adminPool.query(
      `update company set status = 'frozen', frozen_because = 'hand', state_reason = 'Unpaid since May' where id = $1`,
      [company.id],
    )
    const answer = await person.call('GET /api/v1/auth/user/simple/info')
    expect(answer.code).toBe(40027)
    expect(answer.message).toBe(
      `The company is frozen: Unpaid since May. To thaw it, contact Company ${msp.code}.`,
    )
  })

  test('the cookie alone does not authenticate', async () => {
    const answer = await t.raw({
      method: 'GET',
      url: '/api/v1/auth/user/simple/info',
      headers: { cookie: `sstoken=${t.operator.token}` },
    })
    expect(answer.code).toBe(40001)
  })
})

describe('companies and people', () => {
  test('the operator creates an MSP, a customer below it and a person in each', async () => {
    const msp = await t.operator.call('POST /api/v1/auth/tenant', {
      name: '北辰服务',
      code: 'beichen',
      kind: 'middleman',
    })
    expect(msp).toMatchObject({ code: 0, data: { companyId: expect.any(String) } })
    const customer = await t.operator.call('POST /api/v1/auth/tenant', {
      name: 'Shop',
      code: 'shop',
      prefix: 'shop',
      kind: 'company',
      parentId: msp.data.companyId,
    })
    expect(customer.code).toBe(0)
    const member = await t.operator.actingIn(customer.data.companyId).call('POST /api/v1/auth/member', {
      userName: 'li.wei',
      displayName: '李伟',
      password: 'Long-enough-7',
      role: 'administrator',
    })
    expect(member.code).toBe(0)
    // The password was set by someone else: the first sign-in requires a new one.
    for (const answer of [
      await signIn('li.wei@shop', 'Long-enough-7'),
      await signIn('li.wei', 'Long-enough-7', { prefix: 'shop' }),
    ]) {
      expect(answer).toMatchObject({ status: 403, code: 'sign_in.complete_account' })
      expect(answer.data).toMatchObject({ ticket: expect.any(String) })
    }
    expect((await signIn('li.wei', 'Long-enough-7')).code).toBe('sign_in.wrong')
    expect(
      (await t.operator.call('POST /api/v1/auth/tenant', { name: 'x', code: 'shop', kind: 'company' })).code,
    ).toBe('company.code_taken')
  })

  test("a company cannot be created below somebody else's, nor below a customer", async () => {
    const msp = await t.company('middleman')
    const other = await t.company('middleman')
    const customer = await t.company('company', msp.id)
    const admin = await t.person(msp.id, 'administrator')
    const create = (parentId: string, code: string) =>
      admin.call('POST /api/v1/auth/tenant', { name: 'x', code, kind: 'company', parentId })
    expect((await create(other.id, 'foreign')).code).toBe('company.not_found')
    expect((await create(customer.id, 'below')).code).toBe('company.parent_cannot_hold')
    expect((await create(msp.id, 'mine')).code).toBe('package.not_allotted')
    await t.adminPool.query(
      'insert into package_allotment (company_id, package_id) select $1, id from package',
      [msp.id],
    )
    expect((await create(msp.id, 'mine')).code).toBe(0)
  })

  test('refuses to grant what the caller does not hold', async () => {
    const company = await t.company('company')
    const admin = await t.person(company.id, 'administrator')
    const answer = await admin.call('POST /api/v1/auth/member', {
      userName: 'root',
      displayName: 'x',
      password: 'Long-enough-7',
      role: 'platform_administrator',
    })
    expect(answer).toMatchObject({ status: 403, code: 'permission.denied' })
  })

  test('enforces the password rules, and refuses common passwords', async () => {
    const make = (given: string) =>
      t.operator.call('POST /api/v1/auth/member', {
        userName: 'someone',
        displayName: 'x',
        password: given,
        role: 'engineer',
      })
    expect((await make('Ab1!')).code).toBe('request.invalid')
    expect((await make('alllowercase')).code).toBe('request.invalid')
    expect((await make('Password123!')).code).toBe('sign_in.password_too_common')
  })

  test('a refused act is audited although its transaction is rolled back', async () => {
    const company = await t.company('company')
    const engineer = await t.person(company.id, 'engineer')
    expect(
      (await engineer.call('POST /api/v1/auth/tenant', { name: 'x', code: 'refused', kind: 'company' })).code,
    ).toBe('permission.denied')
    const { rows } = await t.adminPool.query(`select action from audit_log where company_id = $1`, [
      company.id,
    ])
    expect(rows).toEqual([{ action: 'permission.denied' }])
  })
})
