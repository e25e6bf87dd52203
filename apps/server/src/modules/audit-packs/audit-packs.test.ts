import { createHash } from 'node:crypto'
import Excel from 'exceljs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditPackSheets } from '@netward/contract/audit-pack-values'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { auditPackRoutes, makePack } from './index.ts'

let t: TestApp
let msp: { id: string; code: string }
let company: { id: string; code: string }
let above: TestPerson
let boss: TestPerson

beforeAll(async () => {
  t = await createTestApp(auditPackRoutes)
})
afterAll(() => t.stop())
beforeEach(async () => {
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  above = await t.person(msp.id, 'administrator')
  boss = await t.person(company.id, 'administrator')
})

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const period = { from: today, to: today, language: 'en' as const }
const ask = (person: TestPerson, input: object = {}) =>
  person.call('POST /api/v1/auth/audit/pack', { ...period, ...input })
const list = async (person: TestPerson, input = {}) =>
  (await person.call('POST /api/v1/auth/audit/pack/lists', input)).data.items
const download = (person: TestPerson, packId: string) =>
  person.call('POST /api/v1/auth/audit/pack/:packId/download', { packId })
const make = (packId: string, companyId = company.id, signal = new AbortController().signal) =>
  makePack({ companyId, packId }, { scopes: t.scopes, log: t.log, signal })

async function made(person: TestPerson): Promise<{ id: string; book: Excel.Workbook }> {
  const { data } = await ask(person)
  await make(data.id)
  const { bytes } = await download(person, data.id)
  const book = new Excel.Workbook()
  await book.xlsx.load(bytes as unknown as Excel.Buffer)
  return { id: data.id, book }
}

const rowsOf = (book: Excel.Workbook, name: string): unknown[][] => {
  const rows: unknown[][] = []
  book.getWorksheet(name)!.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return rows
}

test('a pack of a day has a cover and a sheet for each subject, with the sums of their rows', async () => {
  await t.adminPool.query(
    `insert into audit_log (company_id, action, person_id, actor_name, detail)
     values ($1, 'role.changed', 903, '=HYPERLINK("http://x")', '{"reason": "+1"}'), ($1, 'device.edited', null, null, '{}')`,
    [company.id],
  )
  const { id, book } = await made(boss)
  expect(book.worksheets.map(({ name }) => name)).toEqual([
    'Cover',
    'Members',
    'Roles and permissions',
    'Role members',
    'Access from above',
    'Acting',
    'Requests and break-glass',
    'Terminal sessions',
    'Access and member changes',
    'Configuration changes',
    'Firmware upgrades',
    'Audit log',
  ])
  const [pack] = await list(boss)
  expect(pack).toMatchObject({ id, state: 'done', sheetsDone: auditPackSheets.length, authorCompany: null })
  expect(pack!.sheets.map(({ sheet }) => sheet)).toEqual(auditPackSheets)
  expect(pack!.rows).toBe(pack!.sheets.reduce((sum, { rows }) => sum + rows, 0))

  const log = rowsOf(book, 'Audit log')
  const entry = log.find((row) => row.includes('=HYPERLINK("http://x")'))
  expect(entry).toContain('Changed a role')
  for (const sheet of book.worksheets)
    sheet.eachRow((row) => row.eachCell((cell) => expect(cell.type).not.toBe(Excel.ValueType.Formula)))
  const changes = rowsOf(book, 'Access and member changes')
  expect(changes.map((row) => row[5])).not.toContain('Edited a device')
  expect(changes.some((row) => row.includes('=HYPERLINK("http://x")'))).toBe(true)

  // Anybody can compute the sums of the cover from the sheets.
  const cover = rowsOf(book, 'Cover')
  for (const { sheet, rows, sha256 } of pack!.sheets) {
    const line = cover.find((row) => row[3] === sha256)
    expect(line?.[2]).toBe(rows)
    const hash = createHash('sha256')
    const found = book.getWorksheet(String(line![0]))!
    for (let n = 2; n <= found.rowCount; n += 1) {
      const cells = Array.from({ length: found.columnCount }, (_, at) => found.getRow(n).getCell(at + 1).text)
      hash.update(`${cells.join('\t')}\n`)
    }
    expect([sheet, found.rowCount - 1, hash.digest('hex')]).toEqual([sheet, rows, sha256])
  }
  expect(cover.map((row) => row[1])).toContain(`${today} – ${today}`)
})

