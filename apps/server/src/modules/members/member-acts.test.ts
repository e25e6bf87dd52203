import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
} from '../../../test/account-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { outboxOf, ticketSentTo } from '../../../test/outbox.ts'
import { type Listener, LiveTail } from '../../platform/live/tail.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

async function companyWithAdmin() {
  const company = await t.company('company')
  const admin = await t.account(company.id, 'administrator')
  const root = (await admin.call('GET /api/v1/auth/department')).data[0]!.id
  return { company, admin, root }
}

async function memberOf({ personId }: TestPerson, companyId: string): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1 and company_id = $2',
    [personId, companyId],
  )
  return rows[0]!.id
}

const set = (admin: TestPerson, memberIds: string[], status: 'enabled' | 'disabled') =>
  admin.call('POST /api/v1/auth/member/batch/status', { memberIds, status })
const remove = (admin: TestPerson, memberId: string) =>
  admin.call('DELETE /api/v1/auth/member/:memberId', { memberId })
const resetLink = (admin: TestPerson, memberId: string) =>
  admin.call('POST /api/v1/auth/member/:memberId/reset-link', { memberId })
const info = (person: TestPerson) => person.call('GET /api/v1/auth/user/simple/info')

test('a disabled member is out with the next request; the others of a batch are listed with reasons', async () => {
  const { company, admin } = await companyWithAdmin()
  const worker = await t.account(company.id, 'engineer')
  const [self, id] = [await memberOf(admin, company.id), await memberOf(worker, company.id)]
  const answer = await set(admin, [id, self, '999999999'], 'disabled')
  expect(answer).toMatchObject({
    status: 200,
    code: 50001,
    message: 'The operation failed on some members',
    data: { accepted: 1 },
  })
  expect((answer.data as { failed: { ip: string; reason: string }[] }).failed).toEqual([
    { ip: '999999999', reason: 'Member not found' },
    { ip: admin.userName, reason: expect.stringContaining('yourself') },
  ])
  expect(await info(worker)).toMatchObject({ status: 403, code: 40032 })
  expect((await set(admin, [id], 'enabled')).code).toBe(0)
  // That session has ended; a new sign-in works.
  expect((await info(worker)).code).toBe(40032)
  expect((await info(await t.session(worker.personId, company.id))).code).toBe(0)
  const noted = (await t.audited(company.id)).filter(({ action }) => action === 'member.status_changed')
  expect(noted.map(({ detail }) => detail)).toEqual([
    { displayName: worker.userName, before: { status: 'enabled' }, after: { status: 'disabled' } },
    { displayName: worker.userName, before: { status: 'disabled' }, after: { status: 'enabled' } },
  ])
})

