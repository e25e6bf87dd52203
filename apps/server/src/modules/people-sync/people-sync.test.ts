import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { type DirectoryPerson, type DirectoryReader, SendFailure } from '../integrations/index.ts'
import { peopleSyncJobs, peopleSyncRoutes, peopleSyncSweep } from './index.ts'

const events = () => ({ state: 'none', until: null, failure: null }) as const
let t: TestApp
let company: { id: string }
let boss: TestPerson
let channelId: string
let there: { departments: [id: string, parent: string | null, name: string][]; people: Person[] }
let failure: Error | null
let betweenPages: () => Promise<void>
let asked: string[][]

type Person = { -readonly [Key in keyof DirectoryPerson]?: DirectoryPerson[Key] } & { subject: string }

const reader: DirectoryReader = {
  async *read() {
    yield { departments: there.departments.map(([id, parentId, name]) => ({ id, parentId, name })) }
    await betweenPages()
    if (failure !== null) throw failure
    yield { people: there.people.map((person) => ({ isActive: true, ...person })) }
    return { isFull: true, position: 'p1' }
  },
  readPeople: async (subjects) => {
    asked.push([...subjects])
    const found = there.people.filter(({ subject }) => subjects.includes(subject))
    return {
      people: found.map((person) => ({ isActive: true, ...person })),
      gonePeople: subjects.filter((one) => !found.some(({ subject }) => subject === one)),
    }
  },
  groups: async (search) => [{ id: 'g1', name: `Chiefs ${search}` }],
}

beforeAll(async () => {
  t = await createTestApp((app) => peopleSyncRoutes(app, { readerOf: () => reader, events }))
})
afterAll(() => t.stop())

beforeEach(async () => {
  company = await t.company('company', (await t.company('middleman')).id)
  boss = await t.person(company.id, 'administrator')
  channelId = await aChannel()
  ;[failure, asked] = [null, []]
  betweenPages = async () => {}
  there = {
    departments: [
      ['1', null, 'Company'],
      ['10', '1', 'Field'],
      ['11', '10', 'Cables'],
    ],
    people: [
      {
        subject: 'ada',
        name: 'Ada',
        userName: 'ada',
        departmentIds: ['11'],
        mail: 'ada@example.test',
        mobile: '13800138000',
      },
      { subject: 'bob', name: 'Bob', userName: 'Ada@example.test', departmentIds: ['10', '11'] },
    ],
  }
})

