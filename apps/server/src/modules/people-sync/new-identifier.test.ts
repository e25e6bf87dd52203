import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import type { DirectoryPerson, DirectoryReader } from '../integrations/index.ts'
import { peopleSyncJobs, peopleSyncRoutes, peopleSyncSweep } from './index.ts'

const noEvents = { state: 'none', until: null, failure: null } as const
let t: TestApp
let company: { id: string }
let boss: TestPerson
let channelId: string
let people: DirectoryPerson[]
let leftOut: string[]

const reader: DirectoryReader = {
  async *read() {
    yield { departments: [{ id: '1', parentId: null, name: 'Company' }], people, leftOut }
    return { isFull: true, position: null }
  },
  readPeople: async (subjects) => ({
    people: people.filter(({ subject }) => subjects.includes(subject)),
    gonePeople: subjects.filter((one) => !people.some(({ subject }) => subject === one)),
  }),
  groups: async () => [],
}
const base = '/api/v1/integration/:channelId/sync'
const person = (subject: string, more: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  subject,
  name: subject.toUpperCase(),
  isActive: true,
  ...more,
})

beforeAll(async () => {
  t = await createTestApp((app) => peopleSyncRoutes(app, { readerOf: () => reader, events: () => noEvents }))
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  boss = await t.person(company.id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
     values ($1, 1, 'WeCom', '{"signIn": {}}', $2, '', 'A') returning id::text`,
    [company.id, t.secrets.seal('{"secret":"s"}', `integration_channel:${company.id}`)],
  )
  channelId = rows[0]!.id
  leftOut = []
  people = [person('ada', { mobile: '13800138000' }), person('bob'), person('eve')]
  const { data: read } = await boss.call(`GET ${base}`, { channelId })
  await boss.call(`PUT ${base}`, { channelId, ...read.settings, enabled: true, stopShare: 100 })
  const id = await started(true)
  await boss.call(`POST ${base}/:runId/confirm`, { channelId, runId: id })
  await work(id)
})

const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const work = (runId: string) =>
  peopleSyncJobs({ readerOf: () => reader })['people-sync.run']!({ companyId: company.id, runId }, tools())
async function started(dry: boolean): Promise<string> {
  const { data } = await boss.call(`POST ${base}/start`, { channelId, dry, reading: 'full' })
  await work(data.runId)
  return data.runId
}
const changesOf = async (runId: string) =>
  (await boss.call(`POST ${base}/runs/:runId/changes/lists`, { channelId, runId })).data.items.map(
    ({ act, subject, reason }) => [act, subject, reason].filter((part) => part !== null).join(' '),
  )
const ran = async () => changesOf(await started(false))
/** Members by the identifier of their link; `-`: they are disabled. */
const members = async () => {
  const { rows } = await t.adminPool.query<{ is: string }>(
    `select m.display_name || coalesce('=' || l.subject, '') || case m.status when 'disabled' then '-' else '' end as is
     from member m left join sign_on_link l on l.company_id = m.company_id and l.member_id = m.id
     where m.company_id = $1 and m.person_id <> $2 order by 1`,
    [company.id, boss.personId],
  )
  return rows.map(({ is }) => is)
}
const note = (subjects: string[], was: string | null = null) =>
  t.adminPool.query('select note_directory_event($1, $2, $3, $4)', [company.id, channelId, subjects, was])
async function tended() {
  await t.adminPool.query(`update people_sync_event set at = now() - interval '1 minute'`)
  await peopleSyncSweep.run(tools())
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id::text from people_sync_run where company_id = $1 and state = 'reading'`,
    [company.id],
  )
  await work(rows[0]!.id)
  return changesOf(rows[0]!.id)
}
const questions = async () => (await boss.call(`POST ${base}/questions/lists`, { channelId })).data.items
const answer = async (to: 'link' | 'create' | 'ignore') =>
  boss.call(`POST ${base}/questions/answer`, {
    channelId,
    questionIds: (await questions()).map(({ id }) => id),
    answer: to,
  })

test('a new identifier that an event named, and the service confirms, is the same member', async () => {
  people = [person('ada2', { mobile: '13800138000', name: 'Ada L' }), person('bob'), person('eve')]
  await note(['ada2'], 'ada')
  expect(await tended()).toEqual(['new_id ada2 new_id_there'])
  expect(await members()).toEqual(['ADA=ada2', 'BOB=bob', 'EVE=eve'])
  // The name follows by the reading after it, and a full one finds nothing more.
  expect(await tended()).toEqual(['rename ada2 changed_there'])
  expect(await ran()).toEqual([])
})

test('two new identifiers one after the other are one', async () => {
  people = [person('ada3', { mobile: '13800138000', name: 'ADA' }), person('bob'), person('eve')]
  await note(['ada2'], 'ada')
  await note(['ada3'], 'ada2')
  expect(await tended()).toContain('new_id ada3 new_id_there')
  expect(await members()).toEqual(['ADA=ada3', 'BOB=bob', 'EVE=eve'])
})

test('an event whose earlier identifier is still there takes nobody over', async () => {
  people = [...people, person('mallory')]
  await note(['mallory'], 'ada')
  expect(await tended()).toEqual(['add mallory new_there'])
  expect(await members()).toEqual(['ADA=ada', 'BOB=bob', 'EVE=eve', 'MALLORY=mallory'])
  // Nor does one about somebody who left earlier.
  people = people.filter(({ subject }) => subject !== 'bob')
  expect(await ran()).toEqual(['disable bob gone_there'])
  people = [...people, person('mallory2')]
  await note(['mallory2'], 'bob')
  expect(await tended()).toEqual(['add mallory2 new_there'])
  expect(await members()).toContain('BOB=bob-')
})

test('without an event an equal phone, or an equal name, is asked about: nobody leaves and nobody is new', async () => {
  people = [
    person('ada2', { mobile: '13800138000', name: 'Other' }),
    person('bobby', { name: 'BOB' }),
    person('eve'),
  ]
  expect((await ran()).toSorted()).toEqual([
    'ask ada2',
    'ask bobby',
    'keep ada new_id_asked',
    'keep bob new_id_asked',
  ])
  expect(await members()).toEqual(['ADA=ada', 'BOB=bob', 'EVE=eve'])
  expect((await questions()).map(({ kind, memberName }) => [kind, memberName])).toEqual(
    expect.arrayContaining([
      ['new_id', 'ADA'],
      ['new_id', 'BOB'],
    ]),
  )
  expect((await answer('link')).data).toEqual({ answered: 2 })
  expect(await members()).toEqual(['ADA=ada2', 'BOB=bobby', 'EVE=eve'])
  expect(await ran()).toEqual(['rename ada2 changed_there'])
})

test('answered as somebody else, the earlier member leaves and the new one comes', async () => {
  people = [person('ada2', { mobile: '13800138000', name: 'Anna' }), person('bob'), person('eve')]
  await ran()
  await ran()
  expect((await answer('create')).data).toEqual({ answered: 1 })
  expect((await ran()).toSorted()).toEqual(['add ada2 new_there', 'disable ada gone_there'])
  expect(await members()).toEqual(['ADA=ada-', 'Anna=ada2', 'BOB=bob', 'EVE=eve'])
})

test('somebody who came in by the new identifier before its event is asked about', async () => {
  people = [person('ada2', { mobile: '13800138000', name: 'ADA' }), person('bob'), person('eve')]
  await t.scopes.asLoginRole(`select sign_on_admit($1, $2, 'ada2', 'Ada', 'ada', 'Ada', 'x', 'user_layer')`, [
    company.id,
    channelId,
  ])
  await note(['ada2'], 'ada')
  expect((await tended()).toSorted()).toEqual(['ask ada2', 'keep ada new_id_asked'])
  await answer('link')
  expect(await members()).toEqual(['ADA=ada2', 'Ada', 'BOB=bob', 'EVE=eve'])
})

test('who leaves and comes back under another identifier and the same phone is asked about', async () => {
  people = [person('bob'), person('eve')]
  await ran()
  people = [person('anna', { mobile: '13800138000', name: 'Anna' }), person('bob'), person('eve')]
  expect(await ran()).toEqual(['ask anna'])
  await answer('link')
  expect((await ran()).toSorted()).toEqual(['enable anna back_there', 'rename anna changed_there'])
  expect(await members()).toEqual(['Anna=anna', 'BOB=bob', 'EVE=eve'])
})

test('people whom the reader leaves out have not gone', async () => {
  leftOut = ['eve']
  people = people.slice(0, 2)
  expect(await ran()).toEqual([])
  leftOut = []
  expect(await ran()).toEqual(['disable eve gone_there'])
})

test('an address of somebody in another company says nothing and links nobody', async () => {
  const other = await t.company('company')
  const victim = await t.person(other.id, 'administrator')
  await t.adminPool.query(
    `update person set email = 'victim@example.test', email_verified_at = now(), phone = '13900139000', phone_verified_at = now()
     where id = $1`,
    [victim.personId],
  )
  people = [
    ...people,
    person('mallory', { mail: 'victim@example.test', mobile: '13900139000', name: 'Victim' }),
  ]
  expect(await ran()).toEqual(['add mallory new_there'])
  expect(await questions()).toEqual([])
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select count(*)::int as n from member where person_id = $1',
    [victim.personId],
  )
  expect(rows).toEqual([{ n: 1 }])
})
