import { startWecomService, type WecomService } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { directorySurroundings, failureOf, readAll } from '../../../../test/directory-fixture.ts'
import { wecomReader } from './wecom.ts'

let wecom: WecomService
let waited: number[] = []
beforeAll(async () => {
  wecom = await startWecomService({ corpId: 'ww1234567890', agentId: '1000002', secret: 'app-secret' })
})
afterAll(() => wecom.stop())
beforeEach(() => {
  waited = []
  wecom.errors.clear()
  wecom.busy = 0
  wecom.contactSecret = null
  Object.assign(wecom.directory, {
    departments: [
      { id: 1, parentid: 0, name: 'Example' },
      { id: 2, parentid: 1, name: 'Network' },
      { id: 3, parentid: 2, name: 'Field' },
    ],
    tags: [],
    visible: null,
    isKnownAddress: false,
    pageSize: 10_000,
    repeats: false,
    isEndless: false,
  })
  wecom.members = [
    {
      userid: 'LiWei',
      name: 'Li Wei',
      department: [3, 2],
      main_department: 2,
      mobile: '13800000001',
      email: 'l@example.test',
      position: 'Lead',
    },
    { userid: 'sun', name: 'Sun', department: [1], status: 2 },
    { userid: 'new', name: 'New', department: [3], status: 4 },
  ]
})

const reader = (contactSecret: string | null = wecom.contactSecret) =>
  wecomReader(
    { corpId: 'ww1234567890', agentId: '1000002', apiBase: wecom.url },
    { secret: 'app-secret', contactSecret },
    directorySurroundings,
    async (milliseconds) => waited.push(milliseconds),
  )

test('the application tells names and departments, and neither mobile number nor mail', async () => {
  const { people, departments, isFull, position } = await readAll(reader())
  expect([isFull, position]).toEqual([true, null])
  expect([...departments.values()]).toEqual([
    { id: '1', parentId: null, name: 'Example' },
    { id: '2', parentId: '1', name: 'Network' },
    { id: '3', parentId: '2', name: 'Field' },
  ])
  expect(people.get('liwei')).toEqual({
    subject: 'liwei',
    userName: 'LiWei',
    name: 'Li Wei',
    title: 'Lead',
    departmentIds: ['2', '3'],
    groupIds: [],
    isActive: true,
  })
  expect([people.get('sun')?.isActive, people.get('new')?.isActive]).toEqual([false, false])
})

test('contact sync adds who is not seen by the application, by the identifier', async () => {
  wecom.contactSecret = 'contact-secret'
  wecom.directory.visible = new Set([3])
  wecom.directory.pageSize = 2
  wecom.directory.repeats = true
  const { people, departments } = await readAll(reader())
  expect([...departments.values()]).toEqual([
    { id: '1', parentId: null },
    { id: '2', parentId: '1' },
    { id: '3', parentId: '2', name: 'Field' },
  ])
  expect(people.get('liwei')).toMatchObject({ name: 'Li Wei', departmentIds: ['2', '3'] })
  expect(people.get('sun')).toEqual({
    subject: 'sun',
    userName: 'sun',
    departmentIds: ['1'],
    groupIds: [],
    isActive: true,
  })
})

test('contact sync of an address from before 2022 tells everything', async () => {
  wecom.contactSecret = 'contact-secret'
  wecom.directory.isKnownAddress = true
  wecom.directory.visible = new Set()
  const { people } = await readAll(reader())
  expect(people.get('liwei')).toMatchObject({ mobile: '13800000001', mail: 'l@example.test' })
})

test('tags hold members and departments with what is below them', async () => {
  wecom.directory.tags = [
    { tagid: 7, tagname: 'On call', users: ['sun'], parties: [] },
    { tagid: 8, tagname: 'Technicians', users: [], parties: [2] },
  ]
  const { people } = await readAll(reader())
  expect([people.get('sun')?.groupIds, people.get('new')?.groupIds]).toEqual([['7'], ['8']])
  expect(await reader().groups('tech', AbortSignal.timeout(5000))).toEqual([{ id: '8', name: 'Technicians' }])
  wecom.errors.set('/tag/get', [48002, 'api forbidden'])
  expect((await readAll(reader())).people.get('sun')).not.toHaveProperty('groupIds')
})

test('it waits while WeCom is busy, and gives up at last', async () => {
  wecom.busy = 3
  expect((await readAll(reader())).people.size).toBe(3)
  expect(waited).toEqual([2000, 4000, 8000])
  wecom.busy = 100
  expect(await failureOf(readAll(reader()))).toContain('too_many: 45009')
})

test('a token that ended is asked for again; what is refused is named', async () => {
  await readAll(reader())
  wecom.endToken()
  expect((await readAll(reader())).people.size).toBe(3)
  wecom.errors.set('/user/list', [60020, 'not allow to access from your ip'])
  expect(await failureOf(readAll(reader()))).toContain('trusted_address')
  wecom.errors.clear()
  wecom.contactSecret = 'contact-secret'
  expect(await failureOf(readAll(reader('another')))).toContain('credentials')
})

test('a department that is deleted meanwhile has no members', async () => {
  wecom.errors.set('/user/list', [60003, 'department not found'])
  const { people, isFull } = await readAll(reader())
  // By themselves, as members to whom the application is visible.
  expect([people.size, isFull]).toEqual([3, true])
})

test('a list without end, circles and hostile names do no harm', async () => {
  wecom.contactSecret = 'contact-secret'
  wecom.directory.pageSize = 1
  wecom.directory.isEndless = true
  expect(await failureOf(readAll(reader()))).toContain('cursor repeats')
  wecom.directory.isEndless = false
  wecom.directory.departments = [
    { id: 2, parentid: 3, name: `a\u202Eb\n${'x'.repeat(5000)}` },
    { id: 3, parentid: 2, name: 'Circle' },
    { id: 4, parentid: 99, name: 'Orphan' },
    { id: 5, parentid: 5, name: '\u0000' },
  ]
  const { departments } = await readAll(reader())
  expect(departments.get('1')).toEqual({ id: '1', parentId: null })
  expect(departments.get('2')?.name).toHaveLength(100)
  expect(departments.get('2')?.name).toMatch(/^a b x/)
  expect([departments.get('4')?.parentId, departments.get('5')]).toEqual(['1', { id: '5', parentId: '1' }])
  const up = (id: string | null): string[] => (id === null ? [] : [id, ...up(departments.get(id)!.parentId)])
  expect(up('3').at(-1)).toBe('1')
})

test('people are read again by an event; who is not there has gone', async () => {
  const page = await reader().readPeople(['liwei', 'nobody'], AbortSignal.timeout(5000))
  expect(page).toMatchObject({ people: [{ subject: 'liwei', name: 'Li Wei' }], gonePeople: ['nobody'] })
  wecom.directory.visible = new Set()
  expect(await reader().readPeople(['liwei'], AbortSignal.timeout(5000))).toEqual({
    people: [],
    gonePeople: [],
  })
})

test('twenty thousand people come in pages', async () => {
  wecom.members = wecom.directory.generate(20_000, 100)
  const { people, pages } = await readAll(reader())
  expect(people.size).toBe(20_000)
  expect(Math.max(...pages.map((page) => page.people?.length ?? 0))).toBe(200)
})