async function aChannel(name = 'WeCom'): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
     values ($1, 1, $2, '{"signIn": {}}', $3, '', 'A') returning id::text`,
    [company.id, name, t.secrets.seal('{"secret":"s"}', `integration_channel:${company.id}`)],
  )
  return rows[0]!.id
}

const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const work = (runId: string) =>
  peopleSyncJobs({ readerOf: () => reader })['people-sync.run']!({ companyId: company.id, runId }, tools())
const base = '/api/v1/integration/:channelId/sync'
async function save(given: Record<string, unknown> = {}, channel = channelId, who = boss) {
  const { data } = await boss.call(`GET ${base}`, { channelId: channel })
  return who.call(`PUT ${base}`, { channelId: channel, ...data.settings, ...given })
}
const start = (dry = true, channel = channelId) =>
  boss.call(`POST ${base}/start`, { channelId: channel, dry, reading: 'full' })
const found = async (runId: string, channel = channelId) =>
  (await boss.call(`GET ${base}/runs/:runId`, { channelId: channel, runId })).data
const confirm = (runId: string, channel = channelId) =>
  boss.call(`POST ${base}/:runId/confirm`, { channelId: channel, runId })
async function ran(dry = false, channel = channelId) {
  const { data, code } = await start(dry, channel)
  expect(code).toBe(0)
  await work(data.runId)
  return found(data.runId, channel)
}
async function carriedOut(channel = channelId) {
  const { id, state } = await ran(true, channel)
  expect(state).toBe('waiting')
  expect((await confirm(id, channel)).code).toBe(0)
  await work(id)
  return found(id, channel)
}
const changes = async (runId: string, given: object = {}) =>
  (await boss.call(`POST ${base}/runs/:runId/changes/lists`, { channelId, runId, pageSize: 200, ...given }))
    .data.items
const members = async () => {
  const { rows } = await t.adminPool.query<{
    name: string
    status: string
    department: string
    user: string
    roles: string[]
  }>(
    `select m.display_name as name, m.status, case when n.parent_id is null then '' else n.name end as department, m.user_name as user,
       array(select coalesce(r.built_in, r.role_id::text) from member_role r where r.member_id = m.id order by 1) as roles
     from member m join org_node n on n.id = m.department_id where m.company_id = $1 and m.person_id <> $2 order by m.id`,
    [company.id, boss.personId],
  )
  return rows
}
const memberId = async (subject: string, channel = channelId) =>
  (
    await t.adminPool.query<{ id: string }>(
      'select member_id::text as id from sign_on_link where channel_id = $1 and subject = $2',
      [channel, subject],
    )
  ).rows[0]!.id
const questions = async () =>
  (await boss.call(`POST ${base}/questions/lists`, { channelId, sort: 'askedAt' })).data.items
const answer = async (to: 'link' | 'create' | 'ignore') =>
  boss.call(`POST ${base}/questions/answer`, {
    channelId,
    questionIds: (await questions()).map(({ id }) => id),
    answer: to,
  })

test('a dry run writes nothing; its differences are listed with reasons, exported, and carried out once confirmed', async () => {
  const run = await ran(true)
  expect(run).toMatchObject({ state: 'waiting', waits: 'dry', people: 2, departments: 3, planned: 4 })
  expect(run.counts).toEqual({ add_department: 2, add: 2 })
  expect(await members()).toEqual([])
  expect(await changes(run.id, { act: ['add'] })).toMatchObject([
    { name: 'Ada', after: 'Cables · User layer', reason: 'new_there', state: 'planned' },
    { name: 'Bob', after: 'Field · User layer' },
  ])
  expect(await changes(run.id, { search: 'CABL' })).toMatchObject([{ act: 'add_department', name: 'Cables' }])
  const csv = await boss.call(`POST ${base}/runs/:runId/changes/export`, { channelId, runId: run.id })
  expect(csv.body).toContain('Add member,Ada,ada')
  expect((await confirm(run.id)).code).toBe(0)
  await work(run.id)
  expect(await found(run.id)).toMatchObject({ state: 'done', applied: 4, failed: 0 })
  expect(await members()).toEqual([
    { name: 'Ada', status: 'enabled', department: 'Cables', user: 'ada', roles: ['user_layer'] },
    { name: 'Bob', status: 'enabled', department: 'Field', user: 'ada2', roles: ['user_layer'] },
  ])
  const { rows } = await t.adminPool.query('select email, phone from person where home_company_id = $1', [
    company.id,
  ])
  expect(rows.filter(({ email, phone }) => email !== null || phone !== null)).toEqual([])
  // The same again finds nothing, and a second run of the job neither.
  await work(run.id)
  expect(await ran()).toMatchObject({ state: 'done', planned: 0, counts: {} })
  expect((await confirm(run.id)).code).toBe('people_sync.not_waiting')
})

test('nothing is carried out before a first confirmation, and not twice at once', async () => {
  expect((await start(false)).code).toBe('people_sync.not_confirmed')
  const { data } = await start()
  expect((await start()).code).toBe('people_sync.running')
  await work(data.runId)
  // A new dry run replaces the differences that wait.
  const second = await ran(true)
  expect(await found(data.runId)).toMatchObject({ state: 'stopped', why: 'replaced' })
  expect((await boss.call(`POST ${base}/:runId/stop`, { channelId, runId: second.id })).code).toBe(0)
  expect(await found(second.id)).toMatchObject({ state: 'stopped', why: 'by_hand' })
  expect((await boss.call(`POST ${base}/:runId/stop`, { channelId, runId: second.id })).code).toBe(
    'people_sync.over',
  )
  expect(await members()).toEqual([])
})

test('names, departments and roles follow as the settings say; who leaves is disabled, and comes back as the same', async () => {
  const { code } = await save({
    winners: { name: 'directory', department: 'directory', roles: 'directory' },
    roleRules: [{ by: 'department', outsideId: '10', name: 'Field', role: 'engineer' }],
    stopShare: 100,
  })
  expect(code).toBe(0)
  await carriedOut()
  expect((await members()).map(({ roles }) => roles)).toEqual([['engineer'], ['engineer']])
  there.departments = [
    ['1', null, 'Company'],
    ['10', '1', 'Field service'],
    ['20', '1', 'Office'],
  ]
  there.people = [{ subject: 'ada', name: 'Ada L', departmentIds: ['20'] }]
  const run = await ran()
  expect(run).toMatchObject({ state: 'done', failed: 0 })
  expect(run.counts).toEqual({
    add_department: 1,
    rename_department: 1,
    remove_department: 1,
    rename: 1,
    move: 1,
    roles: 1,
    disable: 1,
  })
  expect(await members()).toMatchObject([
    { name: 'Ada L', department: 'Office', roles: ['user_layer'], status: 'enabled' },
    { name: 'Bob', department: 'Field service', roles: ['engineer'], status: 'disabled' },
  ])
  // A service that reports less wipes nothing.
  there.people = [{ subject: 'ada' }, { subject: 'bob' }]
  there.departments = []
  expect((await ran()).counts).toEqual({ enable: 1 })
  expect(await members()).toMatchObject([
    { name: 'Ada L', department: 'Office' },
    { name: 'Bob', status: 'enabled' },
  ])
})

test('a run that would disable too many waits; a failed or empty reading changes nothing', async () => {
  await carriedOut()
  there.people = there.people.slice(0, 1)
  const run = await ran()
  expect(run).toMatchObject({ state: 'waiting', waits: 'limit', counts: { disable: 1 } })
  there.people = []
  expect(await ran()).toMatchObject({ state: 'failed', why: 'empty' })
  failure = new SendFailure('timeout', 'no answer', { isFinal: false })
  expect(await ran()).toMatchObject({ state: 'failed', why: 'timeout', detail: 'no answer' })
  expect((await members()).map(({ status }) => status)).toEqual(['enabled', 'enabled'])
  // Failed readings leave what waits.
  expect((await confirm(run.id)).code).toBe(0)
  await work(run.id)
  expect((await members()).map(({ status }) => status)).toEqual(['enabled', 'disabled'])
})

test('what a leaver holds goes to the head of the department; sessions end, and the last administrator stays', async () => {
  await save({ stopShare: 100 })
  await carriedOut()
  const ada = await memberId('ada')
  const bob = await memberId('bob')
  const person = async (id: string) =>
    (await t.adminPool.query<{ p: string }>('select person_id::text as p from member where id = $1', [id]))
      .rows[0]!.p
  const session = await t.session(await person(bob), company.id)
  await t.adminPool.query(`update org_node set head_id = $2 where company_id = $1 and name = 'Field'`, [
    company.id,
    ada,
  ])
  await t.adminPool.query(`update org_node set head_id = $2 where company_id = $1 and name = 'Cables'`, [
    company.id,
    bob,
  ])
  await t.adminPool.query(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, state, assignee_id, assignee_name)
     values ($1, 1, 'fault', 'other', 'Line down', 'low', 'low', 4, 'A', 'in_progress', $2, 'Bob')`,
    [company.id, await person(bob)],
  )
  there.people = there.people.slice(0, 1)
  const run = await ran()
  expect(await changes(run.id, { act: ['disable'] })).toMatchObject([
    {
      name: 'Bob',
      state: 'done',
      handed: [
        { kind: 'orders', count: 1, to: 'Ada' },
        { kind: 'departments', count: 1, to: 'Ada' },
      ],
    },
  ])
  const { rows } = await t.adminPool.query(
    'select state, assignee_name from work_order where company_id = $1',
    [company.id],
  )
  expect(rows).toEqual([{ state: 'assigned', assignee_name: 'Ada' }])
  expect((await session.call(`GET ${base}`, { channelId })).code).toBe(40032)
  // Ada is the only administrator who is left.
  await t.adminPool.query(`update member set status = 'disabled' where company_id = $1 and person_id = $2`, [
    company.id,
    boss.personId,
  ])
  await t.adminPool.query(
    `insert into member_role (company_id, member_id, built_in) values ($1, $2, 'administrator')`,
    [company.id, ada],
  )
  there.people = [{ subject: 'new', name: 'New' }]
  const made = await t.adminPool.query<{ id: string }>(
    `insert into people_sync_run (company_id, channel_id, cause, reading) values ($1, $2, 'hand', 'full') returning id::text`,
    [company.id, channelId],
  )
  await work(made.rows[0]!.id)
  const { rows: failed } = await t.adminPool.query(
    `select name, failure->>'code' as code from people_sync_change where run_id = $1 and state = 'failed'`,
    [made.rows[0]!.id],
  )
  expect(failed).toEqual([{ name: 'Ada', code: 'member.last_administrator' }])
})

