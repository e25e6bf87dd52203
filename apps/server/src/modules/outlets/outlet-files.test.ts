import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { linePasswordContext, outletRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => outletRoutes(app, { secrets }))
})
afterAll(() => t.stop())

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows

const administrator = async () => {
  const company = await t.company('company')
  return { company, person: await t.person(company.id, 'administrator') }
}

async function outlet(
  fields: { name: string } & Record<string, unknown>,
  person: TestPerson,
): Promise<string> {
  const answer = await person.call('POST /api/v1/outlet', fields)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id
}

const names = (answer: { data: { items: readonly { name: string }[] } }) =>
  answer.data.items.map(({ name }) => name)

describe('files of outlets and lines', () => {
  const send = (person: TestPerson, path: string, content: string) =>
    upload(t, person, path, { content, filename: 'a.csv', type: 'text/csv' })
  const failed = (answer: { data: unknown }) =>
    (answer.data as { failed: { ip: string; reason: string }[] }).failed.map(({ ip }) => ip)

  test('an import takes all rows or none, names each refused one, and an export can be imported', async () => {
    const { person } = await administrator()
    const bad = await send(
      person,
      '/api/v1/outlet/import',
      'name,code,latitude,longitude,department\nGood,A1,,,\n,A2,,,\nTwice,A1,,,\nWhere,,x,1,\nNobody,,,,Nowhere\n',
    )
    expect(bad).toMatchObject({ status: 422, code: 41033 })
    expect(failed(bad)).toEqual(['3', '4', '5', '6'])
    const list = () => person.call('POST /api/v1/outlet/lists', {})
    expect((await list()).data.total).toBe(0)
    const good = await send(
      person,
      '/api/v1/outlet/import',
      '网点名称,网点编码,联系人姓名,联系电话\n甲店,A1,张三,13800138000\n=乙店,A2,,\n',
    )
    expect(good).toMatchObject({ code: 0, data: { imported: 2 } })
    expect((await list()).data.items).toMatchObject([
      { name: '=乙店' },
      { name: '甲店', contacts: [{ name: '张三', phone: '13800138000' }] },
    ])
    const exported = await person.call('POST /api/v1/outlet/export', {})
    expect(exported.body).toContain("'=乙店,A2")
    const copy = await t.person((await t.company('company')).id, 'administrator')
    expect(await send(copy, '/api/v1/outlet/import', exported.body)).toMatchObject({ data: { imported: 2 } })
    expect(names(await copy.call('POST /api/v1/outlet/lists', {}))).toEqual(['=乙店', '甲店'])
    const headings = await send(person, '/api/v1/outlet/import', 'a,b\n1,2\n')
    expect(headings).toMatchObject({ status: 400, code: 'import.wrong_headings' })
    expect(headings.message).toContain('Site name')
    expect(headings.message).toContain('a, b')
  })

  test('lines find their outlet by code or name and their gateway by its serial number', async () => {
    const { company: own, person } = await administrator()
    const outletId = await outlet({ name: 'Shop', code: 'S1' }, person)
    const deviceId = await arrangeDevice(t, own.id, { serial_number: 'LINESN' })
    await sql('update device set outlet_id = $2 where id = $1', [deviceId, outletId])
    const heading = 'outlet,name,isp,type,downMbps,upMbps,gateway,wanName,contractEnd\n'
    const wrong = await send(
      person,
      '/api/v1/outlet/line/import',
      `${heading}Elsewhere,a,telecom,5g,1,1,,,\ns1,b,nobody,5g,1,1,,,\ns1,c,telecom,5g,1,1,OTHER,,\ns1,d,telecom,5g,1,1,,,soon\n`,
    )
    expect(failed(wrong)).toEqual(['2', '3', '4', '5'])
    const right = await send(
      person,
      '/api/v1/outlet/line/import',
      `${heading}s1,One,中国电信,专线,200,200,linesn,wan0,2027/01/31\nShop,Two,Other,broadband,100,20,,,\n`,
    )
    expect(right).toMatchObject({ data: { imported: 2 } })
    const lines = await person.call('POST /api/v1/outlet/line/lists', { outletId })
    expect(lines.data.items).toMatchObject([
      { name: 'One', deviceId, wanName: 'wan0', contractEnd: '2027-01-31', type: 'dedicated' },
      { name: 'Two', isp: 'other' },
    ])
    expect((await person.call('POST /api/v1/outlet/line/export', {})).body).toContain('LINESN')
  })

  test('line passwords can be imported; neither errors nor exports contain them', async () => {
    const { company: own, person } = await administrator()
    await outlet({ name: 'Shop', code: 'S1' }, person)
    const heading = 'outlet,name,isp,type,downMbps,upMbps,password\n'
    const row = (name: string, password: string) => `s1,${name},telecom,5g,1,1,"${password}"\n`
    const path = '/api/v1/outlet/line/import'
    const hidden = 'hidden-one'
    const wrong = await send(
      person,
      path,
      `${heading}${row('a', `${hidden}\t1`)}${row('b', hidden.repeat(20))}s1,c,nobody,5g,1,1,${hidden}\n`,
    )
    expect(failed(wrong)).toEqual(['2', '3', '4'])
    expect(JSON.stringify(wrong)).not.toContain(hidden)
    const right = await send(
      person,
      path,
      `${heading}${row('One', " '=a,b ")}${row('Two', '')}${row('Three', hidden)}`,
    )
    expect(right).toMatchObject({ data: { imported: 3 } })
    const lines = await person.call('POST /api/v1/outlet/line/lists', {})
    expect(lines.data.items.map(({ name, passwordSet }) => [name, passwordSet])).toEqual([
      ['One', true],
      ['Three', true],
      ['Two', false],
    ])
    const kept = await sql<{ name: string; line_id: string; value: Buffer }>(
      `select l.name, p.line_id::text, p.value from line_password p join internet_line l on l.id = p.line_id
       where l.company_id = $1 order by l.name`,
      [own.id],
    )
    expect(
      kept.map((one) => [one.name, t.secrets.open(one.value, linePasswordContext(one.line_id)).toString()]),
    ).toEqual([
      ['One', " '=a,b "],
      ['Three', hidden],
    ])
    const exported = (await person.call('POST /api/v1/outlet/line/export', {})).body
    expect(exported).not.toContain(hidden)
    expect(exported.split('\n')[0]).not.toMatch(/password|密码/i)
  })

  test('what the licence has no room for is refused by row, and one at a time by its code', async () => {
    const { company: own, person } = await administrator()
    await sql(`insert into entitlement (company_id, kind, used, granted) values ($1, 'outlets', 0, 3)`, [
      own.id,
    ])
    const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}\n`).join('')
    const refused = await send(person, '/api/v1/outlet/import', `name\n${rows}`)
    expect(refused).toMatchObject({ code: 41033 })
    expect(failed(refused)).toEqual(['5', '6'])
    const [{ reason } = { reason: '' }] = (refused.data as { failed: { reason: string }[] }).failed
    expect(reason).toContain('Sites (0 of 3)')
    expect(reason).not.toMatch(/[{}@]|licences\./)
    expect((await person.call('POST /api/v1/outlet/lists', {})).data.total).toBe(0)
    expect(await send(person, '/api/v1/outlet/import', 'name\na\nb\nc\n')).toMatchObject({
      data: { imported: 3 },
    })
    expect(await person.call('POST /api/v1/outlet', { name: 'd' })).toMatchObject({
      status: 409,
      code: 'licence.exceeded',
    })
  })

  test('hold regions, business hours and several contacts in one notation, there and back', async () => {
    const { person } = await administrator()
    const given = [
      'name,region,businessHours,contacts',
      '甲店,华东 / 上海,周一至周五 09:00–18:00；周六 10:00-16:00,张三:13800138000; 李四：0571-88880000;前台',
      `乙店,华东,24/7,A\\;B\\:C\\\\:0571-88880000`,
    ].join('\n')
    expect(await send(person, '/api/v1/outlet/import', given)).toMatchObject({ data: { imported: 2 } })
    const expected = [
      {
        name: '乙店',
        region: '华东',
        businessHours: '24/7',
        contacts: [{ name: 'A;B:C\\', phone: '0571-88880000' }],
      },
      {
        name: '甲店',
        region: '华东/上海',
        businessHours: 'Mo-Fr 09:00-18:00; Sa 10:00-16:00',
        contacts: [
          { name: '张三', phone: '13800138000' },
          { name: '李四', phone: '0571-88880000' },
          { name: '前台', phone: '' },
        ],
      },
    ]
    expect((await person.call('POST /api/v1/outlet/lists', {})).data.items).toMatchObject(expected)
    const exported = await person.call('POST /api/v1/outlet/export', { region: '华东' })
    const { person: other } = await administrator()
    expect(await send(other, '/api/v1/outlet/import', exported.body)).toMatchObject({ data: { imported: 2 } })
    expect((await other.call('POST /api/v1/outlet/lists', {})).data.items).toMatchObject(expected)
    const many = Array.from({ length: 6 }, (_, index) => `P${index}`).join(';')
    const wrong = await send(
      other,
      '/api/v1/outlet/import',
      `name,region,businessHours,contacts\na,1/2/3/4/5/6/7,,\nb,,always,\nc,,,${many}\nd,,,"x:=cmd()"\n`,
    )
    expect(failed(wrong)).toEqual(['2', '3', '4', '5'])
  })

  test('an exported file is previewed, then updates outlets by code and lines by outlet and name', async () => {
    const { person } = await administrator()
    const kept = await outlet(
      { name: '甲店', code: 'A1', note: 'kept', contacts: [{ name: '张三', phone: '' }] },
      person,
    )
    await outlet({ name: '乙店', code: 'A2' }, person)
    const path = '/api/v1/outlet/import'
    const exported = (await person.call('POST /api/v1/outlet/export', {})).body
    const all = (await send(person, `${path}/preview`, exported)).data
    expect(all).toMatchObject({ counts: { new: 0, changed: 0, unchanged: 2, refused: 0 }, rows: [] })
    expect((all as { ignored: string[] }).ignored).toContain('Tenant')
    // Columns that the file does not have stay as they are.
    const edited = 'code,name,address\na1,甲店二,南京路\nA2,乙店,\nA3,丙店,\n,,x\n'
    const preview = (await send(person, `${path}/preview`, edited)).data
    expect(preview).toMatchObject({
      counts: { new: 1, changed: 1, unchanged: 1, refused: 1 },
      rows: [
        {
          row: 2,
          state: 'changed',
          changes: [
            { column: 'Site name', before: '甲店', after: '甲店二' },
            { column: 'Site code', before: 'A1', after: 'a1' },
            { column: 'Address', before: '', after: '南京路' },
          ],
        },
        { row: 4, state: 'new', name: '丙店' },
        { row: 5, state: 'refused' },
      ],
    })
    expect(names(await person.call('POST /api/v1/outlet/lists', { sort: 'code' }))).toEqual(['甲店', '乙店'])
    const good = edited.replace(',,x\n', '')
    expect(await send(person, path, good)).toMatchObject({ code: 41033 })
    expect(await send(person, `${path}?existing=update`, good)).toMatchObject({
      data: { imported: 1, updated: 1 },
    })
    expect((await person.call('GET /api/v1/outlet/:outletId', { outletId: kept })).data).toMatchObject({
      name: '甲店二',
      address: '南京路',
      note: 'kept',
      contacts: [{ name: '张三', phone: '' }],
    })
    const lines = '/api/v1/outlet/line/import'
    const heading = 'outlet,name,isp,type,downMbps,upMbps,password\n'
    await send(person, lines, `${heading}A2,One,telecom,5g,100,20,first\n`)
    const again = (await person.call('POST /api/v1/outlet/line/export', {})).body
    expect((await send(person, `${lines}/preview`, again)).data).toMatchObject({
      counts: { new: 0, changed: 0, unchanged: 1, refused: 0 },
    })
    const faster = 'outlet,name,downMbps,password\nA2,One,200,second\n'
    expect((await send(person, `${lines}/preview`, faster)).data).toMatchObject({
      rows: [
        {
          changes: [
            { before: '100', after: '200' },
            { before: '••••••', after: '••••••' },
          ],
        },
      ],
    })
    expect(await send(person, `${lines}?existing=update`, faster)).toMatchObject({ data: { updated: 1 } })
    expect((await person.call('POST /api/v1/outlet/line/lists', {})).data.items).toMatchObject([
      { name: 'One', downMbps: 200, upMbps: 20, isp: 'telecom' },
    ])
  })

  test('of an earlier version are still taken', async () => {
    const { person } = await administrator()
    const file =
      '网点名称,省 / 国家地区,市,区县,联系人姓名,联系电话\n甲店,上海市,上海市,浦东/新区,张三,13800138000\n'
    expect(await send(person, '/api/v1/outlet/import', file)).toMatchObject({ data: { imported: 1 } })
    expect((await person.call('POST /api/v1/outlet/lists', {})).data.items).toMatchObject([
      { region: '上海市/浦东 新区', contacts: [{ name: '张三', phone: '13800138000' }] },
    ])
  })

  test('have 10,000 rows at most, which are taken in one go', async () => {
    const { company, person } = await administrator()
    const rows = (from: number, n: number) =>
      Array.from({ length: n }, (_, index) => `Shop ${from + index},C${from + index},R/${index % 50}\n`).join(
        '',
      )
    const heading = 'name,code,region\n'
    expect(await send(person, '/api/v1/outlet/import', `${heading}${rows(0, 10_001)}`)).toMatchObject({
      status: 400,
      code: 'import.too_many_rows',
    })
    expect(await send(person, '/api/v1/outlet/import', `${heading}${rows(0, 10_000)}`)).toMatchObject({
      data: { imported: 10_000 },
    })
    const lines = Array.from({ length: 10_000 }, (_, index) => `c${index},Line,telecom,5g,100,50\n`).join('')
    expect(
      await send(person, '/api/v1/outlet/line/import', `outlet,name,isp,type,downMbps,upMbps\n${lines}`),
    ).toMatchObject({ data: { imported: 10_000 } })
    const summed = await person.call('POST /api/v1/outlet/regions', {})
    expect(summed.data).toMatchObject({ tooMany: false, total: 10_000 })
    await sql(`insert into outlet (company_id, name) values ($1, 'One more')`, [company.id])
    expect((await person.call('POST /api/v1/outlet/regions', {})).data).toEqual({
      tooMany: true,
      total: 0,
      items: [],
    })
    expect((await person.call('POST /api/v1/outlet/regions', { region: 'R/7' })).data).toMatchObject({
      total: 200,
    })
  })
})
