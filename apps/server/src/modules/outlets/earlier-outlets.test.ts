import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseHours } from '@netward/contract/business-hours'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { migrate } from '../../platform/db/migrate.ts'

/** What companies have written before regions were paths and hours had a notation. */

let database: TestDatabase
let client: pg.Client

const password = 'only-for-this-test'

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.admin, password, { upTo: '0018_line_use.sql' })
  client = new pg.Client(database.admin)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('regions become paths, hours their notation, and other texts are kept as a note', async () => {
  const before = [
    [
      '浙江省',
      '杭州市',
      '西湖区',
      '周一至周日 08:30–22:00',
      '',
      '浙江省/杭州市/西湖区',
      'Mo-Su 08:30-22:00',
      '',
    ],
    ['上海市', '上海市', ' 浦东/新区 ', '每天09:00~21:30', 'x', '上海市/浦东 新区', 'Mo-Su 09:00-21:30', 'x'],
    ['', '', '', '', '', '', '', ''],
    [
      '',
      'Hamburg',
      '',
      'Mon-Fri 09:00-18:00; Sat 10:00-16:00',
      '',
      'Hamburg',
      'Mo-Fr 09:00-18:00; Sa 10:00-16:00',
      '',
    ],
    [
      '',
      '',
      '',
      '周一至周五 9:00-12:00，13:00-18:00；周六日 休',
      'n',
      '',
      '',
      'n\n营业时间 / Business hours: 周一至周五 9:00-12:00，13:00-18:00；周六日 休',
    ],
    ['', '', '', '24/7', '', '', '24/7', ''],
    ['', '', '', '看情况', '', '', '', '营业时间 / Business hours: 看情况'],
    ['', '', '', '工作日 9：00－25：00', '', '', '', '营业时间 / Business hours: 工作日 9：00－25：00'],
  ] as const
  const { rows: companies } = await client.query<{ id: string }>(
    `insert into company (kind, name, code) values ('op', 'Platform', 'op') returning id`,
  )
  for (const [index, [province, city, district, hours, note]] of before.entries()) {
    await client.query(
      `insert into outlet (company_id, name, province, city, district, business_hours, note)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [companies[0]?.id, `Outlet ${index}`, province, city, district, hours, note],
    )
  }
  await migrate(database.admin, password)
  const { rows } = await client.query<{
    region: string
    business_hours: string
    note: string
    search: string
  }>('select region, business_hours, note, search from outlet order by id')
  expect(rows.map(({ region, business_hours: hours, note }) => [region, hours, note])).toEqual(
    before.map(([, , , , , region, hours, note]) => [region, hours, note]),
  )
  // What the migration took for a notation is one.
  for (const { business_hours: hours } of rows.filter((row) => row.business_hours !== ''))
    expect(parseHours(hours)).not.toBeNull()
  const found = await client.query(`select name from outlet where search like search_pattern('杭州')`)
  expect(found.rows).toEqual([{ name: 'Outlet 0' }])
})