test('members whom the synchronisation did not make or link are not touched, and who may be one of them is asked about', async () => {
  const other = await t.person(company.id, 'engineer')
  await t.adminPool.query(
    `update person set email = 'Ada@example.test', email_verified_at = now() where id = $1`,
    [other.personId],
  )
  await carriedOut()
  expect(await questions()).toMatchObject([
    { kind: 'same_address', name: 'Ada', mail: 'a***@example.test', department: 'Cables', foreign: false },
  ])
  expect(await members()).toHaveLength(2)
  expect((await answer('link')).data).toEqual({ answered: 1 })
  expect(await ran()).toMatchObject({ state: 'done', counts: { move: 1, rename: 1 } })
  expect((await members()).map(({ name, department }) => [name, department])).toContainEqual([
    'Ada',
    'Cables',
  ])
  expect(await questions()).toEqual([])
  // Another mail address: the same person, or a subject that the service gave to somebody else?
  there.people[0]!.mail = 'ada2@example.test'
  there.people[0]!.name = 'Eve'
  expect(await ran()).toMatchObject({ state: 'done', counts: { ask: 1 }, planned: 0 })
  expect(await questions()).toMatchObject([{ kind: 'address_changed', memberName: 'Ada' }])
  expect((await answer('create')).code).toBe(0)
  expect(await ran()).toMatchObject({ counts: { add: 1 } })
  expect((await members()).map(({ name, status }) => [name, status])).toEqual(
    expect.arrayContaining([
      ['Ada', 'disabled'],
      ['Eve', 'enabled'],
    ]),
  )
})

