import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { upload } from '../../../../test/upload.ts'
import { orderRoutes } from '../index.ts'
import { glpiDate, glpiLevel } from './glpi-ticket.ts'

let t: TestApp
let engineer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  const { id } = await t.company('company')
  engineer = await t.person(id, 'engineer')
  await t.adminPool.query(`insert into outlet (company_id, name, code) values ($1, 'Store 12', 'sh-12')`, [
    id,
  ])
})

interface Answer {
  code: number | string
  data: {
    imported: number
    counts: Record<string, number>
    failed: { ip: string; reason: string }[]
    notes: string[]
  }
}

const send = async (content: string | Buffer, { source = 'plain', part = '' } = {}): Promise<Answer> => {
  const url = `/api/v1/work/order/import${part}?source=${source}`
  return JSON.parse((await upload(t, engineer, url, { content, filename: 'orders.csv' })).body) as Answer
}
const list = async (standing: 'open' | 'ended' = 'open') =>
  (await engineer.call('POST /api/v1/work/order/lists', { standing, sort: 'createdAt' })).data.items

test('orders come from a file in both languages, after a dry run, and the same reference once', async () => {
  const file = [
    'title,reference,type,impact,urgency,outlet,tags',
    'No internet,A-1,故障,high,high,SH-12,vip; shop',
    'New printer,A-2,request,low,Can wait,Store 12,',
  ].join('\r\n')
  expect((await send(file, { part: '/preview' })).data.counts).toMatchObject({ new: 2, refused: 0 })
  expect(await list()).toEqual([])
  expect((await send(file)).data.imported).toBe(2)
  expect(await list()).toMatchObject([
    { title: 'No internet', priority: 1, outletName: 'Store 12', tags: ['vip', 'shop'], state: 'new' },
    { title: 'New printer', type: 'request', priority: 4 },
  ])
  expect((await send(file)).data.imported).toBe(0)
  expect((await list()).length).toBe(2)
})

test('errors of a file name line and column, and nothing is imported', async () => {
  const answer = await send('title,type,outlet\r\n,fault,\r\nFine,whatever,Nowhere\r\n')
  expect(answer.code).toBe(41033)
  const found = answer.data.failed.map(({ ip, reason }) => `${ip} ${reason}`)
  expect(found[0]).toMatch(/^2 Title: /)
  expect(found.slice(1).join(' ')).toMatch(/3 Type: .*3 Site: No site has this name or code/)
  expect(await list()).toEqual([])
})

test.each([
  [
    'English',
    'utf-8',
    '\u{feff}ID;Title;Status;Type;Urgency;Impact;Priority;Opening date;Resolution date;Closing date;Location;Description',
    '1 204;Router is dead;Processing (assigned);Incident;Very high;High;Very high;2026-03-02 08:15;;;Shanghai > Store 12;<p>No light</p>',
    '1 205;New desk;Closed;Request;Low;Low;Low;2026-02-01 09:00;2026-02-02 10:00;2026-02-05 10:00;Attic;',
  ],
  [
    'French',
    'utf-8',
    "ID;Titre;Statut;Type;Urgence;Impact;Priorité;Date d'ouverture;Date de résolution;Date de clôture;Lieu;Description",
    '1204;Router is dead;En cours (Attribué);Incident;Très haute;Haut;Très haute;02-03-2026 08:15;;;Store 12;No light',
    '1205;New desk;Clos;Demande;Basse;Bas;Basse;01-02-2026 09:00;02-02-2026 10:00;05-02-2026 10:00;Attic;',
  ],
  [
    'Chinese, GB18030',
    'gb18030',
    'ID,标题,状态,类型,紧急程度,影响,优先级,打开日期,解决日期,关闭日期,位置,描述',
    '1204,Router is dead,处理中(已分配),事件,很高,高,很高,2026-03-02 08:15,,,Store 12,No light',
    '1205,New desk,已关闭,请求,低,低,低,2026-02-01 09:00,2026-02-02 10:00,2026-02-05 10:00,Attic,',
  ],
])(
  'tickets of GLPI in %s keep state, priority and times, and are imported once',
  async (_name, encoding, ...lines) => {
    const text = lines.join('\r\n')
    const file = encoding === 'utf-8' ? text : gb18030(text)
    expect((await send(file, { source: 'glpi' })).data.imported).toBe(2)
    const [open] = await list()
    expect(open).toMatchObject({
      title: 'Router is dead',
      type: 'fault',
      priority: 1,
      state: 'new',
      outletName: 'Store 12',
      createdAt: '2026-03-02T00:15:00.000Z',
    })
    expect((await orderOf(engineer, open!.id)).history[0]).toMatchObject({
      kind: 'imported',
      name: 'GLPI 1204',
    })
    expect((await orderOf(engineer, open!.id)).description).toBe('No light')
    const [ended] = await list('ended')
    expect(ended).toMatchObject({
      type: 'request',
      state: 'closed',
      priority: 4,
      outletName: null,
      subjectName: 'Attic',
      resolvedAt: '2026-02-02T02:00:00.000Z',
    })
    expect((await send(file, { source: 'glpi' })).data.imported).toBe(0)
  },
)

