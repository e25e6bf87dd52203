import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  ownPassword,
  tokenOf,
} from '../../../test/account-fixture.ts'

let t: AccountTestApp
let company: { id: string }
beforeAll(async () => {
  t = await createAccountTestApp()
  company = await t.company('company')
})
afterAll(() => t.stop())
beforeEach(() => t.forget())
afterEach(async () => {
  await t.adminPool.query('delete from document_acceptance')
  await t.adminPool.query('delete from platform_document')
})

type Asked = { ticket: string; documents: { kind: string; version: number }[] }

const publish = (kind: 'terms' | 'privacy', zh: string, en = zh) =>
  t.operator.call('PUT /api/v1/settings/platform/documents/:kind', { kind, zh, en })
const signIn = (username: string) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password: ownPassword } })
const accept = (ticket: string, accepted: object) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login/documents', payload: { ticket, accepted } })
const asked = async (username: string) => {
  const answer = await signIn(username)
  expect(answer).toMatchObject({ status: 403, code: 'sign_in.documents' })
  return answer.data as Asked
}
const accepted = async (personId: string) =>
  (
    await t.adminPool.query<{ what: string }>(
      `select kind || ' ' || version as what from document_acceptance where person_id = $1 order by 1`,
      [personId],
    )
  ).rows.map(({ what }) => what)

test('nobody is asked where nothing is published', async () => {
  const { email } = await t.account(company.id, 'engineer')
  expect((await signIn(email)).code).toBe(0)
  const page = await t.open('GET /api/v1/auth/login/page', {})
  expect(page.data).toMatchObject({ documents: [], icpNumber: '' })
  expect((await t.open('GET /api/v1/auth/login/document', { kind: 'terms' })).code).toBe('document.not_found')
})

test('a document is accepted by its version once, and a new version is asked for at the next sign-in', async () => {
  const { email, personId } = await t.account(company.id, 'engineer')
  expect((await publish('terms', '条款')).data).toEqual({ version: 1 })
  expect((await publish('privacy', 'https://example.test/privacy')).data).toEqual({ version: 1 })
  expect((await t.open('GET /api/v1/auth/login/page', {})).data).toMatchObject({
    documents: [
      { kind: 'terms', version: 1 },
      { kind: 'privacy', version: 1 },
    ],
  })
  expect((await t.open('GET /api/v1/auth/login/document', { kind: 'terms' })).data).toEqual({
    version: 1,
    zh: '条款',
    en: '条款',
  })
  const first = await asked(email)
  expect(first.documents).toHaveLength(2)
  const done = await accept(first.ticket, { terms: 1, privacy: 1 })
  expect(done.code).toBe(0)
  expect(tokenOf(done)).not.toBe('')
  expect(await accepted(personId)).toEqual(['privacy 1', 'terms 1'])
  expect((await signIn(email)).code).toBe(0)
  // The same text is no new version.
  expect((await publish('terms', '条款')).data).toEqual({ version: 1 })
  expect((await publish('terms', '新条款')).data).toEqual({ version: 2 })
  const again = await asked(email)
  expect(again.documents).toEqual([{ kind: 'terms', version: 2 }])
  expect((await accept(again.ticket, { terms: 2 })).code).toBe(0)
  expect(await accepted(personId)).toEqual(['privacy 1', 'terms 1', 'terms 2'])
  // Withdrawn.
  await publish('privacy', '')
  expect((await t.open('GET /api/v1/auth/login/page', {})).data).toMatchObject({
    documents: [{ kind: 'terms', version: 2 }],
  })
})

test('a part, an old version and one that never was open no session, and a ticket counts once', async () => {
  const { email, personId } = await t.account(company.id, 'engineer')
  await publish('terms', 'One')
  await publish('terms', 'Two')
  await publish('privacy', 'One')
  let { ticket } = await asked(email)
  for (const given of [{}, { privacy: 1 }, { terms: 1, privacy: 1 }, { terms: 99, privacy: 1 }]) {
    const answer = await accept(ticket, given)
    expect(answer).toMatchObject({ status: 403, code: 'sign_in.documents' })
    expect((await accept(ticket, { terms: 2, privacy: 1 })).code).toBe('ticket.invalid')
    ticket = (answer.data as Asked).ticket
  }
  expect(await accepted(personId)).toEqual(['privacy 1', 'terms 1'])
  expect((await accept(ticket, { terms: 2 })).code).toBe(0)
  // A password that was changed meanwhile ends the ticket.
  const other = await t.account(company.id, 'engineer')
  const open = await asked(other.email)
  await t.adminPool.query(`delete from one_time_ticket where person_id = $1 and purpose = 'documents'`, [
    other.personId,
  ])
  expect((await accept(open.ticket, { terms: 2, privacy: 1 })).code).toBe('ticket.invalid')
})

test('a registration needs the documents that apply, and keeps what was accepted', async () => {
  await t.adminPool.query(`update platform_setting set registration = 'approval'`)
  await publish('terms', 'Terms')
  const email = newMail()
  const apply = async (given: object) =>
    t.open('POST /api/v1/auth/registration', {
      companyName: 'Qinghe Coffee',
      contactName: 'Lin Qing',
      password: 'Harbour-Light-7',
      email,
      ...(await t.codeFor('registration', { email })),
      ...given,
    })
  expect((await apply({})).code).toBe('registration.documents')
  expect((await apply({ accepted: { terms: 2 } })).code).toBe('registration.documents')
  expect((await apply({ accepted: { terms: 1 } })).code).toBe(0)
  const { data } = await t.operator.call('POST /api/v1/auth/registration/lists', { search: email })
  const registrationId = data.items[0]!.id
  const approve = 'POST /api/v1/auth/registration/:registrationId/approve'
  expect((await t.operator.call(approve, { registrationId })).code).toBe(0)
  const { rows } = await t.adminPool.query<{ id: string }>('select id::text from person where email = $1', [
    email,
  ])
  expect(await accepted(rows[0]!.id)).toEqual(['terms 1'])
})

test('only the platform publishes', async () => {
  const administrator = await t.person(company.id, 'administrator')
  const call = administrator.call('PUT /api/v1/settings/platform/documents/:kind', {
    kind: 'terms',
    zh: 'x',
    en: 'x',
  })
  expect((await call).code).toBe('permission.denied')
})
