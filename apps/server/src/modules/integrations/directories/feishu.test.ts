import { type FeishuService, startFeishuService } from '@netward/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directorySurroundings, failureOf, readAll } from '../../../../test/directory-fixture.ts'
import { feishuReader } from './feishu.ts'

let feishu: FeishuService
let waited: number[] = []
beforeEach(async () => {
  waited = []
  feishu = await startFeishuService({ appId: 'cli_1', secret: 'feishu-secret', tenantKey: 'tenant' })
  feishu.directory.departments = [
    { open_department_id: 'od-network', parent_department_id: '0', name: 'Network' },
    { open_department_id: 'od-field', parent_department_id: 'od-network', name: 'Field' },
  ]
  feishu.directory.members = [
    {
      open_id: 'ou_Li',
      name: 'Li Wei',
      department_ids: ['od-network', 'od-field'],
      primary: 'od-field',
      mobile: '+8613800000001',
      enterprise_email: 'li@example.test',
      job_title: 'Lead',
    },
    { open_id: 'ou_sun', name: 'Sun', department_ids: ['0'], status: { is_frozen: true } },
    { open_id: 'ou_gone', name: 'Gone', department_ids: ['0'], status: { is_resigned: true } },
  ]
})
afterEach(() => feishu.stop())

const reader = () =>
  feishuReader(
    { appId: 'cli_1', apiBase: feishu.url },
    'feishu-secret',
    directorySurroundings,
    async (milliseconds) => waited.push(milliseconds),
  )

test('departments and people come once, the main department first; who resigned does not', async () => {
  const { people, departments, isFull, position, pages } = await readAll(reader())
  expect([isFull, position]).toEqual([true, null])
  expect([...departments.values()]).toEqual([
    { id: '0', parentId: null },
    { id: 'od-network', parentId: '0', name: 'Network' },
    { id: 'od-field', parentId: 'od-network', name: 'Field' },
  ])
  expect(pages.flatMap((page) => page.people ?? [])).toHaveLength(2)
  expect(people.get('ou_Li')).toEqual({
    subject: 'ou_Li',
    name: 'Li Wei',
    userName: 'li@example.test',
    departmentIds: ['od-field', 'od-network'],
    mobile: '+8613800000001',
    mail: 'li@example.test',
    title: 'Lead',
    isActive: true,
  })
  expect(people.get('ou_sun')?.isActive).toBe(false)
})

test('the contact scope of the application bounds what is read', async () => {
  feishu.directory.scope = { departments: ['od-field'], users: ['ou_sun'] }
  const { people, departments } = await readAll(reader())
  expect([...departments.values()]).toEqual([
    { id: '0', parentId: null },
    { id: 'od-field', parentId: '0', name: 'Field' },
  ])
  expect([...people.keys()]).toEqual(['ou_Li', 'ou_sun'])
})

test('it waits while Feishu is busy, and asks for another token once', async () => {
  feishu.directory.busy = 2
  expect((await readAll(reader())).people.size).toBe(2)
  expect(waited).toEqual([2000, 4000])
  feishu.endToken()
  expect((await readAll(reader())).people.size).toBe(2)
  feishu.errors.set('/contact/v3/scopes', [99991672, 'Access denied'])
  expect(await failureOf(readAll(reader()))).toContain('permission_missing')
})

test('pages end, and a list without end is a failure', async () => {
  feishu.directory.members = Array.from({ length: 130 }, (_, index) => ({
    open_id: `ou_${index}`,
    name: `Person ${index}`,
    department_ids: ['od-field'],
  }))
  expect((await readAll(reader())).people.size).toBe(130)
  feishu.directory.isEndless = true
  expect(await failureOf(readAll(reader()))).toContain('cursor repeats')
})

test('people are read again; who is hidden is neither there nor gone', async () => {
  const read = (...subjects: string[]) => reader().readPeople(subjects, AbortSignal.timeout(5000))
  expect(await read('ou_Li', 'ou_gone', 'ou_nobody')).toMatchObject({
    people: [{ subject: 'ou_Li' }],
    gonePeople: ['ou_gone', 'ou_nobody'],
  })
  feishu.directory.scope = { departments: [], users: [] }
  expect(await read('ou_Li')).toEqual({ people: [], gonePeople: [] })
})