test('technicians of GLPI are people by what they are called; others are listed, and their orders wait in the pool', async () => {
  const [{ mail, login }] = (
    await t.adminPool.query<{ mail: string; login: string }>(
      `update person set email = 'zhang' || id || '@example.test' where id = $1 returning email as mail, user_name as login`,
      [engineer.personId],
    )
  ).rows as [{ mail: string; login: string }]
  const file = [
    'ID;Title;Status;Assigned to - Technician',
    `1;By mail;Processing (assigned);${mail.toUpperCase()}`,
    `2;By login;Processing (assigned);"Somebody Else\nZhang (${login})"`,
    '3;Unknown;Processing (assigned);Nobody Here',
    '4;Without;New;',
    `5;Over;Closed;${login}`,
  ].join('\r\n')
  const preview = (await send(file, { source: 'glpi', part: '/preview' })).data
  expect(preview.notes).toEqual([expect.stringMatching(/Somebody Else, Nobody Here$/)])
  expect((await send(file, { source: 'glpi' })).data.imported).toBe(5)
  const shown = (await list()).map(({ title, state, assigneeId, pooled }) => [
    title,
    state,
    assigneeId,
    pooled,
  ])
  expect(shown.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['By login', 'assigned', engineer.personId, false],
    ['By mail', 'assigned', engineer.personId, false],
    ['Unknown', 'new', null, true],
    ['Without', 'new', null, false],
  ])
  expect((await list('ended'))[0]).toMatchObject({ title: 'Over', assigneeId: engineer.personId })
})

/** Of the signs that the test uses: there is no encoder. */
function gb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, Buffer>()
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const bytes = Buffer.from([high, low])
      const sign = decoder.decode(bytes)
      if (sign.length === 1) codes.set(sign, bytes)
    }
  return Buffer.concat(Array.from(text, (sign) => codes.get(sign) ?? Buffer.from(sign)))
}

test('an unknown state or a wrong date is refused by its column', async () => {
  const answer = await send('ID;Title;Status;Opening date\r\n7;Odd;Sleeping;yesterday\r\n', {
    source: 'glpi',
  })
  expect(answer.data.failed.map(({ ip }) => ip)).toEqual(['2', '2'])
  expect(answer.data.failed.map(({ reason }) => reason).join()).toMatch(/Opening date: .*Status: /)
})

test('dates and levels of GLPI', () => {
  expect(glpiDate('02-28-2026')).toBe('2026-02-28T00:00:00')
  expect(glpiDate('31-12-2026 23:59')).toBe('2026-12-31T23:59:00')
  expect(glpiDate('2026-02-30')).toBeUndefined()
  expect(glpiLevel({ impact: '', urgency: '', priority: 'Major' })).toEqual({
    impact: 'high',
    urgency: 'high',
  })
  expect(glpiLevel({ impact: 'Huge', urgency: '', priority: '' })).toEqual({ wrong: 'impact' })
})
