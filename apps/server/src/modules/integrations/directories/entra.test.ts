import { type EntraDirectory, entraId, startEntraDirectory } from '@netward/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directorySurroundings, failureOf, readAll } from '../../../../test/directory-fixture.ts'
import { entraReader } from './entra.ts'

const tenantId = '7e1f8a4c-2f0f-4b8e-9a52-5a7f0f4a1c11'
const clientId = '11111111-2222-4333-8444-555555555555'
let entra: EntraDirectory
let waited: number[] = []
beforeEach(async () => {
  waited = []
  entra = await startEntraDirectory({ tenantId, clientId, secret: 'entra-secret' })
  entra.users = [
    {
      id: entraId('li'),
      displayName: 'Li Wei',
      userPrincipalName: 'li@example.test',
      userType: 'Member',
      accountEnabled: true,
      mail: 'li.wei@example.test',
      mobilePhone: '+86 138 0000 0001',
      jobTitle: 'Lead',
      department: 'Network',
    },
    { id: entraId('sun'), displayName: 'Sun', userPrincipalName: 'sun@example.test', accountEnabled: false },
    { id: entraId('guest'), displayName: 'Guest', userType: 'Guest', department: 'Elsewhere' },
  ]
  entra.groups = [
    { id: entraId('g-ops'), displayName: 'Ops', members: [entraId('li'), entraId('sun')] },
    { id: entraId('g-field'), displayName: 'Dept-Field', members: [entraId('sun')] },
  ]
})
afterEach(() => entra.stop())

const reader = (more: Record<string, unknown> = {}, secret = 'entra-secret') =>
  entraReader(
    { tenantId, clientId, cloud: 'other', signInBase: entra.url, graphBase: entra.url, ...more },
    secret,
    directorySurroundings,
    async (milliseconds) => waited.push(milliseconds),
  )
const signal = () => AbortSignal.timeout(5000)

test('people of the tenant come with departments by attribute and groups, guests do not', async () => {
  expect((await readAll(reader())).pages.flatMap((page) => page.leftOut ?? [])).toEqual([entraId('guest')])
  const { people, departments, isFull, position } = await readAll(reader())
  expect(isFull).toBe(true)
  expect(position).toContain('$deltatoken')
  expect([...departments.values()]).toEqual([
    { id: 'root', parentId: null },
    { id: 'department:network', parentId: 'root', name: 'Network' },
  ])
  expect([...people.values()]).toEqual([
    {
      subject: entraId('li'),
      name: 'Li Wei',
      userName: 'li@example.test',
      departmentIds: ['department:network'],
      groupIds: [entraId('g-ops')],
      mobile: '+86 138 0000 0001',
      mail: 'li.wei@example.test',
      title: 'Lead',
      isActive: true,
    },
    expect.objectContaining({ subject: entraId('sun'), departmentIds: ['root'], isActive: false }),
  ])
})

test('groups with a prefix are departments where that is set', async () => {
  const { people, departments } = await readAll(reader({ departmentsFrom: 'groups', groupPrefix: 'Dept-' }))
  expect([...departments.values()]).toEqual([
    { id: 'root', parentId: null },
    { id: entraId('g-field'), parentId: 'root', name: 'Field' },
  ])
  expect(people.get(entraId('sun'))?.departmentIds).toEqual([entraId('g-field')])
  expect(people.get(entraId('li'))?.departmentIds).toEqual(['root'])
  entra.permissions.delete('GroupMember.Read.All')
  expect(await failureOf(readAll(reader({ departmentsFrom: 'groups' })))).toContain('permission_missing')
  expect((await readAll(reader())).people.get(entraId('li'))).not.toHaveProperty('groupIds')
})

