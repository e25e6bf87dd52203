import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  invitationsOf,
  newMail,
  newPhone,
  ownPassword,
} from '../../../test/account-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { maxRows, parseInvitations } from './invitation.csv.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const { accept, companyWithAdmin, ticketSentTo } = invitationsOf(() => t)

const importing = (person: TestPerson, rows: readonly string[]) =>
  upload(t, person, '/api/v1/auth/invitation/import', {
    content: `${['name,phone,email,roles,department', ...rows].join('\r\n')}\r\n`,
    filename: 'people.csv',
    type: 'text/csv',
  })
const invitations = async (companyId: string) =>
  (await t.adminPool.query('select 1 from invitation where company_id = $1', [companyId])).rowCount

test('lists refused rows with numbers and reasons, and invites no one', async () => {
  const { company, admin } = await companyWithAdmin()
  const colleague = await t.account(company.id, 'engineer')
  const waiting = newMail()
  await admin.call('POST /api/v1/auth/invitation', { displayName: 'x', role: 'engineer', email: waiting })
  const same = newMail()
  const answer = await importing(admin, [
    `Good,,${same},engineer,`,
    `,,${newMail()},engineer,`,
    '',
    `Both,${newPhone()},${newMail()},engineer,`,
    'Neither,,,engineer,',
    'Wrong,12,,engineer,',
    `Nothing,,${newMail()},,`,
    `Twice,,${same.toUpperCase()},engineer,`,
    `Unknown,,${newMail()},night watch,`,
    `Higher,,${newMail()},platform_administrator,`,
    `Nowhere,,${newMail()},engineer,East/Shanghai`,
    `Member,,${colleague.email},engineer,`,
    `Waiting,,${waiting},engineer,`,
  ])
  expect(answer).toMatchObject({ status: 422, code: 41033, data: { accepted: 0 } })
  const { failed } = answer.data as { failed: { ip: string; reason: string }[] }
  expect(failed.map(({ ip }) => ip)).toEqual(['3', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14'])
  expect(failed[7]!.reason).toContain('platform_administrator')
  expect(failed[8]!.reason).toContain('East/Shanghai')
  expect(await invitations(company.id)).toBe(1)
})

test('a valid file invites everybody by mail or phone, into their departments, with their roles', async () => {
  const { company, admin } = await companyWithAdmin()
  const root = (await admin.call('GET /api/v1/auth/department')).data[0]!.id
  const east = (await admin.call('POST /api/v1/auth/department', { parentId: root, name: '华东' })).data
  await admin.call('POST /api/v1/auth/department', { parentId: east.departmentId, name: '上海' })
  const elsewhere = await t.account((await t.company('company')).id, 'engineer')
  const [mail, phone] = [newMail(), newPhone()]
  const answer = await upload(t, admin, '/api/v1/auth/invitation/import', {
    content: `姓名,手机号,邮箱,角色,部门\r\n王芳,,${mail},工程师|User layer,华东/上海\r\n李强,${phone},,engineer,\r\n陈静,,${elsewhere.email},engineer,${company.code}/华东\r\n`,
    filename: '成员.csv',
    type: 'text/csv',
  })
  expect(answer).toMatchObject({ code: 0, data: { invited: 3 } })
  expect(await t.sentTo(phone)).toMatchObject([{ kind: 'invitation' }])
  expect((await accept(await ticketSentTo(mail))).code).toBe(0)
  // Existing accounts join with their own password and name.
  const ticket = await ticketSentTo(elsewhere.email)
  expect((await accept(ticket)).code).toBe('sign_in.wrong')
  await t.forget()
  expect((await accept(ticket, { password: ownPassword })).code).toBe(0)
  const { items } = (await admin.call('POST /api/v1/auth/member/lists', { sort: 'createdAt' })).data
  expect(items.slice(1)).toMatchObject([
    { displayName: '王芳', roles: ['engineer', 'user_layer'], department: ['华东', '上海'] },
    { displayName: elsewhere.userName, roles: ['engineer'], department: ['华东'], userName: null },
  ])
  const actions = (await t.audited(company.id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'invitation.sent')).toHaveLength(3)
  expect(actions).toContain('invitation.imported')
})

test('refuses a file that is not CSV, lacks names or has too many rows', async () => {
  const { admin } = await companyWithAdmin()
  for (const content of ['PK\u0003\u0004', '<html>', 'name\r\n']) {
    const answer = await upload(t, admin, '/api/v1/auth/invitation/import', { content, filename: 'a.csv' })
    expect(answer.code).toBe('import.not_csv')
  }
  const wrong = await upload(t, admin, '/api/v1/auth/invitation/import', {
    content: 'mail\r\nx@example.test\r\n',
    filename: 'a.csv',
  })
  expect(wrong).toMatchObject({ status: 400, code: 'import.wrong_headings' })
  expect(wrong.message).toContain('mail')
  const rows = (count: number) => Buffer.from(`name,email,roles\n${'a,b@c.de,engineer\n'.repeat(count)}`)
  expect(parseInvitations({ content: rows(maxRows) }).refused).toHaveLength(maxRows - 1)
  const tooMany = await upload(t, admin, '/api/v1/auth/invitation/import', {
    content: rows(maxRows + 1).toString(),
    filename: 'a.csv',
  })
  expect(tooMany).toMatchObject({ status: 400, code: 'import.too_many_rows' })
  expect(tooMany.message).toContain(String(maxRows))
})

test('an invitation into a deleted department leads to the company itself', async () => {
  const { admin } = await companyWithAdmin()
  const root = (await admin.call('GET /api/v1/auth/department')).data[0]!.id
  const made = await admin.call('POST /api/v1/auth/department', { parentId: root, name: 'Gone' })
  const { departmentId } = made.data
  const email = newMail()
  await admin.call('POST /api/v1/auth/invitation', {
    displayName: 'x',
    role: 'engineer',
    email,
    departmentId,
  })
  expect((await admin.call('DELETE /api/v1/auth/department/:departmentId', { departmentId })).code).toBe(0)
  expect((await accept(await ticketSentTo(email))).code).toBe(0)
  const { items } = (await admin.call('POST /api/v1/auth/member/lists', { sort: '-createdAt' })).data
  expect(items[0]).toMatchObject({ departmentId: root, department: [] })
})
