import { healthOf } from '@netward/contract/outlet-values'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from '../devices/index.ts'
import { linePasswordContext, outletRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let company: { id: string }
let stranger: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    deviceRoutes(app, { secrets })
    outletRoutes(app, { secrets })
  })
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  stranger = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
})
afterAll(() => t.stop())

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows

async function outlet(fields: { name: string } & Record<string, unknown>, person = admin): Promise<string> {
  const answer = await person.call('POST /api/v1/outlet', fields)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id
}

async function deviceIn(
  outletId: string,
  presence: 'online' | 'overdue' | 'offline' | 'unknown',
  companyId = company.id,
) {
  const id = await arrangeDevice(t, companyId, { presence })
  await sql('update device set outlet_id = $2 where id = $1', [id, outletId])
  return id
}

async function department(companyId: string, name: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into org_node (company_id, type, name, parent_id)
     select $1, 4, $2, id from org_node where company_id = $1 and parent_id is null returning id::text`,
    [companyId, name],
  )
  return row!.id
}

/** A user whose only role has these codes for a part of the company. */
async function limited(scope: 'outlets' | 'department', outletIds: string[] = []): Promise<TestPerson> {
  const person = await t.person(company.id, 'user_layer')
  await sql(
    `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
       values ($1, $2, $3, $4, $5) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $6)`,
    [
      company.id,
      `limited ${person.personId}`,
      [
        'DMS_SERVER_OUTLET_VIEW',
        'DMS_SERVER_OUTLET_EDIT',
        'DMS_SERVER_DEVICE_VIEW',
        'DMS_SERVER_DEVICE_EDIT',
      ],
      scope,
      outletIds,
      person.personId,
    ],
  )
  return person
}

const names = (answer: { data: { items: readonly { name: string }[] } }) =>
  answer.data.items.map(({ name }) => name)

describe('outlets', () => {
  test('are created with what a person writes, changed with before and after in the log, and deleted', async () => {
    const departmentId = await department(company.id, 'East')
    const written = {
      name: '西湖店',
      code: 'HZ-001',
      region: '浙江省/杭州市/西湖区',
      address: '文三路 1 号',
      latitude: 30.27,
      longitude: 120.13,
      businessHours: 'Mo-Su 09:00-22:00',
      contacts: [{ name: '林晓燕', phone: '0571-88880000' }],
      departmentId,
      note: 'x',
    }
    const outletId = await outlet(written)
    const read = await admin.call('GET /api/v1/outlet/:outletId', { outletId })
    expect(read.data).toMatchObject({
      ...written,
      timeZone: 'Asia/Shanghai',
      departmentName: 'East',
      health: 'none',
      lines: 0,
    })
    const edited = await admin.call('PUT /api/v1/outlet/:outletId', {
      outletId,
      ...written,
      name: '西湖旗舰店',
      timeZone: 'Asia/Urumqi',
    })
    expect(edited.data).toMatchObject({ name: '西湖旗舰店', timeZone: 'Asia/Urumqi', code: 'HZ-001' })
    const timeline = await admin.call('GET /api/v1/outlet/:outletId/timeline', { outletId })
    expect(timeline.data.items).toMatchObject([
      {
        kind: 'outlet.edited',
        detail: { before: { name: '西湖店' }, after: { name: '西湖旗舰店', time_zone: 'Asia/Urumqi' } },
      },
      { kind: 'outlet.created' },
    ])
    const deviceId = await deviceIn(outletId, 'online')
    expect((await admin.call('DELETE /api/v1/outlet/:outletId', { outletId })).code).toBe(
      'outlet.has_devices',
    )
    await sql(`update device set state = 'released' where id = $1`, [deviceId])
    expect((await admin.call('DELETE /api/v1/outlet/:outletId', { outletId })).data).toEqual({ lines: 0 })
    expect((await admin.call('GET /api/v1/outlet/:outletId', { outletId })).code).toBe('outlet.not_found')
  })

  test.each([
    ['name', { name: '' }, 'request.invalid'],
    ['code', { name: 'a', code: 'no spaces' }, 'request.invalid'],
    ['longitude', { name: 'a', latitude: 1 }, 'request.invalid'],
    ['latitude', { name: 'a', latitude: 91, longitude: 1 }, 'request.invalid'],
    ['timeZone', { name: 'a', timeZone: 'Mars/Olympus' }, 'request.invalid'],
    ['contacts.0.phone', { name: 'a', contacts: [{ name: 'b', phone: '=cmd()' }] }, 'request.invalid'],
    ['region', { name: 'a', region: 'a/b/c/d/e/f/g' }, 'request.invalid'],
    ['businessHours', { name: 'a', businessHours: 'when we like' }, 'request.invalid'],
    ['departmentId', { name: 'a', departmentId: '999999' }, 'department.not_found'],
    ['code', { name: 'a', code: 'TWICE' }, 'outlet.code_taken'],
  ])('a wrong %s is named', async (field, input, code) => {
    if (code === 'outlet.code_taken') await outlet({ name: 'first', code: 'twice' })
    const answer = await admin.call('POST /api/v1/outlet', input)
    expect(answer).toMatchObject({ code, data: { fields: [{ field }] } })
  })

  test('their health is counted from their devices, filters and sorts are the server’s', async () => {
    const own = await t.company('company')
    const person = await t.person(own.id, 'administrator')
    const states = {
      all: ['online', 'online'],
      part: ['online', 'offline'],
      down: ['offline', 'unknown'],
      late: ['overdue', 'unknown'],
      unclear: ['unknown'],
      empty: [],
    } as const
    for (const [name, presences] of Object.entries(states)) {
      const id = await outlet({ name, region: name === 'part' ? 'B' : `A/${name}` }, person)
      for (const presence of presences) await deviceIn(id, presence, own.id)
    }
    const list = (query: object) => person.call('POST /api/v1/outlet/lists', query)
    expect((await list({})).data.items.map(({ name, health, online }) => [name, health, online])).toEqual([
      ['all', 'online', 2],
      ['down', 'offline', 0],
      ['empty', 'none', 0],
      ['late', 'overdue', 0],
      ['part', 'partial', 1],
      ['unclear', 'unknown', 0],
    ])
    for (const [health, expected] of [
      ['online', ['all']],
      ['partial', ['part']],
      ['overdue', ['late']],
      ['offline', ['down']],
      ['unknown', ['unclear']],
      ['none', ['empty']],
    ] as const) {
      expect(names(await list({ health }))).toEqual(expected)
    }
    expect(names(await list({ health: ['partial', 'offline'], sort: '-name' }))).toEqual(['part', 'down'])
    expect(names(await list({ sort: '-region', pageSize: 2 }))).toEqual(['part', 'unclear'])
    expect(names(await list({ region: 'B' }))).toEqual(['part'])
    expect(names(await list({ search: 'UNCL' }))).toEqual(['unclear'])
    expect(names(await list({ search: '%' }))).toEqual([])
    const values = await person.call('GET /api/v1/outlet/values', {})
    expect(values.data.regions).toEqual(['A', 'A/all', 'A/down', 'A/empty', 'A/late', 'A/unclear', 'B'])
  })

  test('what counts as healthy follows from the numbers alone', () => {
    const counts = fc
      .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20))
      .map(([online, overdue, offline, unknown]) => ({
        online,
        overdue,
        offline,
        devices: online + overdue + offline + unknown,
      }))
    fc.assert(
      fc.property(counts, (of) => {
        const health = healthOf(of)
        expect(health === 'none').toBe(of.devices === 0)
        expect(health === 'online').toBe(of.online > 0 && of.offline === 0)
        expect(health === 'partial').toBe(of.online > 0 && of.offline > 0)
        expect(health === 'offline').toBe(of.online === 0 && of.offline > 0)
        expect(health === 'overdue').toBe(of.online === 0 && of.offline === 0 && of.overdue > 0)
      }),
    )
  })

  test('lists over several customers name the company, for an MSP and for the platform', async () => {
    const second = await t.company('company', msp.id)
    const people = [admin, await t.person(second.id, 'administrator')]
    const outletIds: string[] = []
    for (const person of people) {
      const outletId = await outlet({ name: 'Of several' }, person)
      outletIds.push(outletId)
      const line = { name: 'Of several', isp: 'telecom', type: 'broadband', downMbps: 10, upMbps: 1 } as const
      await person.call('POST /api/v1/outlet/:outletId/line', { outletId, ...line })
    }
    const owners = await sql<{ id: string; companyId: string; companyName: string }>(
      `select o.id::text, c.id::text as "companyId", c.name as "companyName"
       from outlet o join company c on c.id = o.company_id where o.id = any ($1) order by o.id`,
      [outletIds],
    )
    expect(new Set(owners.map(({ companyName }) => companyName)).size).toBe(2)
    for (const person of [mspAdmin, t.operator]) {
      const search = 'of several'
      const outlets = await person.call('POST /api/v1/outlet/lists', { search, sort: 'createdAt' })
      expect(outlets.data.items).toMatchObject(owners)
      const lines = await person.call('POST /api/v1/outlet/line/lists', { search })
      expect(lines.data.items).toMatchObject(
        owners.map(({ id, companyId, companyName }) => ({ outletId: id, companyId, companyName })),
      )
      const choices = await person.call('GET /api/v1/outlet/choices', { search })
      expect(choices.data).toEqual(
        expect.arrayContaining(
          owners.map(
            ({ id, companyName }) => expect.objectContaining({ id, companyName }) as { companyName: string },
          ),
        ),
      )
    }
  })

  test('an MSP sees and changes the outlets of its customers, with their names, and no others', async () => {
    const foreign = await t.person(stranger.id, 'administrator')
    const theirs = await outlet({ name: 'Foreign' }, foreign)
    const ours = await outlet({ name: 'Below MSP' })
    const listed = await mspAdmin.call('POST /api/v1/outlet/lists', { search: 'below msp' })
    expect(listed.data.items).toMatchObject([{ id: ours, companyId: company.id }])
    expect(listed.data.items[0]!.companyName).toMatch(/^Company /)
    const edited = await mspAdmin.call('PUT /api/v1/outlet/:outletId', { outletId: ours, name: 'Renamed' })
    expect(edited.data).toMatchObject({ name: 'Renamed', companyId: company.id })
    for (const person of [admin, mspAdmin]) {
      for (const answer of [
        await person.call('GET /api/v1/outlet/:outletId', { outletId: theirs }),
        await person.call('PUT /api/v1/outlet/:outletId', { outletId: theirs, name: 'Mine' }),
        await person.call('DELETE /api/v1/outlet/:outletId', { outletId: theirs }),
        await person.call('GET /api/v1/outlet/:outletId/timeline', { outletId: theirs }),
      ]) {
        expect(answer).toMatchObject({ status: 404, code: 'outlet.not_found' })
      }
    }
    expect((await t.operator.call('POST /api/v1/outlet/lists', { companyId: stranger.id })).data.total).toBe(
      1,
    )
  })

  test('show the people of their department and of those below it', async () => {
    const departmentId = await department(company.id, 'West')
    const person = await t.person(company.id, 'engineer')
    const [node] = await sql<{ os_id: string }>('select os_id::text from member where person_id = $1', [
      person.personId,
    ])
    await sql(
      `with below as (insert into org_node (company_id, type, name, parent_id) values ($1, 4, 'Below', $2) returning id)
       insert into org_node (company_id, type, name, parent_id) select $1, 2, 'p', id from below`,
      [company.id, departmentId],
    )
    expect(node).toBeDefined()
    await sql(
      `update member set os_id = (select id from org_node where company_id = $1 and name = 'p'),
         department_id = (select parent_id from org_node where company_id = $1 and name = 'p') where person_id = $2`,
      [company.id, person.personId],
    )
    const outletId = await outlet({ name: 'With people', departmentId })
    const people = await admin.call('GET /api/v1/outlet/:outletId/people', { outletId })
    expect(people.data).toMatchObject({ total: 1, items: [{ departmentName: 'Below', status: 'enabled' }] })
  })
})

describe('internet lines', () => {
  const line = { name: 'Main', isp: 'telecom', type: 'dedicated', downMbps: 500, upMbps: 500 } as const

  test('stand in an outlet, on a WAN of one of its gateways, and go with it', async () => {
    const outletId = await outlet({ name: 'Lines' })
    const deviceId = await deviceIn(outletId, 'online')
    const elsewhere = await arrangeDevice(t, company.id)
    const create = (more: object) =>
      admin.call('POST /api/v1/outlet/:outletId/line', { outletId, ...line, ...more })
    const made = await create({
      account: '0571A',
      deviceId,
      wanName: 'wan0',
      addressing: 'static',
      ipAddress: '203.0.113.9',
      monthlyPrice: 1200.5,
      contractEnd: '2027-06-30',
    })
    expect(made.data).toMatchObject({
      outletName: 'Lines',
      deviceId,
      presence: 'online',
      wanName: 'wan0',
      ipAddress: '203.0.113.9',
      monthlyPrice: 1200.5,
      contractEnd: '2027-06-30',
    })
    expect(await create({ deviceId: elsewhere })).toMatchObject({
      code: 'line.gateway_elsewhere',
      data: { fields: [{ field: 'deviceId' }] },
    })
    expect(await create({ deviceId, wanName: 'wan0' })).toMatchObject({ code: 'line.wan_taken' })
    expect(await create({ downMbps: 0 })).toMatchObject({ data: { fields: [{ field: 'downMbps' }] } })
    expect(await create({ addressing: 'static', ipAddress: '1.2.3' })).toMatchObject({
      data: { fields: [{ field: 'ipAddress' }] },
    })

    const lineId = made.data.id
    const edited = await admin.call('PUT /api/v1/outlet/line/:lineId', {
      lineId,
      ...line,
      deviceId,
      wanName: 'wan0',
      downMbps: 1000,
    })
    expect(edited.data).toMatchObject({ downMbps: 1000, ipAddress: null, addressing: 'dhcp' })
    // A gateway that leaves the outlet no longer carries its lines.
    const moved = await admin.call('POST /api/v1/device/batch/outlet', {
      deviceIds: [deviceId],
      outletId: null,
    })
    expect(moved).toMatchObject({ code: 0, data: { accepted: 1 } })
    const list = await admin.call('POST /api/v1/outlet/line/lists', { search: 'LINES' })
    expect(list.data.items).toMatchObject([{ id: lineId, deviceId: null, wanName: '' }])
    const foreign = await t.person(stranger.id, 'administrator')
    expect((await foreign.call('DELETE /api/v1/outlet/line/:lineId', { lineId })).code).toBe('line.not_found')
    expect((await admin.call('DELETE /api/v1/outlet/:outletId', { outletId })).data).toEqual({ lines: 1 })
    expect((await admin.call('DELETE /api/v1/outlet/line/:lineId', { lineId })).code).toBe('line.not_found')
  })

  test('have a password that is shown as set or not, replaced, removed, and kept if omitted', async () => {
    const outletId = await outlet({ name: 'Dialled' })
    const create = (password: unknown) =>
      admin.call('POST /api/v1/outlet/:outletId/line', { outletId, ...line, password } as never)
    for (const hostile of ['', 'bell\u0007', 'null\u0000', '\ud800', 'x'.repeat(129), 7, {}, ['a']]) {
      expect(await create(hostile)).toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ field: 'password' }] },
      })
    }
    const password = '  密码 {{secret.x}} <b>&"\''
    const { data: made } = await create(password)
    expect(made).toMatchObject({ passwordSet: true })
    const lineId = made.id
    const edit = async (by: TestPerson, more: object) =>
      by.call('PUT /api/v1/outlet/line/:lineId', { lineId, ...line, ...more })
    const stored = async () => {
      const [row] = await sql<{ value: Buffer }>('select value from line_password where line_id = $1', [
        lineId,
      ])
      return row && t.secrets.open(row.value, linePasswordContext(lineId)).toString()
    }
    expect(await stored()).toBe(password)
    expect((await edit(admin, { note: 'x' })).data).toMatchObject({ passwordSet: true })
    expect(await stored()).toBe(password)
    expect((await edit(mspAdmin, { password: 'by the MSP' })).data).toMatchObject({ passwordSet: true })
    expect(await stored()).toBe('by the MSP')
    const foreign = await t.person(stranger.id, 'administrator')
    expect(await edit(foreign, { password: 'mine' })).toMatchObject({ code: 'line.not_found' })
    const reader = await t.person(company.id, 'user_layer')
    expect((await edit(reader, { password: 'mine' })).status).toBe(403)
    expect(await stored()).toBe('by the MSP')
    expect((await edit(admin, { password: null })).data).toMatchObject({ passwordSet: false })
    expect(await stored()).toBeUndefined()
    const audited = await sql<{ detail: Record<string, unknown> }>(
      `select detail from audit_log where company_id = $1 and subject_id = $2 and action = 'line.edited' order by id`,
      [company.id, outletId],
    )
    expect(audited.map(({ detail }) => detail)).toMatchObject([
      { after: { note: 'x' } },
      { after: { note: '' }, passwordChanged: true },
      { before: { password_set: true }, after: { password_set: false } },
    ])
    expect(JSON.stringify(audited)).not.toContain('by the MSP')
  })

  test('a request cannot read passwords by SQL', async () => {
    await expect(
      t.scopes.withCompany(company.id, ({ db }) => db.selectFrom('line_password').selectAll().execute()),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('moving devices', () => {
  test('notes where from and where to, the list filters by outlet, and other companies’ outlets are not found', async () => {
    const [from, to] = [await outlet({ name: 'From' }), await outlet({ name: 'To' })]
    const deviceId = await deviceIn(from, 'online')
    const move = (outletId: string) =>
      admin.call('POST /api/v1/device/batch/outlet', { deviceIds: [deviceId], outletId })
    expect(await move(to)).toMatchObject({ code: 0 })
    const list = (outletId: string) => admin.call('POST /api/v1/device/lists', { outletId })
    expect((await list(to)).data).toMatchObject({ total: 1, items: [{ id: deviceId, outletName: 'To' }] })
    expect((await list(from)).data.total).toBe(0)
    expect((await list('0')).data.items.every((row) => row.outletId === null)).toBe(true)
    const above = await mspAdmin.call('POST /api/v1/device/lists', { outletId: to })
    expect(above.data.items).toMatchObject([{ outletName: 'To' }])
    const timeline = await admin.call('GET /api/v1/outlet/:outletId/timeline', { outletId: to })
    expect(timeline.data.items[0]).toMatchObject({
      kind: 'placed',
      detail: { from: 'From', to: 'To' },
      actorName: expect.any(String),
      actorCompanyName: null,
    })
    const outsider = mspAdmin.actingIn(company.id)
    for (const outletId of [null, to])
      await outsider.call('POST /api/v1/device/batch/outlet', { deviceIds: [deviceId], outletId })
    const [theirs] = await sql<{ name: string }>('select name from company where id = $1', [msp.id])
    const after = await admin.call('GET /api/v1/outlet/:outletId/timeline', { outletId: to })
    expect(after.data.items[0]).toMatchObject({ kind: 'placed', actorCompanyName: theirs!.name })
    const foreign = await outlet({ name: 'F' }, await t.person(stranger.id, 'administrator'))
    expect((await move(foreign)).code).toBe(50002)
  })
})

describe('a role that is limited', () => {
  test('to outlets sees them, their lines and devices alone, and moves nothing out of its sight', async () => {
    const [mine, other] = [await outlet({ name: 'Mine' }), await outlet({ name: 'Not mine' })]
    for (const outletId of [mine, other]) {
      await admin.call('POST /api/v1/outlet/:outletId/line', {
        outletId,
        name: `Line of ${outletId}`,
        isp: 'mobile',
        type: '5g',
        downMbps: 100,
        upMbps: 50,
      })
    }
    const deviceId = await deviceIn(mine, 'online')
    const hidden = await deviceIn(other, 'online')
    const person = await limited('outlets', [mine])
    expect(names(await person.call('POST /api/v1/outlet/lists', {}))).toEqual(['Mine'])
    expect(names(await person.call('POST /api/v1/outlet/lists', { search: 'mine' }))).toEqual(['Mine'])
    expect(names(await person.call('POST /api/v1/outlet/line/lists', {}))).toEqual([`Line of ${mine}`])
    expect((await person.call('GET /api/v1/outlet/:outletId', { outletId: other })).code).toBe(
      'outlet.not_found',
    )
    const devices = await person.call('POST /api/v1/device/lists', {})
    expect(devices.data.items.map(({ id }) => id)).toEqual([deviceId])
    const place = (deviceIds: string[], outletId: string | null) =>
      person.call('POST /api/v1/device/batch/outlet', { deviceIds, outletId })
    for (const answer of [
      await place([deviceId], other),
      await place([deviceId], null),
      await place([hidden], mine),
    ])
      expect(answer.code).toBe(50002)
    expect((await person.call('POST /api/v1/outlet', { name: 'Beyond' })).code).toBe('outlet.outside_scope')
  })

  test('to a department creates outlets in it', async () => {
    const departmentId = await department(company.id, 'Own')
    const person = await limited('department')
    await sql(
      `with n as (insert into org_node (company_id, type, name, parent_id) values ($1, 2, 'me', $2) returning id)
       update member set os_id = (select id from n), department_id = $2 where person_id = $3`,
      [company.id, departmentId, person.personId],
    )
    expect((await person.call('POST /api/v1/outlet', { name: 'None' })).code).toBe('outlet.outside_scope')
    const made = await person.call('POST /api/v1/outlet', { name: 'Own one', departmentId })
    expect(made).toMatchObject({ code: 0, data: { departmentName: 'Own' } })
    expect(names(await person.call('POST /api/v1/outlet/lists', {}))).toEqual(['Own one'])
  })

  test('to a department gets an outlet by nobody who could not give the role', async () => {
    const [from, to] = [await department(company.id, 'Nobody'), await department(company.id, 'Field')]
    const field = await limited('department')
    await sql(
      `with n as (insert into org_node (company_id, type, name, parent_id) values ($1, 2, 'me', $2) returning id)
       update member set os_id = (select id from n), department_id = $2 where person_id = $3`,
      [company.id, to, field.personId],
    )
    await sql(
      `update role set permissions = permissions || '{DMS_SERVER_DEVICE_RELEASE}' where company_id = $1 and name = $2`,
      [company.id, `limited ${field.personId}`],
    )
    const outletId = await outlet({ name: 'Moves', departmentId: from })
    const engineer = await t.person(company.id, 'engineer')
    const move = (who: TestPerson, departmentId: string | null) =>
      who.call('PUT /api/v1/outlet/:outletId', { outletId, name: 'Moves', departmentId })
    expect(await move(engineer, to)).toMatchObject({
      code: 'permission.denied',
      data: { fields: [{ field: 'departmentId' }] },
    })
    expect((await move(engineer, null)).code).toBe(0)
    expect((await move(admin, to)).code).toBe(0)
    // No user gains access by what stays above them.
    const below = await department(company.id, 'Below the field')
    await sql('update org_node set parent_id = $2 where id = $1', [below, to])
    expect((await move(engineer, below)).code).toBe(0)
  })
})
