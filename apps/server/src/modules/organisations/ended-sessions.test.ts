import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

const info = (person: TestPerson) => person.call('GET /api/v1/auth/user/simple/info')
const tenant = '/api/v1/auth/tenant/:companyId'

async function arrange() {
  const [here, elsewhere] = [await t.company('company'), await t.company('company')]
  const person = await t.person(here.id, 'administrator')
  await t.adminPool.query(
    `with m as (insert into member (company_id, person_id, os_id, display_name)
       select $1, $2, n.id, 'Both' from org_node n where n.company_id = $1 and n.parent_id is null returning id)
     insert into member_role (company_id, member_id, built_in) select $1, m.id, 'engineer' from m`,
    [elsewhere.id, person.personId],
  )
  return { here, elsewhere, person, there: await t.session(person.personId, elsewhere.id) }
}

test.each([
  { stop: 'freeze', start: 'thaw', code: 40027 },
  { stop: 'deactivate', start: 'reactivate', code: 40031 },
] as const)('$stop ends the sessions in the company: no token works after $start', async (moves) => {
  const { here, elsewhere, person, there } = await arrange()
  const second = await t.session(person.personId, here.id)
  expect((await info(person)).code).toBe(0)
  const move = { companyId: here.id, reason: 'x' }
  expect((await t.operator.call(`POST ${tenant}/${moves.stop}`, move)).code).toBe(0)
  expect(await info(person)).toMatchObject({ status: 403, code: moves.code })
  const back =
    moves.start === 'thaw'
      ? await t.operator.call(`POST ${tenant}/thaw`, { companyId: here.id })
      : await t.operator.call(`POST ${tenant}/reactivate`, move)
  expect(back.code).toBe(0)
  // Whichever company a session was opened in, it has ended in this one.
  for (const token of [person.token, second.token, there.token]) {
    const headers = { authorization: `Bearer ${token}`, 'x-company-id': here.id }
    const answer = await t.raw({ method: 'GET', url: '/api/v1/auth/user/simple/info', headers })
    expect(answer).toMatchObject({ status: 401, code: 40005 })
  }
  // In another company the person goes on, with each of them.
  for (const token of [person.token, there.token]) {
    const headers = { authorization: `Bearer ${token}`, 'x-company-id': elsewhere.id }
    const answer = await t.raw({ method: 'GET', url: '/api/v1/auth/user/simple/info', headers })
    expect(answer.code).toBe(0)
  }
  expect((await info(await t.session(person.personId, here.id))).code).toBe(0)
})

test('freezing an MSP ends its own sessions alone', async () => {
  const msp = await t.company('middleman')
  const below = await t.company('company', msp.id)
  const [above, person] = [await t.person(msp.id, 'administrator'), await t.person(below.id, 'administrator')]
  await t.operator.call(`POST ${tenant}/freeze`, { companyId: msp.id, reason: 'x' })
  await t.operator.call(`POST ${tenant}/thaw`, { companyId: msp.id })
  expect((await info(above)).code).toBe(40005)
  expect((await info(person)).code).toBe(0)
})
