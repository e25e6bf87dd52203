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
  await t.adminPool.query(
    'insert into package_allotment (company_id, package_id) select $1, id from package',
    [msp.id],
  )
})
afterAll(() => t.stop())

async function upload(csv: string, person = mspAdmin, path = '/api/v1/auth/tenant/import') {
  const boundary = 'netward'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`
  return t.raw({
    method: 'POST',
    url: path,
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

test('a row assigns its package and invites its administrator in the language of the tenant', async () => {
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
    '3 Phone or email',
    "4 Administrator's name",
    '5 Phone or email',
  ])
  // Checked by the database only.
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

test('invitations per address are limited across tenants', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `Many ${n},many-${n},,,Victim,victim@many.example`)
  const answer = await upload(`${heading}${rows.join('\r\n')}\r\n`)
  expect(refusedIn(answer).map(({ ip }) => ip)).toEqual(['12', '13'])
  expect(await madeLike('many-%')).toBe(0)
  expect((await outboxOf(t)).filter(({ to }) => to === 'victim@many.example')).toEqual([])
})

test('refuses rows with a package if the caller may not assign packages', async () => {
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

test('refuses files that are too long or expand too far, immediately', async () => {
  const many = Array.from({ length: 1001 }, (_, n) => `N,long-${n},,,,`).join('\r\n')
  expect(await upload(heading + many)).toMatchObject({ code: 'import.too_many_rows' })
  expect(await upload(heading + '\r\n'.repeat(8_000_000))).toMatchObject({ code: 'import.too_many_rows' })
  expect((await upload(`${heading}${','.repeat(16_000_000)}`)).code).toBe('import.not_csv')
  expect((await upload('<html></html>')).code).toBe('import.not_csv')
  expect(await madeLike('long-%')).toBe(0)
})

test('all refused rows of a file are listed at once, whatever refuses them, without raw names of parameters', async () => {
  const pool = await t.company('middleman')
  const admin = await t.person(pool.id, 'administrator')
  await t.adminPool.query(
    `insert into entitlement (company_id, kind, used, granted) values ($1, 'outlets', 0, 0)
     on conflict (company_id, kind) do update set granted = 0`,
    [pool.id],
  )
  const answer = await upload(
    'name,code,prefix,parent,package\r\n,all-1,,,\r\nTwo,all-2,?,,\r\nThree,all-3,,nowhere,\r\nFour,all-4,,,no such\r\n',
    admin,
  )
  expect(refusedIn(answer).map(({ ip }) => ip)).toEqual(['2', '3', '4', '5'])
  expect(JSON.stringify(refusedIn(answer))).not.toMatch(/\{\{|@licences/)
  expect(await madeLike('all-%')).toBe(0)
})

test('an exported list of tenants is previewed and updates by code; the parent is named by its name', async () => {
  const person = t.operator
  const inner = (
    await person.call('POST /api/v1/auth/tenant', { name: 'Trip MSP', code: 'trip-msp', kind: 'middleman' })
  ).data
  await person.call('POST /api/v1/auth/tenant', {
    name: 'Trip one',
    code: 'trip-1',
    kind: 'company',
    parentId: inner.companyId,
    contactNote: 'kept',
  })
  const exported = (await person.call('POST /api/v1/auth/tenant/export', { search: 'trip' })).body
  const preview = '/api/v1/auth/tenant/import/preview'
  expect((await upload(exported, person, preview)).data).toMatchObject({
    counts: { new: 0, changed: 0, unchanged: 2, refused: 0 },
  })
  const edited = exported.replace('Trip one', 'Trip uno') + '"Trip two",trip-2\r\n'
  const file = `name,code,parent,contactPerson\r\nTrip uno,trip-1,Trip MSP,Ann\r\nTrip two,trip-2,Trip MSP,\r\nTrip MSP,trip-msp,,\r\n`
  expect((await upload(edited, person, preview)).data).toMatchObject({ counts: { changed: 1, new: 1 } })
  const shown = (await upload(`${file}Moved,trip-1,nowhere,\r\nLost,trip-3,nowhere,\r\n`, person, preview))
    .data
  expect(shown).toMatchObject({
    counts: { new: 1, changed: 1, unchanged: 1, refused: 2 },
    rows: [
      {
        row: 2,
        state: 'changed',
        changes: [
          { column: 'Name', before: 'Trip one', after: 'Trip uno' },
          { column: 'Contact person', before: '', after: 'Ann' },
        ],
      },
      { row: 3, state: 'new' },
      { row: 5, state: 'refused' },
      { row: 6, state: 'refused' },
    ],
  })
  expect(await madeLike('trip-%')).toBe(2)
  const path = '/api/v1/auth/tenant/import'
  expect(refusedIn(await upload(file, person, path)).map(({ ip }) => ip)).toEqual(['2', '4'])
  expect(await upload(file, person, `${path}?existing=update`)).toMatchObject({
    data: { imported: 1, updated: 1 },
  })
  const { data } = await person.call('POST /api/v1/auth/tenant/lists', { search: 'trip', sort: 'code' })
  expect(data.items).toMatchObject([
    { code: 'trip-1', name: 'Trip uno', contactPerson: 'Ann', contactNote: 'kept', parentName: 'Trip MSP' },
    { code: 'trip-2', parentName: 'Trip MSP' },
    { code: 'trip-msp' },
  ])
})

test('wrong headings are named', async () => {
  const answer = await upload('nombre,code\r\nA,b\r\n')
  expect(answer).toMatchObject({ status: 400, code: 'import.wrong_headings' })
  expect(answer.message).toContain('nombre, code')
})