test('refuses to disable or remove a member who holds more than the caller', async () => {
  const { company, admin } = await companyWithAdmin()
  await t.account(company.id, 'administrator')
  const clerk = await t.account(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions) values ($1, 'clerk',
         array['DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE', 'DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE']) returning id)
     insert into member_role (company_id, member_id, role_id)
       select $1, m.id, r.id from r, member m where m.company_id = $1 and m.person_id = $2`,
    [company.id, clerk.personId],
  )
  const id = await memberOf(admin, company.id)
  expect((await set(clerk, [id], 'disabled')).code).toBe(50002)
  expect((await remove(clerk, id)).code).toBe('permission.denied')
  expect((await info(admin)).code).toBe(0)
})

test('the live stream of a disabled member ends before the next event', async () => {
  const { company, admin } = await companyWithAdmin()
  const worker = await t.account(company.id, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from session where person_id = $1',
    [worker.personId],
  )
  const tail = new LiveTail(t.scopes, t.log)
  const heard: string[] = []
  let closed = false
  const listener: Listener = {
    sessionId: rows[0]!.id,
    scope: 'company',
    companyId: company.id,
    rootId: company.id,
    homeCompanyId: company.id,
    outletIds: null,
    departmentIds: null,
    send: (message) => void (message.type === 'event' && heard.push(message.event.kind)),
    close: () => {
      closed = true
      tail.remove(listener)
    },
  }
  await tail.add(listener, null)
  tail.start()
  await set(admin, [await memberOf(worker, company.id)], 'disabled')
  await expect.poll(() => closed, { timeout: 25_000 }).toBe(true)
  expect(heard).toEqual([])
  await tail.stop()
})

test('changes name, roles and department of a membership, with before and after in the log', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const worker = await t.account(company.id, 'engineer')
  const own = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions) values ($1, 'Night shift', '{}') returning id::text`,
    [company.id],
  )
  const { departmentId } = (
    await admin.call('POST /api/v1/auth/department', { parentId: root, name: 'Repair' })
  ).data
  const memberId = await memberOf(worker, company.id)
  const roles = ['user_layer' as const, own.rows[0]!.id]
  const change = { memberId, displayName: 'Zhao Yi', departmentId, roles }
  expect((await admin.call('PUT /api/v1/auth/member/:memberId', change)).code).toBe(0)
  const found = await admin.call('POST /api/v1/auth/member/lists', { search: 'zhao', departmentId })
  expect(found.data.items).toMatchObject([
    { displayName: 'Zhao Yi', roles: ['Night shift', 'user_layer'], department: ['Repair'], departmentId },
  ])
  expect((await t.audited(company.id)).at(-1)).toEqual({
    action: 'member.changed',
    detail: {
      displayName: 'Zhao Yi',
      before: { displayName: worker.userName, roles: ['engineer'], department: [] },
      after: { displayName: 'Zhao Yi', roles: ['Night shift', 'user_layer'], department: ['Repair'] },
    },
  })
  const csv = await admin.call('POST /api/v1/auth/member/export', { search: 'zhao' })
  expect(csv.body).toContain('Zhao Yi')
  expect(csv.body).toMatch(/Night shift \| User layer,Repair/)
  const unknown = await admin.call('PUT /api/v1/auth/member/:memberId', { ...change, roles: ['999999999'] })
  expect(unknown.code).toBe('role.not_found')
})