test('the role review says who administers, signs in from outside only, has a second factor, or has not come for 90 days', async () => {
  const idle = await t.person(company.id, 'engineer')
  await t.adminPool.query(
    `update member set last_sign_in_at = now() - interval '91 days', created_at = now() - interval '1 year', outside_only = true,
       display_name = 'Idle' where person_id = $1`,
    [idle.personId],
  )
  await t.adminPool.query(
    `insert into person_totp (person_id, secret, confirmed_at) values ($1, '\\x00', now())`,
    [boss.personId],
  )
  await t.adminPool.query(`update member set display_name = 'Boss' where person_id = $1`, [boss.personId])
  await t.adminPool.query(
    `insert into role (company_id, name, permissions) values ($1, 'Night shift', '{DMS_SERVER_DEVICE_VIEW}')`,
    [company.id],
  )
  const { book } = await made(boss)
  const [heading, ...members] = rowsOf(book, 'Members')
  const of = (name: string) => {
    const row = members.find(([first]) => first === name)!
    return Object.fromEntries(heading!.map((title, index) => [title, row[index]]))
  }
  expect(of('Idle')).toMatchObject({
    Administrator: 'No',
    'No sign-in for 90 days': 'Yes',
    'External sign-in only': 'Yes',
    'Second factor': 'No',
    Roles: 'Engineer',
  })
  expect(of('Boss')).toMatchObject({
    Administrator: 'Yes',
    'No sign-in for 90 days': 'No',
    'Second factor': 'Yes',
  })
  const roles = rowsOf(book, 'Roles and permissions')
  expect(roles.find(([name]) => name === 'Night shift')).toEqual(expect.arrayContaining([0, 1]))
  expect(roles.find(([name]) => name === 'Administrator')?.[5]).toContain('Audit packs')
  expect(rowsOf(book, 'Role members').slice(1)).toContainEqual(expect.arrayContaining(['Engineer', 'Idle']))
})

test('access from above shows administrators and grants of the MSP by name and account, and who was inside', async () => {
  const staff = await t.person(msp.id, 'engineer')
  const name = async ({ personId }: TestPerson) =>
    (await t.adminPool.query<{ user_name: string }>('select user_name from person where id = $1', [personId]))
      .rows[0]!.user_name
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in, created_by_name)
     select $1, id, $2, 'engineer', 'Chief' from member where person_id = $3`,
    [msp.id, company.id, staff.personId],
  )
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in, created_by_name, created_at, expires_at)
     select $1, id, $2, 'user_layer', 'Chief', now() - interval '9 days', now() - interval '8 days' from member where person_id = $3`,
    [msp.id, company.id, staff.personId],
  )
  await t.adminPool.query(
    `insert into acting_visit (company_id, session_id, person_id, actor_name, actor_company_id, actor_company_name)
     values ($1, 1, $2, 'Visitor', $3, 'The MSP')`,
    [company.id, staff.personId, msp.id],
  )
  await t.adminPool.query(
    `insert into acting_access (company_id, person_id, actor_name, actor_company_id, actor_company_name, how, reason, hours)
     values ($1, $2, 'Visitor', $3, 'The MSP', 'request', '@reason', 2)`,
    [company.id, staff.personId, msp.id],
  )
  const { book } = await made(boss)
  const access = rowsOf(book, 'Access from above').filter(([company_]) => company_ === `Company ${msp.code}`)
  expect(access.map((row) => [row[2], row[4], row[5]])).toEqual([
    [`${await name(above)}@${msp.code}`, 'Administrator above', 'Administrator'],
    [`${await name(staff)}@${msp.code}`, 'Staff grant', 'Engineer'],
  ])
  expect(rowsOf(book, 'Acting').slice(1)).toEqual([expect.arrayContaining(['The MSP', 'Visitor'])])
  expect(rowsOf(book, 'Requests and break-glass').slice(1)).toEqual([
    expect.arrayContaining(['Visitor', 'Request', 'Pending', '@reason']),
  ])
})

