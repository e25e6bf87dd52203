import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Claims } from './scope.ts'
import type { Db } from './transaction.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

const claimsOf = (token: string, tenantCompanyId: string | null = null): Claims => ({
  token,
  companyId: null,
  tenantCompanyId,
  proxy: tenantCompanyId !== null,
})
const any = { needed: null, reads: false } as const

async function device(companyId: string, name: string) {
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver) values ($1, $2, 'printer', 'none')`,
    [companyId, name],
  )
}

const namesSeen = (db: Db) =>
  db
    .selectFrom('device')
    .select('name')
    .execute()
    .then((rows) => rows.map((row) => row.name))

test('a member who became an administrator sees with the new scope, whatever the previous one', async () => {
  const msp = await t.company('middleman')
  const below = await t.company('company', msp.id)
  await device(below.id, 'below')
  const person = await t.person(msp.id, 'engineer')
  const look = () => t.scopes.withRequest(claimsOf(person.token), any, ({ db }) => namesSeen(db))
  expect(await look()).toEqual([])
  await t.adminPool.query(
    `update member_role set built_in = 'administrator' where member_id = (select id from member where person_id = $1)`,
    [person.personId],
  )
  expect(await look()).toEqual(['below'])
  await t.adminPool.query(
    `update member_role set built_in = 'engineer' where member_id = (select id from member where person_id = $1)`,
    [person.personId],
  )
  expect(await look()).toEqual([])
})

test('a session that ended in between gets nothing of the work begun for it', async () => {
  const company = await t.company('company')
  await device(company.id, 'kept')
  const person = await t.person(company.id, 'administrator')
  const claims = claimsOf(person.token)
  await t.scopes.withRequest(claims, any, ({ db }) => namesSeen(db))
  await t.adminPool.query(`update session set ended_at = now(), end_code = '40002' where person_id = $1`, [
    person.personId,
  ])
  const rename = t.scopes.withRequest(claims, any, async ({ db }) => {
    await db.updateTable('device').set({ name: 'changed' }).execute()
  })
  await expect(rename).rejects.toMatchObject({ code: '40002' })
  expect(
    (await t.adminPool.query('select name from device where company_id = $1', [company.id])).rows,
  ).toEqual([{ name: 'kept' }])
})

test('a statement after the end of its transaction is refused', async () => {
  const company = await t.company('company')
  let kept: Db | null = null
  await t.scopes.withCompany(company.id, async ({ db }) => {
    kept = db
  })
  await expect(namesSeen(kept!)).rejects.toThrow(/transaction is over/)
})

test('a reading endpoint cannot write', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const write = t.scopes.withRequest(claimsOf(person.token), { needed: null, reads: true }, ({ db }) =>
    db
      .insertInto('live_event')
      .values({ company_id: company.id, kind: 'device.changed', subject_id: null })
      .execute(),
  )
  await expect(write).rejects.toThrow(/read-only/)
})

test("the next user of a read's connection inherits nothing of its role, scope or read-only transaction", async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const read = () =>
    t.scopes.withRequest(claimsOf(person.token), { needed: null, reads: true }, ({ db }) => namesSeen(db))
  await read()
  await read()
  const [narrow] = await t.scopes.asLoginRole<{ role: string; company: string; reading: string }>(
    `select current_user as role, current_setting('netward.company_id', true) as company,
       current_setting('transaction_read_only') as reading`,
  )
  expect(narrow).toEqual({ role: t.roles.login, company: '', reading: 'off' })
  await read()
  await t.scopes.withCompany(company.id, ({ db }) =>
    db.updateTable('device').set({ note: 'written' }).execute(),
  )
})

test('the transaction of a read ends soon after, even if its connection stays idle', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  await t.scopes.withRequest(claimsOf(person.token), { needed: null, reads: true }, ({ db }) => namesSeen(db))
  await expect
    .poll(async () => {
      const open = await t.adminPool.query(
        `select 1 from pg_stat_activity where datname = current_database() and usename = $1 and xact_start is not null`,
        [t.roles.login],
      )
      return open.rowCount
    })
    .toBe(0)
})

test('many requests of many people at once each see only their own company', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const company = await t.company('company')
      await device(company.id, `of ${index}`)
      return t.person(company.id, 'administrator')
    }),
  )
  const looks = Array.from({ length: 240 }, async (_, turn) => {
    const index = turn % people.length
    const seen = await t.scopes.withRequest(claimsOf(people[index]!.token), any, ({ db }) => namesSeen(db))
    return seen.length === 1 && seen[0] === `of ${index}`
  })
  expect((await Promise.all(looks)).filter((own) => !own)).toEqual([])
})

test('of two deadlocked requests the one that is aborted runs again', async () => {
  const company = await t.company('company')
  await device(company.id, 'first')
  await device(company.id, 'second')
  const person = await t.person(company.id, 'administrator')
  const note = (db: Db, name: string) =>
    db
      .updateTable('device')
      .set((eb) => ({ note: eb('note', '||', 'x') }))
      .where('name', '=', name)
      .execute()
  let met = 0
  let bothIn = () => {}
  const together = new Promise<void>((resolve) => {
    bothIn = resolve
  })
  const both = (one: string, other: string) =>
    t.scopes.withRequest(claimsOf(person.token), any, async ({ db }) => {
      await note(db, one)
      met += 1
      if (met >= 2) bothIn()
      await together
      await note(db, other)
    })
  await Promise.all([both('first', 'second'), both('second', 'first')])
  const { rows } = await t.adminPool.query('select note from device where company_id = $1', [company.id])
  expect(rows).toEqual([{ note: 'xx' }, { note: 'xx' }])
  expect(met).toBeGreaterThan(2)
})
