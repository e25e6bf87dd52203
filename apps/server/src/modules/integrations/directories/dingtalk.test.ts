import { type DingtalkService, startDingtalkService } from '@netward/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directorySurroundings, failureOf, readAll } from '../../../../test/directory-fixture.ts'
import { dingtalkReader } from './dingtalk.ts'

let dingtalk: DingtalkService
let waited: number[] = []
beforeEach(async () => {
  waited = []
  dingtalk = await startDingtalkService({ clientId: 'dingabc', secret: 'ding-secret', corpId: 'ding1' })
  const { directory } = dingtalk
  directory.departments.push(
    { dept_id: 20, parent_id: 1, name: 'Network' },
    { dept_id: 30, parent_id: 20, name: 'Field' },
  )
  directory.members = [
    {
      userid: 'LiWei',
      name: 'Li Wei',
      dept_id_list: [20, 30],
      mobile: '13800000001',
      org_email: 'li@example.test',
      title: 'Lead',
    },
    { userid: 'sun', name: 'Sun', dept_id_list: [1], active: false },
  ]
  directory.roles = [{ id: 7, name: 'Engineers', users: ['LiWei'] }]
})
afterEach(() => dingtalk.stop())

const reader = () =>
  dingtalkReader(
    { clientId: 'dingabc', apiBase: dingtalk.url, directoryBase: dingtalk.url },
    'ding-secret',
    directorySurroundings,
    async (milliseconds) => waited.push(milliseconds),
  )
const signal = () => AbortSignal.timeout(5000)

test('departments are walked, people in several of them come once, with roles', async () => {
  const { people, departments, isFull, position, pages } = await readAll(reader())
  expect([isFull, position]).toEqual([true, null])
  expect([...departments.values()]).toEqual([
    { id: '1', parentId: null, name: 'Example' },
    { id: '20', parentId: '1', name: 'Network' },
    { id: '30', parentId: '20', name: 'Field' },
  ])
  expect(pages.flatMap((page) => page.people ?? [])).toHaveLength(2)
  expect(people.get('LiWei')).toEqual({
    subject: 'LiWei',
    userName: 'LiWei',
    name: 'Li Wei',
    departmentIds: ['20', '30'],
    groupIds: ['7'],
    mobile: '13800000001',
    mail: 'li@example.test',
    title: 'Lead',
    isActive: true,
  })
  expect(people.get('sun')).toMatchObject({ isActive: false, groupIds: [] })
})

test('what the application may not see stays unknown', async () => {
  const { directory } = dingtalk
  directory.authorised = { departments: [30], users: ['sun'] }
  directory.scopes.delete('fieldMobile')
  directory.scopes.delete('qyapi_get_role')
  const { people, departments } = await readAll(reader())
  expect([...departments.values()]).toEqual([
    { id: '1', parentId: null },
    { id: '30', parentId: '1', name: 'Field' },
  ])
  expect([...people.keys()]).toEqual(['LiWei', 'sun'])
  expect(people.get('LiWei')).not.toHaveProperty('mobile')
  expect(people.get('LiWei')).not.toHaveProperty('groupIds')
  directory.scopes.delete('qyapi_get_department_member')
  expect(await failureOf(readAll(reader()))).toContain('permission_missing')
})

test('it waits while DingTalk is busy, and asks for another token once', async () => {
  dingtalk.directory.busy = 2
  expect((await readAll(reader())).people.size).toBe(2)
  expect(waited).toEqual([2000, 4000])
  dingtalk.endToken()
  expect((await readAll(reader())).people.size).toBe(2)
  dingtalk.directory.busy = 100
  expect(await failureOf(readAll(reader()))).toContain('too_many: 90018')
})

test('circles of departments end, and so does a list without end', async () => {
  const { directory } = dingtalk
  directory.departments.push(
    { dept_id: 1, parent_id: 30, name: 'Again' },
    { dept_id: 20, parent_id: 30, name: 'Again' },
  )
  expect((await readAll(reader())).departments.size).toBe(3)
  directory.isEndless = true
  expect(await failureOf(readAll(reader()))).toContain('cursor repeats')
})

test('people of a department of several pages', async () => {
  dingtalk.directory.generate(1500, 4)
  const { people, pages } = await readAll(reader())
  expect(people.size).toBe(1500)
  expect(Math.max(...pages.map((page) => page.people?.length ?? 0))).toBe(100)
})

test('people are read again by an event, and roles are searched', async () => {
  expect(await reader().readPeople(['LiWei', 'nobody'], signal())).toMatchObject({
    people: [{ subject: 'LiWei', groupIds: ['7'] }],
    gonePeople: ['nobody'],
  })
  expect(await reader().groups('engin', signal())).toEqual([{ id: '7', name: 'Engineers' }])
})