test('refuses to give or take what the caller does not hold', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const clerk = await t.account(company.id, 'user_layer')
  const worker = await t.account(company.id, 'engineer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions) values ($1, 'Clerk', array['DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
       'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT', 'DMS_SERVER_MANAGE_WORKBENCH', 'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
       'DMS_SERVER_OUTLET_VIEW', 'DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_ALARM', 'DMS_SERVER_LINE', 'DMS_SERVER_WORK_ORDER']) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where company_id = $1 and person_id = $2)`,
    [company.id, clerk.personId],
  )
  const edit = async (person: TestPerson, roles: ('administrator' | 'engineer' | 'user_layer')[]) =>
    clerk.call('PUT /api/v1/auth/member/:memberId', {
      memberId: await memberOf(person, company.id),
      displayName: 'x',
      departmentId: root,
      roles,
    })
  expect((await edit(clerk, ['administrator'])).code).toBe('permission.denied')
  expect((await edit(worker, ['user_layer'])).code).toBe('permission.denied')
  // Nor do they edit at all who holds more than they do.
  expect((await edit(worker, ['engineer', 'user_layer'])).code).toBe('permission.denied')
  expect((await edit(await t.account(company.id, 'user_layer'), ['user_layer'])).code).toBe(0)
  const offered = (await clerk.call('GET /api/v1/auth/member/roles')).data
  expect(offered.filter(({ mayGive }) => mayGive).map(({ name }) => name)).toEqual(['user_layer', 'Clerk'])
  expect(offered.map(({ role }) => role)).not.toContain('platform_administrator')
  // Rights held for some outlets cannot be granted for the whole company.
  await t.adminPool.query(
    `with narrow as (insert into role (company_id, name, permissions, data_scope) values
         ($1, 'Yard', array['DMS_SERVER_DEVICE_REBOOT'], 'outlets') returning id),
       wide as (insert into role (company_id, name, permissions) values
         ($1, 'Yards', array['DMS_SERVER_DEVICE_REBOOT']) returning id)
     insert into member_role (company_id, member_id, role_id) select $1, m.id, narrow.id from narrow, member m
     where m.company_id = $1 and m.person_id = $2`,
    [company.id, clerk.personId],
  )
  const reach = (await clerk.call('GET /api/v1/auth/member/roles')).data
  expect(reach.filter(({ name }) => name.startsWith('Yard')).map(({ mayGive }) => mayGive)).toEqual([
    true,
    false,
  ])
  const all = (await admin.call('GET /api/v1/auth/member/roles')).data
  expect(all.every(({ mayGive }) => mayGive)).toBe(true)
})

test('the last administrator cannot be removed, disabled or demoted; of two who remove each other one stays', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const boss = t.operator.actingIn(company.id)
  const id = await memberOf(admin, company.id)
  expect((await remove(boss, id)).code).toBe('member.last_administrator')
  expect((await set(boss, [id], 'disabled')).code).toBe(50002)
  const demoted = { memberId: id, displayName: 'x', departmentId: root, roles: ['engineer' as const] }
  expect((await boss.call('PUT /api/v1/auth/member/:memberId', demoted)).code).toBe(
    'member.last_administrator',
  )
  for (let round = 0; round < 3; round += 1) {
    const second = await t.account(company.id, 'administrator')
    const third = await t.account(company.id, 'administrator')
    const [a, b] = [await memberOf(second, company.id), await memberOf(third, company.id)]
    // The first one is removed, so that only these two remain.
    await t.adminPool.query(`update member set status = 'disabled' where id = $1`, [id])
    const codes = (await Promise.all([remove(second, b), remove(third, a)])).map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    await t.adminPool.query(`update member set status = 'enabled' where id = $1`, [id])
    await t.adminPool.query('delete from member where id = any ($1::bigint[])', [[a, b]])
  }
})

test('a batch gives and takes roles: each member keeps one, and one administrator stays', async () => {
  const { company, admin } = await companyWithAdmin()
  const [one, two] = [await t.account(company.id, 'engineer'), await t.account(company.id, 'user_layer')]
  const ids = [await memberOf(one, company.id), await memberOf(two, company.id)]
  const change = (
    person: TestPerson,
    memberIds: string[],
    input: { give?: 'engineer'[]; take?: ('engineer' | 'user_layer' | 'administrator')[] },
  ) => person.call('POST /api/v1/auth/member/batch/roles', { memberIds, ...input })
  const rolesOf = async (id: string) =>
    (await admin.call('POST /api/v1/auth/member/lists', {})).data.items.find(
      ({ memberId }) => memberId === id,
    )?.roles
  expect(await change(admin, ids, { give: ['engineer'] })).toMatchObject({ code: 0, data: { accepted: 2 } })
  expect(await rolesOf(ids[1]!)).toEqual(['engineer', 'user_layer'])
  const taken = await change(admin, [...ids, '999999999'], { take: ['engineer'] })
  expect(taken).toMatchObject({ code: 50001, data: { accepted: 1 } })
  expect((taken.data as { failed: { ip: string; reason: string }[] }).failed).toEqual([
    { ip: '999999999', reason: 'Member not found' },
    { ip: one.userName, reason: 'A member must have at least one role' },
  ])
  expect(await rolesOf(ids[1]!)).toEqual(['user_layer'])
  const self = await memberOf(admin, company.id)
  const last = await change(admin, [self], { give: ['engineer'], take: ['administrator'] })
  expect(last.code).toBe(50002)
  expect(await rolesOf(self)).toEqual(['administrator'])
  // Each changed member is logged once, with the previous state; unchanged members are not.
  const noted = (await t.audited(company.id)).filter(({ action }) => action === 'member.changed')
  expect(noted.map(({ detail }) => detail)).toEqual([
    {
      displayName: two.userName,
      before: { roles: ['user_layer'] },
      after: { roles: ['engineer', 'user_layer'] },
    },
    {
      displayName: two.userName,
      before: { roles: ['engineer', 'user_layer'] },
      after: { roles: ['user_layer'] },
    },
  ])
  expect((await change(admin, ids, {})).code).toBe('request.invalid')
  expect((await change(two, ids, { give: ['engineer'] })).code).toBe('permission.denied')
  const stranger = await companyWithAdmin()
  expect((await change(stranger.admin, ids, { give: ['engineer'] })).code).toBe(50002)
  const unknown = { memberIds: ids, give: ['999999999'] }
  expect((await admin.call('POST /api/v1/auth/member/batch/roles', unknown)).code).toBe('role.not_found')
  const bare = { memberId: ids[0]!, displayName: 'x', departmentId: self, roles: [] }
  expect((await admin.call('PUT /api/v1/auth/member/:memberId', bare)).code).toBe('request.invalid')
})

test('a batch refuses a role that its caller may not give', async () => {
  const { company, admin } = await companyWithAdmin()
  const clerk = await t.account(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions) values ($1, 'clerk',
         array['DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT', 'DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE']) returning id)
     insert into member_role (company_id, member_id, role_id)
       select $1, m.id, r.id from r, member m where m.company_id = $1 and m.person_id = $2`,
    [company.id, clerk.personId],
  )
  const own = await memberOf(clerk, company.id)
  const give = { memberIds: [own], give: ['administrator' as const] }
  expect((await clerk.call('POST /api/v1/auth/member/batch/roles', give)).code).toBe('permission.denied')
  const take = { memberIds: [await memberOf(admin, company.id)], take: ['administrator' as const] }
  expect((await clerk.call('POST /api/v1/auth/member/batch/roles', take)).code).toBe('permission.denied')
})

