import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { actingRoutes } from '../acting/index.ts'

const many = 1_200

let t: TestApp
let msp: { id: string }
let inner: { id: string }
let mspAdmin: TestPerson
beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => actingRoutes(app, { secrets, messages }))
  msp = await t.company('middleman')
  inner = await t.company('middleman', msp.id)
  mspAdmin = await t.person(msp.id, 'administrator')
  await t.adminPool.query(
    `insert into company (parent_id, kind, name, code)
     select case when i % 3 = 0 then $2::bigint else $1::bigint end, 'company',
       case i when $3::int then 'Rare one' else 'Shop ' || lpad(i::text, 4, '0') end, 'shop-' || i
     from generate_series(1, $3::int) i`,
    [msp.id, inner.id, many],
  )
})
afterAll(() => t.stop())

const list = async (person: TestPerson, input: object) =>
  (await person.call('POST /api/v1/auth/tenant/lists', input)).data

/** The list computed without optimisations. */
async function expected(condition: string, order: string): Promise<string[]> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select c.id::text from company c join company_ancestor a on a.company_id = c.id and a.ancestor_id = $1 and a.depth > 0
     where ${condition} order by ${order}`,
    [msp.id],
  )
  return rows.map(({ id }) => id)
}

test.each([
  ['name', {}, 'true', 'name, c.id'],
  ['-name', { search: 'shop' }, `search like '%shop%'`, 'name desc, c.id desc'],
  ['code', { search: 'shop-1' }, `search like '%shop-1%'`, 'code, c.id'],
  ['-createdAt', { search: 'rare' }, `search like '%rare%'`, 'created_at desc, c.id desc'],
  ['status', { kind: 'company' }, `kind = 'company'`, 'status, name, c.id'],
  ['name', { kind: 'middleman' }, `kind = 'middleman'`, 'name, c.id'],
  ['expiresAt', { standing: ['trial', 'poc'] }, `standing <> 'formal'`, 'expires_at, c.id'],
])('below several MSPs, by %s, %j: pages join to the whole list', async (sort, filter, condition, order) => {
  const wanted = await expected(condition, order)
  const got: string[] = []
  for (let page = 1; page <= Math.ceil(wanted.length / 200) + 1; page += 1) {
    const { items } = await list(mspAdmin, { ...filter, sort, page, pageSize: 200 })
    got.push(...items.map(({ id }) => id))
  }
  expect(got).toEqual(wanted)
})

test('what a search finds is counted to a thousand, the rest of the list to ten thousand', async () => {
  for (const person of [mspAdmin, t.operator]) {
    expect(await list(person, { search: 'shop' })).toMatchObject({ total: 1_000, totalCapped: true })
    expect(await list(person, { search: 'rare' })).toMatchObject({ total: 1, totalCapped: false })
  }
  expect(await list(mspAdmin, {})).toMatchObject({ total: many + 1, totalCapped: false })
})

test('one or two letters begin a word, anything else stands anywhere', async () => {
  const found = async (search: string) => (await list(mspAdmin, { search })).items.map(({ name }) => name)
  expect(await found('ra')).toEqual(['Rare one'])
  expect(await found('on')).toEqual(['Rare one'])
  expect(await found('ar')).toEqual([])
  expect(await found('are')).toEqual(['Rare one'])
})

test('the switcher offers what is below, by name, and finds in it', async () => {
  const offered = async (search: string) =>
    (await mspAdmin.call('POST /api/v1/auth/acting/tenants', { search })).data.tenants
  const byName = await expected('true', 'name, c.id')
  const first = await offered('')
  expect(first.map(({ companyId }) => companyId)).toEqual(byName.slice(0, first.length))
  expect(new Set(first.map(({ entry }) => entry))).toEqual(new Set(['free']))
  expect(await offered('RARE')).toMatchObject([{ name: 'Rare one' }])
})

test('the tally is what there is, whatever happens to tenants', async () => {
  const differences = `
    with counted as (
      select parent_id, kind, standing, status, delivery, sum(n) as n from tenant_tally group by 1, 2, 3, 4, 5
      having sum(n) <> 0),
    real as (select parent_id, kind, standing, status, delivery, count(*) as n from company where kind <> 'op' group by 1, 2, 3, 4, 5)
    (table counted except table real) union all (table real except table counted)`
  const ids = await expected(`kind = 'company'`, 'c.id')
  for (const change of [
    `update company set status = 'frozen', frozen_because = 'hand' where id = any ($1) and id % 2 = 0`,
    `update company set standing = 'trial' where id = any ($1) and id % 5 = 0`,
    `update company set parent_id = ${inner.id}, delivery = 'self_hosted' where id = any ($1) and id % 7 = 0`,
    `update company set name = name || '!' where id = any ($1) and id % 11 = 0`,
    `delete from company where id = any ($1) and id % 3 = 0`,
  ]) {
    await t.adminPool.query(change, [ids])
    expect((await t.adminPool.query(differences)).rows).toEqual([])
    const { rows } = await t.adminPool.query<{ n: number }>(
      `select count(*)::int as n from company where parent_id = $1 and status = 'frozen'`,
      [inner.id],
    )
    expect((await list(mspAdmin, { parentId: inner.id, status: ['frozen'] })).total).toBe(rows[0]?.n)
  }
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select count(*)::int as n from tenant_tally where parent_id = $1',
    [msp.id],
  )
  expect(rows[0]?.n, 'rows are folded').toBeLessThan(many / 2)
})