test('of two channels that know a person, one leads, and no leaver of one is disabled while the other has them', async () => {
  await save({ stopShare: 100 })
  await carriedOut()
  const second = await aChannel('Entra')
  const first = channelId
  const ada = await memberId('ada')
  await t.adminPool.query(
    `insert into sign_on_link (company_id, channel_id, member_id, subject, linked_by) values ($1, $2, $3, 'ada', 'self')`,
    [company.id, second, ada],
  )
  channelId = second
  await save({ stopShare: 100, addsPeople: false })
  there.people = [{ subject: 'ada', name: 'Ada of Entra' }]
  await carriedOut()
  expect(await questions()).toMatchObject([{ kind: 'other_channel', memberName: 'Ada', channel: 'WeCom' }])
  await answer('link')
  expect(await ran()).toMatchObject({ counts: {} })
  channelId = first
  there.people = [{ subject: 'bob', name: 'Bob' }]
  const run = await ran()
  expect(await changes(run.id)).toMatchObject([{ act: 'keep', name: 'Ada', reason: 'other_channel' }])
  // The other channel leads from now on.
  channelId = second
  there.people = [{ subject: 'ada', name: 'Ada of Entra' }]
  expect((await ran()).counts).toEqual({ rename: 1 })
})

test('people beyond the licence are refused with the reason, and the rest goes on', async () => {
  await t.adminPool.query(
    `insert into entitlement (company_id, kind, used, granted) values ($1, 'members', 1, 2)
     on conflict (company_id, kind) do update set granted = entitlement.used + 1, changes_at = null`,
    [company.id],
  )
  const run = await carriedOut()
  expect(run).toMatchObject({ state: 'done', failed: 1 })
  expect((await members()).map(({ name }) => name)).toEqual(['Ada'])
  expect(await changes(run.id, { state: ['failed'] })).toMatchObject([
    { name: 'Bob', failure: expect.stringContaining('1') },
  ])
})