test('a batch removes removable members, and lists the others with reasons', async () => {
  const { company, admin } = await companyWithAdmin()
  const clerk = await t.account(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions) values ($1, 'clerk',
         array['DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE']) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where company_id = $1 and person_id = $2)`,
    [company.id, clerk.personId],
  )
  const worker = await t.account(company.id, 'engineer')
  const gone = await t.account(company.id, 'user_layer')
  const [self, id, other] = [
    await memberOf(admin, company.id),
    await memberOf(worker, company.id),
    await memberOf(gone, company.id),
  ]
  const removeAll = (person: TestPerson, memberIds: string[]) =>
    person.call('POST /api/v1/auth/member/batch/remove', { memberIds })
  // Members with more rights than the caller stay.
  expect((await removeAll(clerk, [id, self])).code).toBe(50002)
  const answer = await removeAll(admin, [id, other, self, '999999999'])
  expect(answer).toMatchObject({ code: 50001, data: { accepted: 2 } })
  expect((answer.data as { failed: { ip: string; reason: string }[] }).failed).toEqual([
    { ip: '999999999', reason: 'Member not found' },
    { ip: admin.userName, reason: expect.stringContaining('yourself') },
  ])
  expect((await info(worker)).code).not.toBe(0)
  expect((await info(admin)).code).toBe(0)
  const noted = (await t.audited(company.id)).filter(({ action }) => action === 'member.removed')
  expect(noted.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      {
        displayName: worker.userName,
        before: { displayName: worker.userName, roles: ['engineer'], department: [] },
      },
    ]),
  )
  // Of the last two administrators one stays, even when a parent's user names both in one batch.
  await t.account(company.id, 'administrator')
  const { items } = (await admin.call('POST /api/v1/auth/member/lists', { role: 'administrator' })).data
  const both = await removeAll(
    t.operator.actingIn(company.id),
    items.map(({ memberId }) => memberId),
  )
  expect(both).toMatchObject({ code: 50001, data: { accepted: 1 } })
  const stranger = await companyWithAdmin()
  expect((await removeAll(stranger.admin, [self])).code).toBe(50002)
  expect((await removeAll(gone, [self])).code).not.toBe(0)
})

test('refuses to move a member with a role for departments that the caller may not give', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const department = async (name: string) =>
    (await admin.call('POST /api/v1/auth/department', { parentId: root, name })).data.departmentId
  const [north, south] = [await department('North'), await department('South')]
  const local = await t.account(company.id, 'user_layer')
  const mover = await t.account(company.id, 'user_layer')
  await t.adminPool.query(
    `with local as (insert into role (company_id, name, permissions, data_scope) values ($1, 'Local',
         array['DMS_SERVER_DEVICE_REBOOT'], 'department') returning id),
       mover as (insert into role (company_id, name, permissions) values ($1, 'Mover',
         array['DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT', 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT']) returning id)
     insert into member_role (company_id, member_id, role_id)
     select $1, m.id, local.id from local, member m where m.company_id = $1 and m.person_id = any ($2)
     union all select $1, m.id, mover.id from mover, member m where m.company_id = $1 and m.person_id = $3`,
    [company.id, [local.personId, mover.personId], mover.personId],
  )
  const [localId, moverId] = [await memberOf(local, company.id), await memberOf(mover, company.id)]
  await admin.call('POST /api/v1/auth/member/batch/move', {
    memberIds: [localId, moverId],
    departmentId: north,
  })
  const move = (person: TestPerson, memberIds: string[], departmentId: string) =>
    person.call('POST /api/v1/auth/member/batch/move', { memberIds, departmentId })
  // Neither another user nor themselves, in a batch or one by one.
  expect((await move(mover, [localId], south)).code).toBe(50002)
  expect((await move(mover, [moverId], south)).code).toBe(50002)
  const edited = {
    memberId: moverId,
    displayName: 'x',
    departmentId: south,
    roles: (await admin.call('POST /api/v1/auth/member/lists', {})).data.items.find(
      ({ memberId }) => memberId === moverId,
    )!.roleRefs,
  }
  expect((await mover.call('PUT /api/v1/auth/member/:memberId', edited)).code).toBe('permission.denied')
  // Nor a department below theirs, which has the same effect.
  const below = { departmentId: south, parentId: north }
  const moved = await mover.call('POST /api/v1/auth/department/:departmentId/move', below)
  expect(moved.code).toBe('permission.denied')
  expect((await admin.call('POST /api/v1/auth/department/:departmentId/move', below)).code).toBe(0)
  expect((await move(admin, [localId], south)).code).toBe(0)
})

test('a person with only a verified phone gets the link there, valid while the phone is theirs', async () => {
  const { company, admin } = await companyWithAdmin()
  const worker = await t.account(company.id, 'engineer')
  const id = await memberOf(worker, company.id)
  const phone = newPhone()
  await t.adminPool.query(
    `update person set email = null, email_verified_at = null, phone = $2, phone_verified_at = now() where id = $1`,
    [worker.personId, phone],
  )
  const answer = await resetLink(admin, id)
  expect(answer).toMatchObject({ code: 0, data: null })
  expect(answer.body).not.toContain(phone)
  const [kept] = (await outboxOf(t)).filter(({ to }) => to === phone)
  expect(kept).toMatchObject({ kind: 'reset_link', subject: null })
  expect((await t.audited(company.id)).at(-1)).toEqual({
    action: 'member.reset_link_sent',
    detail: { displayName: worker.userName, channel: 'phone' },
  })
  expect((await resetLink(admin, id)).code).toBe('code.too_soon')
  const ticket = (await ticketSentTo(t, phone))!
  const reset = () => t.open('POST /api/v1/auth/password/reset', { ticket, newPassword: 'Fresh-start-77' })
  // The number has since moved to another person.
  await t.adminPool.query('update person set phone = $2 where id = $1', [worker.personId, newPhone()])
  expect((await reset()).code).toBe('ticket.invalid')
  await t.adminPool.query('update person set phone = $2 where id = $1', [worker.personId, phone])
  expect((await reset()).code).toBe(0)
})

test('a removed member is out, and an account without another membership is deleted with its name and address', async () => {
  const { company, admin } = await companyWithAdmin()
  const worker = await t.account(company.id, 'engineer')
  expect((await remove(admin, await memberOf(worker, company.id))).code).toBe(0)
  expect((await info(worker)).code).not.toBe(0)
  const { rows } = await t.adminPool.query('select 1 from person where id = $1', [worker.personId])
  expect(rows).toEqual([])
  const again = { displayName: 'x', role: 'engineer' as const, email: worker.email }
  expect((await admin.call('POST /api/v1/auth/invitation', again)).code).toBe(0)
})

test('an administrator sends a reset link to the verified address only, within the limit of the person', async () => {
  const { company, admin } = await companyWithAdmin()
  const worker = await t.account(company.id, 'engineer')
  const id = await memberOf(worker, company.id)
  const answer = await resetLink(admin, id)
  expect(answer).toMatchObject({ code: 0, data: null })
  expect(answer.body).not.toContain(worker.email)
  expect(await ticketSentTo(t, worker.email)).not.toBeNull()
  expect((await resetLink(admin, id)).code).toBe('code.too_soon')
  const asked = await t.open('POST /api/v1/auth/password/forgot', { email: worker.email })
  expect(asked.code).toBe('code.too_soon')
  await t.adminPool.query('update person set email_verified_at = null where id = $1', [worker.personId])
  expect((await resetLink(admin, id)).code).toBe('member.no_address')
  expect(JSON.stringify(await t.audited(company.id))).not.toContain(worker.email)
})

test('take-over: an administrator of B gains nothing over an account that A created and B shares', async () => {
  const a = await companyWithAdmin()
  const b = await companyWithAdmin()
  const victim = await t.account(a.company.id, 'engineer')
  const inB = await t.joins(victim, b.company.id, 'engineer')
  const id = await memberOf(victim, b.company.id)
  const person = async () =>
    (
      await t.adminPool.query(
        `select user_name, display_name, email, phone, password_hash, disabled_at from person where id = $1`,
        [victim.personId],
      )
    ).rows[0]
  const before = await person()

  // A link goes to its owner's address, which is not disclosed.
  const link = await resetLink(b.admin, id)
  expect(link.body).not.toContain('@')
  expect(await t.sentTo(b.admin.email)).toEqual([])
  expect(await ticketSentTo(t, victim.email)).not.toBeNull()
  // A name set in B applies in B only.
  const renamed = { memberId: id, displayName: 'Mallory', departmentId: b.root, roles: ['engineer' as const] }
  const extra = { ...renamed, email: newMail(), password: 'Harbour-Light-7' }
  expect(await b.admin.call('PUT /api/v1/auth/member/:memberId', extra)).toMatchObject({
    status: 400,
    code: 'request.invalid',
    data: { fields: [{ field: 'email' }, { field: 'password' }] },
  })
  expect((await b.admin.call('PUT /api/v1/auth/member/:memberId', renamed)).code).toBe(0)
  expect((await info(victim)).data.displayName).toBe(victim.userName)
  expect((await info(inB)).data.displayName).toBe('Mallory')
  // Nothing of A is shown: no user name, sign-in or session.
  const shown = (await b.admin.call('POST /api/v1/auth/member/lists', { search: 'mallory' })).data.items[0]!
  expect(shown).toMatchObject({ userName: null })
  expect(shown.email).toMatch(/^.\*\*\*@/)
  const sessions = await b.admin.call('GET /api/v1/auth/account/sessions')
  expect(sessions.data.every(({ companyName }) => companyName === `Company ${b.company.code}`)).toBe(true)
  // The membership in A is not B's.
  const idInA = await memberOf(victim, a.company.id)
  expect((await remove(b.admin, idInA)).code).toBe('member.not_found')
  expect((await resetLink(b.admin, idInA)).code).toBe('member.not_found')
  expect((await set(b.admin, [idInA], 'disabled')).code).toBe(50002)
  // Disabled and removed in B, the person stays active in A, with the session of A and with that of B.
  expect((await set(b.admin, [id], 'disabled')).code).toBe(0)
  expect((await info(inB)).code).toBe(40032)
  expect((await info(victim)).code).toBe(0)
  const switched = await t.raw({
    method: 'GET',
    url: '/api/v1/auth/user/simple/info',
    headers: { authorization: `Bearer ${inB.token}`, 'x-company-id': a.company.id },
  })
  expect(switched.code).toBe(0)
  expect((await remove(b.admin, id)).code).toBe(0)
  expect((await info(inB)).code).toBe('company.not_found')
  expect((await info(victim)).code).toBe(0)
  expect(await person()).toEqual(before)
})
