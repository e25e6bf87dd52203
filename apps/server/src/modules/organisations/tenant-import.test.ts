import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxOf } from '../../../test/outbox.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'

let t: TestApp
let msp: { id: string; code: string }
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp()
  msp = await t.company('middleman')
  mspAdmin = await t.person(msp.id, 'administrator')
})
afterAll(() => t.stop())

async function upload(csv: string, person = mspAdmin) {
  const boundary = 'netward'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`
  return t.raw({
    method: 'POST',
    url: '/api/v1/auth/tenant/import',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: body,
  })
}
const refusedIn = (answer: { data: unknown }) =>
  (answer.data as { failed: { ip: string; reason: string }[] }).failed
const madeLike = async (code: string) =>
  (await t.adminPool.query('select 1 from company where code like $1', [code])).rowCount
const heading = 'name,code,language,package,administratorName,administratorContact\r\n'

test('a row brings its package and invites its administrator, in the language of the tenant', async () => {
  const answer = await upload(
    `${heading}Adm one,adm-1,en,advanced,Wang Lei,wang@adm-one.example\r\n` +
      `Adm two,adm-2,zh,基础版,李伟,138 1234 8000\r\nAdm three,adm-3,,,,\r\n`,
  )
  expect(answer).toMatchObject({ code: 0, data: { imported: 3 } })
  const { data } = await mspAdmin.call('POST /api/v1/auth/tenant/lists', { search: 'adm-', sort: 'code' })
  expect(data.items.map((tenant) => tenant.package?.en)).toEqual(['Advanced', 'Basic', 'Basic'])
  const outbox = await outboxOf(t)
  const mail = outbox.find(({ to }) => to === 'wang@adm-one.example')
  expect(mail?.subject).toContain('Adm one')
  expect(mail?.text).toMatch(/invites you|invited/i)
  expect(outbox.find(({ to }) => to === '13812348000')?.text).toContain('Adm two')
  const invited = await t.adminPool.query<{ roles: string[] }>(
    `select i.roles from invitation i join company c on c.id = i.company_id where c.code in ('adm-1', 'adm-2')`,
  )
  expect(invited.rows).toEqual([{ roles: ['administrator'] }, { roles: ['administrator'] }])
})

test('refused rows name their column and why, and nothing of the file is made or sent', async () => {
  const wrong = await upload(
    `${heading}Good,bad-1,en,advanced,Wang,good@bad.example\r\nA,bad-2,,,Wang,\r\nB,bad-3,,,,b@bad.example\r\n` +
      `C,bad-4,,,Li,not an address\r\n`,
  )
  expect(refusedIn(wrong).map(({ ip, reason }) => `${ip} ${reason.split(':')[0]}`)).toEqual([
    '3 Phone or mail address',
    "4 Administrator's name",
    '5 Phone or mail address',
  ])
  // What only the database knows.
  const unknown = await upload(
    `${heading}Good,bad-1,en,advanced,Wang,good@bad.example\r\nA,bad-2,,no such package,,\r\nB,bad-1,,,,\r\n`,
  )
  expect(refusedIn(unknown).map(({ ip, reason }) => `${ip} ${reason.split(':')[0]}`)).toEqual([
    '3 Package',
    '4 Company code',
  ])
  expect(await madeLike('bad-%')).toBe(0)
  expect((await outboxOf(t)).filter(({ to }) => to === 'good@bad.example')).toEqual([])
})

test('one address is not written to by as many tenants as somebody makes', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `Many ${n},many-${n},,,Victim,victim@many.example`)
  const answer = await upload(`${heading}${rows.join('\r\n')}\r\n`)
  expect(refusedIn(answer).map(({ ip }) => ip)).toEqual(['12', '13'])
  expect(await madeLike('many-%')).toBe(0)
  expect((await outboxOf(t)).filter(({ to }) => to === 'victim@many.example')).toEqual([])
})

test('whoever may make tenants and not give packages imports none with one', async () => {
  const clerk = await t.person(msp.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions)
       select $1, 'Makes tenants', array_agg(k.code) from permission_kind k
       where k.code like 'DMS_SERVER_ORGANIZATION_MANAGE%' and k.code not like '%PACKAGE%' returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $2)`,
    [msp.id, clerk.personId],
  )
  expect(await upload(`${heading}A,clerk-1,,advanced,,\r\n`, clerk)).toMatchObject({
    code: 'permission.denied',
  })
  expect(await upload(`${heading}A,clerk-1,,,,\r\n`, clerk)).toMatchObject({ code: 0 })
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id::text from package where code = 'advanced'`,
  )
  const made = await clerk.call('POST /api/v1/auth/tenant', {
    name: 'B',
    code: 'clerk-2',
    kind: 'company',
    packageId: rows[0]!.id,
  })
  expect(made.code).toBe('permission.denied')
})

test('files that are too long, or made to fill the memory, are refused at once', async () => {
  const many = Array.from({ length: 1001 }, (_, n) => `N,long-${n},,,,`).join('\r\n')
  expect(await upload(heading + many)).toMatchObject({ code: 'import.too_many_rows' })
  expect(await upload(heading + '\r\n'.repeat(8_000_000))).toMatchObject({ code: 'import.too_many_rows' })
  expect((await upload(`${heading}${','.repeat(16_000_000)}`)).code).toBe('import.not_csv')
  expect((await upload('<html></html>')).code).toBe('import.not_csv')
  expect(await madeLike('long-%')).toBe(0)
})
