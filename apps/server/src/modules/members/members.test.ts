import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

async function companyOf(count: number) {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  const people: TestPerson[] = []
  for (let made = 0; made < count; made += 1) people.push(await t.person(company.id, 'engineer'))
  return { company, admin, people }
}

const name = (person: TestPerson, displayName: string) =>
  t.adminPool.query('update member set display_name = $2 where person_id = $1', [
    person.personId,
    displayName,
  ])

test('lists members with their roles, and with masked addresses', async () => {
  const { company, admin, people } = await companyOf(1)
  await t.adminPool.query(
    `update person set phone = '13812348000', phone_verified_at = now(), email = 'someone@example.com',
     email_verified_at = now() where id = $1`,
    [people[0]!.personId],
  )
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions) values ($1, 'Night shift', '{}') returning id)
     insert into member_role (company_id, member_id, role_id)
     select $1, m.id, r.id from member m, r where m.company_id = $1 and m.person_id = $2`,
    [company.id, people[0]!.personId],
  )
  await name(people[0]!, 'Zhao Yi')
  const page = await admin.call('POST /api/v1/auth/member/lists', { search: 'zhao' })
  expect(page.data).toMatchObject({
    total: 1,
    totalCapped: false,
    items: [
      {
        userCode: people[0]!.personId,
        displayName: 'Zhao Yi',
        userName: expect.any(String),
        roles: ['Night shift', 'engineer'],
        status: 'enabled',
        phone: '138****8000',
        email: 's***@example.com',
        createdAt: expect.any(String),
        lastSignInAt: expect.any(String),
      },
    ],
  })
})

test('hides an address that is not verified', async () => {
  const { admin, people } = await companyOf(1)
  await t.adminPool.query(`update person set phone = '13812348001', email = 'x@example.com' where id = $1`, [
    people[0]!.personId,
  ])
  const page = await admin.call('POST /api/v1/auth/member/lists')
  expect(page.data.items.every(({ phone, email }) => phone === null && email === null)).toBe(true)
})

test('a masked address cannot be found by guessing', async () => {
  const { admin, people } = await companyOf(1)
  await t.adminPool.query(
    `update person set phone = '13900001234', phone_verified_at = now() where id = $1`,
    [people[0]!.personId],
  )
  for (const search of ['13900001234', '1390000', '%', '_']) {
    const page = await admin.call('POST /api/v1/auth/member/lists', { search })
    expect(page.data.items).toEqual([])
  }
})

test('pages follow the requested order in both directions; an unknown order is refused', async () => {
  const { admin, people } = await companyOf(4)
  for (const [index, person] of people.entries()) await name(person, `Member ${index}`)
  const names = async (sort: string, page: number) => {
    const found = await admin.call('POST /api/v1/auth/member/lists', {
      search: 'Member',
      sort: sort as 'displayName',
      page,
      pageSize: 2,
    })
    expect(found.data.total).toBe(4)
    return found.data.items.map(({ displayName }) => displayName)
  }
  expect([...(await names('displayName', 1)), ...(await names('displayName', 2))]).toEqual([
    'Member 0',
    'Member 1',
    'Member 2',
    'Member 3',
  ])
  expect(await names('-createdAt', 1)).toEqual(['Member 3', 'Member 2'])
  for (const sort of ['-displayName', 'userName', '-status', 'lastSignInAt'])
    expect(await names(sort, 1)).toHaveLength(2)
  const hostile = await admin.call('POST /api/v1/auth/member/lists', { sort: 'password_hash; --' as never })
  expect(hostile.code).toBe('request.invalid')
})

test('hides the user name and sign-ins of a person whom another company created', async () => {
  const { admin: adminA, people } = await companyOf(1)
  const { company: b, admin: adminB } = await companyOf(0)
  const shared = people[0]!
  await t.adminPool.query(
    `with m as (insert into member (company_id, person_id, os_id, display_name)
       select $1, $2, n.id, 'Shared' from org_node n where n.company_id = $1 and n.parent_id is null returning id)
     insert into member_role (company_id, member_id, built_in) select $1, id, 'engineer' from m`,
    [b.id, shared.personId],
  )
  const page = await adminB.call('POST /api/v1/auth/member/lists', { search: 'shared' })
  expect(page.data.items).toMatchObject([{ userName: null, lastSignInAt: null }])
  const own = await adminA.call('POST /api/v1/auth/member/lists', {})
  const { userName } = own.data.items.find(({ userCode }) => userCode === shared.personId)!
  expect((await adminB.call('POST /api/v1/auth/member/lists', { search: userName! })).data.items).toEqual([])
})

test('lists the company acted in only, also for callers who see below', async () => {
  const msp = await t.company('middleman')
  const mspAdmin = await t.person(msp.id, 'administrator')
  const customer = await t.company('company', msp.id)
  const employee = await t.person(customer.id, 'administrator')
  const ids = async (person: TestPerson) =>
    (await person.call('POST /api/v1/auth/member/lists')).data.items.map(({ userCode }) => userCode)
  expect(await ids(mspAdmin)).toEqual([mspAdmin.personId])
  expect(await ids(t.operator)).toEqual([t.operator.personId])
  expect(await ids(mspAdmin.actingIn(customer.id))).toEqual([employee.personId])
})

test('pages join to the whole list by any order and search, and the count follows who is enabled', async () => {
  const { company, admin, people } = await companyOf(3)
  await t.adminPool.query(
    `with made as (
       insert into person (home_company_id, user_name, display_name, password_hash)
       select $1, 'shop' || i, 'x', '' from generate_series(1, 300) i returning id, user_name),
     node as (insert into org_node (company_id, parent_id, type, name)
       select $1, id, 2, 'x' from org_node where company_id = $1 and parent_id is null returning id)
     insert into member (company_id, person_id, os_id, display_name, created_at)
     select $1, made.id, node.id, case when user_name like '%7' then '王 ' else 'Li ' end || md5(user_name),
       now() - made.id * interval '1 minute' from made, node`,
    [company.id],
  )
  for (const [sort, order] of [
    ['displayName', 'display_name, id'],
    ['-displayName', 'display_name desc, id desc'],
    ['-createdAt', 'created_at desc, id desc'],
    ['-userName', 'user_name desc, id desc'],
  ] as const) {
    for (const [search, condition] of [
      ['', 'true'],
      ['王', `display_name like '王%'`],
      ['shop2', `user_name like 'shop2%'`],
    ] as const) {
      const { rows } = await t.adminPool.query<{ id: string }>(
        `select id::text from member where company_id = $1 and ${condition} order by ${order}`,
        [company.id],
      )
      const got: string[] = []
      for (const page of [1, 2, 3]) {
        const { data } = await admin.call('POST /api/v1/auth/member/lists', {
          search,
          sort,
          page,
          pageSize: 120,
        })
        expect(data.total).toBe(rows.length)
        got.push(...data.items.map(({ memberId }) => memberId))
      }
      expect(got).toEqual(rows.map(({ id }) => id))
    }
  }
  const totals = async () =>
    Promise.all(
      [{}, { status: 'enabled' as const }, { status: 'disabled' as const }].map(
        async (input) => (await admin.call('POST /api/v1/auth/member/lists', input)).data.total,
      ),
    )
  expect(await totals()).toEqual([304, 304, 0])
  await t.adminPool.query(
    `update member set status = 'disabled' where company_id = $1 and display_name like '王%'`,
    [company.id],
  )
  expect(await totals()).toEqual([304, 274, 30])
  await t.adminPool.query(`delete from member where company_id = $1 and person_id = $2`, [
    company.id,
    people[0]!.personId,
  ])
  expect(await totals()).toEqual([303, 273, 30])
})

test('each company sees when its member was last active in it', async () => {
  const [here, there] = [await companyOf(1), await companyOf(0)]
  const [person] = here.people
  await t.adminPool.query(
    `with m as (insert into member (company_id, person_id, os_id, display_name)
       select $1, $2, n.id, 'Both' from org_node n where n.company_id = $1 and n.parent_id is null returning id)
     insert into member_role (company_id, member_id, built_in) select $1, id, 'engineer' from m`,
    [there.company.id, person!.personId],
  )
  const lastActive = async (admin: TestPerson) =>
    (await admin.call('POST /api/v1/auth/member/lists', { sort: '-lastActiveAt' })).data.items.find(
      ({ userCode }) => userCode === person!.personId,
    )?.lastActiveAt
  expect(await lastActive(there.admin)).toBeNull()
  // The session was opened in the other company.
  const answer = await t.raw({
    method: 'GET',
    url: '/api/v1/auth/user/simple/info',
    headers: { authorization: `Bearer ${person!.token}`, 'x-company-id': there.company.id },
  })
  expect(answer.code).toBe(0)
  await expect.poll(() => lastActive(there.admin), { timeout: 10_000 }).toEqual(expect.any(String))
  expect(await lastActive(here.admin)).toBeNull()
})
