import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { auditRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => auditRoutes(app))
})
afterAll(() => t.stop())

const userName = async ({ personId }: TestPerson) =>
  (await t.adminPool.query('select user_name from person where id = $1', [personId])).rows[0]
    .user_name as string
const rename = (person: TestPerson, name: string) =>
  t.adminPool.query('update member set display_name = $2 where person_id = $1', [person.personId, name])
const log = async (reader: TestPerson, filters = {}) =>
  (await reader.call('POST /api/v1/auth/audit/lists', filters)).data.items
const act = async (who: TestPerson, name: string) => {
  const root = (await who.call('GET /api/v1/auth/department')).data[0]!.id
  return who.call('POST /api/v1/auth/department', { name, parentId: root })
}

test('an entry names the account that acted, whatever name its person took', async () => {
  const { id } = await t.company('company')
  const [chief, other] = [await t.person(id, 'administrator'), await t.person(id, 'administrator')]
  await rename(other, await userName(chief))
  expect((await act(other, 'Shop')).code).toBe(0)
  const [entry] = await log(chief, { action: ['department.created'] })
  expect(entry).toMatchObject({
    actorName: await userName(chief),
    actorId: other.personId,
    actorAccount: await userName(other),
  })
  // It is found by the account too, and stays what it was.
  const account = await userName(other)
  await t.adminPool.query(`update person set user_name = 'another-name' where id = $1`, [other.personId])
  const found = await log(chief, { search: account, action: ['department.created'] })
  expect(found.map(({ actorAccount }) => actorAccount)).toEqual([account])
  const { body } = await chief.call('POST /api/v1/auth/audit/export', { action: ['department.created'] })
  expect(body.split('\r\n')[0]).toContain('User,Account,Account ID')
  expect(body).toContain(`,${account},${other.personId},`)
})

test('from above the account shows the code of its company; the name of an account made by a third company is hidden', async () => {
  const msp = await t.company('middleman')
  const { id } = await t.company('company', msp.id)
  const [above, chief] = [await t.person(msp.id, 'administrator'), await t.person(id, 'administrator')]
  await act(above.actingIn(id), 'Shop')
  const [there] = await log(chief, { action: ['department.created'] })
  expect(there).toMatchObject({ actorAccount: `${await userName(above)}@${msp.code}` })
  const [home] = await log(above, { action: ['department.created'] })
  expect(home).toMatchObject({ actorAccount: await userName(above) })

  const third = await t.person((await t.company('company')).id, 'engineer')
  await t.adminPool.query(
    `with m as (insert into member (company_id, person_id, os_id, display_name)
       select $1, $2, n.id, 'Guest' from org_node n where n.company_id = $1 and n.parent_id is null returning id)
     insert into member_role (company_id, member_id, built_in) select $1, m.id, 'administrator' from m`,
    [id, third.personId],
  )
  await act(await t.session(third.personId, id), 'Depot')
  const [guest] = await log(chief, { action: ['department.created'] })
  expect(guest).toMatchObject({ actorName: 'Guest', actorId: third.personId, actorAccount: null })
})

test('repeated refusals of an act are one entry with a count', async () => {
  const { id } = await t.company('company')
  const [chief, person] = [await t.person(id, 'administrator'), await t.person(id, 'user_layer')]
  for (let n = 0; n < 30; n += 1) await person.call('POST /api/v1/auth/audit/lists', {})
  await person.call('GET /api/v1/auth/audit/companies', {})
  const refused = await log(chief, { action: ['permission.denied'] })
  expect(refused.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ endpoint: 'GET /api/v1/auth/audit/companies', attempts: 1 }),
    expect.objectContaining({ endpoint: 'POST /api/v1/auth/audit/lists', attempts: 1 }),
  ])
  const tenMinutesPass = () =>
    t.adminPool.query(`update refused_act set noted_at = now() - interval '11 minutes'`)
  const attempts = async () =>
    (await log(chief, { action: ['permission.denied'] })).map(({ detail }) => detail['attempts'])
  await tenMinutesPass()
  await person.call('POST /api/v1/auth/audit/lists', {})
  expect(await attempts()).toEqual([30, 1, 1])
  // What no other refusal follows is written by the sweep.
  for (let n = 0; n < 5; n += 1) await person.call('POST /api/v1/auth/audit/lists', {})
  expect(await attempts()).toEqual([30, 1, 1])
  await tenMinutesPass()
  await t.scopes.asLoginRole('select prune_live_events()')
  expect(await attempts()).toEqual([5, 30, 1, 1])
})