test('from its position on only what changed is read, people whole', async () => {
  const { position } = await readAll(reader())
  entra.changeUser(entraId('li'), { jobTitle: 'Head' })
  entra.changeUser(entraId('new'), { displayName: 'New', department: 'Field', accountEnabled: true })
  entra.removeUser(entraId('sun'))
  const changes = await readAll(reader(), position)
  expect(changes.isFull).toBe(false)
  expect(changes.gone).toEqual([entraId('sun')])
  expect(changes.people.get(entraId('li'))).toEqual({
    subject: entraId('li'),
    name: 'Li Wei',
    userName: 'li@example.test',
    departmentIds: ['department:network'],
    mobile: '+86 138 0000 0001',
    mail: 'li.wei@example.test',
    title: 'Head',
    isActive: true,
  })
  expect(changes.departments.has('department:field')).toBe(true)
  const nothing = await readAll(reader(), changes.position)
  expect([nothing.people.size, nothing.gone]).toEqual([0, []])
})

test('a change of a group reads its people again; a group that has gone reads everything', async () => {
  const { position } = await readAll(reader())
  entra.changeMembers(entraId('g-field'), { add: [entraId('li')], remove: [entraId('sun')] })
  const changes = await readAll(reader(), position)
  expect(changes.people.get(entraId('li'))?.groupIds?.toSorted()).toEqual(
    [entraId('g-field'), entraId('g-ops')].toSorted(),
  )
  expect(changes.people.get(entraId('sun'))?.groupIds).toEqual([entraId('g-ops')])
  entra.removeGroup(entraId('g-ops'))
  expect((await readAll(reader(), changes.position)).isFull).toBe(true)
})

test('a position that Graph forgot, of other departments or of another address becomes a full reading', async () => {
  const { position } = await readAll(reader())
  expect((await readAll(reader({ departmentsFrom: 'groups' }), position)).isFull).toBe(true)
  expect(
    (await readAll(reader(), position!.replaceAll(entra.url, 'https://graph.example.test'))).isFull,
  ).toBe(true)
  expect((await readAll(reader(), '{"users":1}')).isFull).toBe(true)
  entra.forget()
  expect((await readAll(reader(), position)).isFull).toBe(true)
})

test('it waits as long as Graph says, and asks for another token once', async () => {
  entra.busy = 2
  expect((await readAll(reader())).people.size).toBe(2)
  expect(waited).toEqual([7000, 7000])
  entra.endToken()
  expect((await readAll(reader())).people.size).toBe(2)
  entra.busy = 1
  entra.retryAfter = '86400'
  expect(await failureOf(readAll(reader()))).toContain('too_many')
  expect(await failureOf(readAll(reader({}, 'another')))).toContain('credentials')
})

test('its token goes to Graph alone, whatever a link says', async () => {
  entra.pageSize = 1
  for (const link of ['https://example.test/v1.0/users/delta', `${entra.url}/elsewhere`, 'x']) {
    entra.strangeLink = link
    expect(await failureOf(readAll(reader()))).toContain('link leads elsewhere')
  }
  entra.strangeLink = `${entra.url}/v1.0/groups/delta?$skiptoken=1.0.0.`
  expect(await failureOf(readAll(reader()))).toContain('cursor repeats')
})

test('rows that repeat are people once; two thousand come in pages', async () => {
  entra.generate(2000)
  entra.repeats = true
  entra.pageSize = 300
  const { people, pages, departments } = await readAll(reader())
  expect([people.size, departments.size]).toEqual([2000, 81])
  expect(Math.max(...pages.map((page) => page.people?.length ?? 0))).toBe(300)
})

test('people are read again by an event, and groups are searched', async () => {
  const page = await reader().readPeople([entraId('li'), entraId('nobody'), "x' or '1"], signal())
  expect(page).toMatchObject({
    people: [{ subject: entraId('li'), groupIds: [entraId('g-ops')] }],
    gonePeople: [entraId('nobody'), "x' or '1"],
  })
  expect(await reader().groups('Op', signal())).toEqual([{ id: entraId('g-ops'), name: 'Ops' }])
  expect(await reader().groups("O'", signal())).toEqual([])
})