test('people of one user name each get one of their own', async () => {
  there.people = Array.from({ length: 45 }, (_, n) => ({ subject: `u${n}`, name: `Person ${n}` }))
  expect(await carriedOut()).toMatchObject({ state: 'done', failed: 0 })
  expect(new Set((await members()).map(({ user }) => user)).size).toBe(45)
})

test('a run that was interrupted goes on where it ended; a paused channel and a frozen company stop it', async () => {
  const { id } = await ran(true)
  await confirm(id)
  // Killed after the departments.
  await t.scopes.withCompany(company.id, ({ client }) =>
    client.query('select people_sync_departments($1)', [id]),
  )
  await work(id)
  expect(await found(id)).toMatchObject({ state: 'done', applied: 4 })
  betweenPages = async () =>
    void (await t.adminPool.query('update integration_channel set paused = true where id = $1', [channelId]))
  expect(await ran()).toMatchObject({ state: 'stopped', why: 'channel_paused' })
  expect((await start()).code).toBe('people_sync.channel_paused')
  await t.adminPool.query('update integration_channel set paused = false where id = $1', [channelId])
  betweenPages = async () =>
    void (await t.adminPool.query(`update company set status = 'frozen' where id = $1`, [company.id]))
  const { data } = await start()
  await work(data.runId)
  const { rows } = await t.adminPool.query('select state, why from people_sync_run where id = $1', [
    data.runId,
  ])
  expect(rows).toEqual([{ state: 'stopped', why: 'company_frozen' }])
})

test('another worker does not take a run that shows signs of life', async () => {
  const { data } = await start()
  await t.adminPool.query(
    `update people_sync_run set holder = gen_random_uuid(), held_until = now() + interval '1 minute' where id = $1`,
    [data.runId],
  )
  await expect(work(data.runId)).rejects.toThrow('held')
  await t.adminPool.query(
    `update people_sync_run set held_until = now() - interval '1 second' where id = $1`,
    [data.runId],
  )
  await work(data.runId)
  expect(await found(data.runId)).toMatchObject({ state: 'waiting' })
})