test('terminal sessions, configuration changes and upgrades of the period are listed', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (company_id, name, type, oui, serial_number) values ($1, 'Branch', 'smart_cpe', 'AABBCC', 'PACK-1')
     returning id::text`,
    [company.id],
  )
  const device = rows[0]!.id
  await t.adminPool.query(
    `insert into terminal_session (company_id, device_id, device_name, person_id, person_name, home_company_id, from_outside,
       session_id, remote_address, reason, protocol, port, encoding, username, state, outcome, recorded_bytes, created_at, ended_at)
     select $1, $2, 'Branch', 5, 'Visitor', $3, true, 1, '192.0.2.9', 'look', 'ssh', 22, 'utf8', 'root', 'ended', 'left', 2048, at,
       at + interval '1 minute'
     from (values (now()), (now() - interval '40 days')) v (at)`,
    [company.id, device, msp.id],
  )
  await t.adminPool.query(
    `insert into device_timeline (company_id, device_id, kind, detail, msp_id) values
       ($1, $2, 'command.done', '{"kind": "set_parameter_values"}', $3), ($1, $2, 'command.done', '{"kind": "get_parameter_values"}', $3)`,
    [company.id, device, msp.id],
  )
  await t.adminPool.query(
    `insert into configuration_version (company_id, device_id, digest, content, bytes, lines, profile, by_name)
     values ($1, $2, '\\x00', '\\x00', 10, 120, 'x', 'Li')`,
    [company.id, device],
  )
  const { book } = await made(boss)
  expect(rowsOf(book, 'Terminal sessions').slice(1)).toEqual([
    expect.arrayContaining([
      'Branch',
      'Visitor',
      `Company ${msp.code}`,
      '192.0.2.9',
      'look',
      'SSH',
      'Ended by the user',
      2,
    ]),
  ])
  expect(rowsOf(book, 'Configuration changes').slice(1)).toEqual([
    expect.arrayContaining(['Branch', 'Set parameters', 'Succeeded']),
    expect.arrayContaining(['Branch', 'Running configuration differs', 'Li', 120]),
  ])
})

test('a field that is wrong is named', async () => {
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  const cases: [object, string][] = [
    [{ from: tomorrow, to: today }, 'to'],
    [{ from: '2020-01-01', to: '2021-01-01' }, 'to'],
    [{ to: tomorrow }, 'to'],
    [{ from: 'yesterday' }, 'from'],
    [{ language: 'fr' }, 'language'],
  ]
  for (const [input, field] of cases) {
    const { data, status } = await ask(boss, input)
    expect([input, status, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]).toEqual([
      input,
      status,
      field,
    ])
    expect(status).toBeGreaterThanOrEqual(400)
  }
  const lists: [object, string][] = [
    [{ state: ['gone'] }, 'state.0'],
    [{ sort: 'rows' }, 'sort'],
    [{ pageSize: 0 }, 'pageSize'],
  ]
  for (const [input, field] of lists) {
    const { code, data } = await boss.call('POST /api/v1/auth/audit/pack/lists', input)
    expect([code, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]).toEqual([
      'request.invalid',
      field,
    ])
  }
})

test('one pack of a company is made at a time; its state, its author and its deletion are found again', async () => {
  const { data } = await ask(boss)
  expect((await ask(boss)).code).toBe('audit_pack.open')
  expect((await download(boss, data.id)).code).toBe('audit_pack.not_ready')
  expect(await list(boss, { state: ['done'] })).toEqual([])
  await make(data.id)
  await make(data.id)
  expect(await list(boss, { state: ['done'] })).toHaveLength(1)
  expect(await list(boss, { search: 'nobody of that name' })).toEqual([])
  await boss.call('DELETE /api/v1/auth/audit/pack/:packId', { packId: data.id })
  expect(await list(boss)).toEqual([])
  const { rows } = await t.adminPool.query('select 1 from audit_pack_chunk where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([])
  const { rows: acts } = await t.adminPool.query<{ action: string }>(
    `select action from audit_log where company_id = $1 and action like 'audit_pack.%' order by id`,
    [company.id],
  )
  expect(acts.map(({ action }) => action)).toEqual(['audit_pack.created', 'audit_pack.deleted'])
})

test('a stopped attempt is made anew, and one that fails says so', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const { data } = await ask(boss)
  await expect(make(data.id, company.id, stopped.signal)).rejects.toThrow('stopped')
  expect(await list(boss)).toMatchObject([{ state: 'running' }])
  await make(data.id)
  expect(await list(boss)).toMatchObject([{ state: 'done' }])

  const again = (await ask(boss)).data.id
  await t.adminPool.query(`update audit_pack set time_zone = 'Nowhere' where id = $1`, [again])
  await make(again)
  expect((await list(boss))[0]).toMatchObject({ id: again, state: 'failed', size: null })
})

test('packs belong to the company acted in: no other company, no limited role, and those above only from inside', async () => {
  const { data } = await ask(boss)
  await make(data.id)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const engineer = await t.person(company.id, 'engineer')
  expect((await download(stranger, data.id)).code).toBe('audit_pack.not_found')
  expect((await stranger.call('DELETE /api/v1/auth/audit/pack/:packId', { packId: data.id })).code).toBe(
    'audit_pack.not_found',
  )
  expect((await ask(engineer)).code).toBe('permission.denied')
  const manager = await t.person(company.id, 'management_layer')
  expect((await manager.call('POST /api/v1/auth/audit/pack/lists', {})).code).toBe('permission.denied')

  // A role for a department does not give it.
  const clerk = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope)
       values ($1, 'Clerk', array['DMS_SERVER_AUDIT_PACK'], 'department') returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $2)`,
    [company.id, clerk.personId],
  )
  expect((await ask(clerk)).code).toBe('permission.denied')

  // The MSP's own list is its own; inside it sees the tenant's, and its pack says where it came from.
  expect(await list(above)).toEqual([])
  expect((await download(above, data.id)).code).toBe('audit_pack.not_found')
  const inside = above.actingIn(company.id)
  expect((await list(inside)).map(({ id }) => id)).toEqual([data.id])
  expect((await ask(inside)).code).toBe(0)
  expect((await list(boss))[0]).toMatchObject({ authorCompany: `Company ${msp.code}` })

  // People of the MSP need a grant whose role has the permission.
  const staff = await t.person(msp.id, 'engineer')
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in)
     select $1, id, $2, 'engineer' from member where person_id = $3`,
    [msp.id, company.id, staff.personId],
  )
  expect((await staff.actingIn(company.id).call('POST /api/v1/auth/audit/pack/lists', {})).code).toBe(
    'permission.denied',
  )
  await t.adminPool.query(`update acting_grant set built_in = 'administrator' where company_id = $1`, [
    msp.id,
  ])
  expect(await list(staff.actingIn(company.id))).toHaveLength(2)
})

test('many entries are read batch by batch, each once and in order', async () => {
  await t.adminPool.query(
    `insert into audit_log (company_id, action, at, detail)
     select $1, 'role.changed', date_trunc('second', now()) - interval '1 second' + n * interval '1 microsecond',
       jsonb_build_object('n', n) from generate_series(1, 5000) n`,
    [company.id],
  )
  const { book } = await made(boss)
  const numbers = rowsOf(book, 'Audit log')
    .flatMap((row) => row.map(String).filter((cell) => cell.startsWith('{"n":')))
    .map((cell) => (JSON.parse(cell) as { n: number }).n)
  expect(numbers).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1))
})

test('packs are deleted after 5 years, failed ones after 30 days', async () => {
  const { data } = await ask(boss)
  await make(data.id)
  const age = (interval: string) =>
    t.adminPool.query(`update audit_pack set created_at = now() - $2::interval where id = $1`, [
      data.id,
      interval,
    ])
  await age('4 years 364 days')
  await t.scopes.asLoginRole('select forget_audit_packs()')
  expect(await list(boss)).toHaveLength(1)
  await age('5 years 1 day')
  await t.scopes.asLoginRole('select forget_audit_packs()')
  expect(await list(boss)).toEqual([])
})