test('runs begin by the clock and by events, once for many of them; differences expire', async () => {
  await save({ enabled: true, stopShare: 100 })
  await carriedOut()
  const tend = async () => {
    await peopleSyncSweep.run(tools())
    const { rows } = await t.adminPool.query<{ id: string; cause: string; reading: string }>(
      `select id::text, cause, reading from people_sync_run where company_id = $1 and state = 'reading'`,
      [company.id],
    )
    for (const { id } of rows) await work(id)
    return rows.map(({ cause, reading }) => `${cause} ${reading}`)
  }
  await t.adminPool.query(
    `update people_sync set next_at = now() - interval '1 second' where company_id = $1`,
    [company.id],
  )
  // The service knows a position of the last reading.
  expect(await tend()).toEqual(['schedule incremental'])
  expect(await tend()).toEqual([])
  there.people[0]!.name = 'Ada N'
  there.people.pop()
  await t.adminPool.query('select note_directory_event($1, $2, $3), note_directory_event($1, $2, $3)', [
    company.id,
    channelId,
    ['ada', 'bob'],
  ])
  await t.adminPool.query(`update people_sync_event set at = now() - interval '1 minute'`)
  expect(await tend()).toEqual(['event people'])
  expect(asked).toEqual([expect.arrayContaining(['ada', 'bob'])])
  expect((await members()).map(({ name, status }) => [name, status])).toEqual([
    ['Ada N', 'enabled'],
    ['Bob', 'disabled'],
  ])
  const waiting = await ran(true)
  await t.adminPool.query(`update people_sync_run set started_at = now() - interval '4 days' where id = $1`, [
    waiting.id,
  ])
  await tend()
  expect(await found(waiting.id)).toMatchObject({ state: 'stopped', why: 'expired' })
})

test('only who may make administrators configures it; and nobody gives by a rule what they may not give', async () => {
  const settings = { stopShare: 20 }
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions) values ($1, 'Channels', '{DMS_SERVER_SYSTEM_THIRD_MANAGER}') returning id::text`,
    [company.id],
  )
  const clerk = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `insert into member_role (company_id, member_id, role_id) select company_id, id, $2 from member where person_id = $1`,
    [clerk.personId, rows[0]!.id],
  )
  expect((await clerk.call(`GET ${base}`, { channelId })).data).toMatchObject({ mayEdit: false })
  expect((await save(settings, channelId, clerk)).code).toBe('sign_on.administrators_only')
  expect((await clerk.call(`POST ${base}/start`, { channelId, dry: true })).code).toBe(
    'sign_on.administrators_only',
  )
  expect((await save({ defaultRole: '999999' })).code).toBe('role.not_found')
  expect((await save({ leaverRule: 'member', leaverMemberId: null })).code).toBe(
    'people_sync.successor_missing',
  )
  expect((await save({ departmentId: '999999' })).code).toBe('department.not_found')
  const foreign = await t.person((await t.company('company')).id, 'administrator')
  expect((await foreign.call(`GET ${base}`, { channelId })).code).toBe('integration.not_found')
  expect((await boss.call(`POST ${base}/groups/lists`, { channelId, search: 'x' })).data).toEqual([
    { id: 'g1', name: 'Chiefs x' },
  ])
  expect((await boss.call(`GET ${base}/runs/:runId`, { channelId, runId: '999999' })).code).toBe(
    'people_sync.run_not_found',
  )
  expect(
    (await boss.call(`POST ${base}/questions/answer`, { channelId, questionIds: ['999999'], answer: 'link' }))
      .code,
  ).toBe('people_sync.question_not_found')
  const { rows: mail } = await t.adminPool.query<{ id: string }>(
    `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
     values ($1, 5, 'Mail', '{}', '', '', 'A') returning id::text`,
    [company.id],
  )
  expect((await boss.call(`GET ${base}`, { channelId: mail[0]!.id })).code).toBe('people_sync.no_directory')
})

test('a person of several departments is found in each of them', async () => {
  await save()
  await carriedOut()
  const { data: nodes } = await boss.call('GET /api/v1/auth/department')
  const idOf = (name: string) => nodes.find((node) => node.name === name)!.id
  const listed = async (name: string) =>
    (await boss.call('POST /api/v1/auth/member/lists', { departmentId: idOf(name), below: false })).data
  const cables = await listed('Cables')
  expect(cables.total).toBe(2)
  expect(
    cables.items.map(({ displayName, department, otherDepartments }) => [
      displayName,
      department.at(-1),
      otherDepartments,
    ]),
  ).toEqual([
    ['Ada', 'Cables', []],
    ['Bob', 'Field', ['Cables']],
  ])
  expect((await listed('Field')).items.map(({ displayName }) => displayName)).toEqual(['Bob'])
})
