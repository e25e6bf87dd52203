import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DepartmentsRead, planDepartments } from './plan-departments.ts'

const department = (outsideId: string, parentId: string | null, name: string | null = outsideId) => ({
  outsideId,
  parentId,
  name,
})
const facts = (given: Partial<DepartmentsRead>): DepartmentsRead => ({
  read: [],
  gone: [],
  isFull: true,
  mapped: [],
  nodes: [],
  base: '1',
  levels: 20,
  follows: true,
  ...given,
})
const acts = (given: Partial<DepartmentsRead>) => {
  const { planned, removed } = planDepartments(facts(given))
  return [...planned, ...removed].map(({ act, outsideId, name, reason, detail }) =>
    [act, outsideId, name, reason, detail.parent ?? '', detail.nodeId ?? ''].join('|'),
  )
}

test('departments are made below the base, parents first; the root stands for the company', () => {
  expect(
    acts({ read: [department('b', 'a', 'B'), department('a', 'root', 'A'), department('root', null)] }),
  ).toEqual(['add_department|a|A|new_there||', 'add_department|b|B|new_there|a|'])
})

test('a department of the same name here is used, and another one of that name gets a mark', () => {
  const read = [department('root', null), department('a', 'root', 'Sales'), department('b', 'root', 'sales')]
  const nodes = [{ id: '5', parentId: '1', name: 'SALES' }]
  expect(acts({ read, nodes })).toEqual([
    'add_department|a|Sales|same_name||5',
    'add_department|b|sales (b)|new_there||',
  ])
})

test('names and places follow the directory; an unreported name stays', () => {
  const mapped = ['a', 'b'].map((id, index) => ({
    ...department(id, 'root', id),
    nodeId: `1${index}`,
    made: true,
  }))
  const nodes = [
    { id: '10', parentId: '1', name: 'a' },
    { id: '11', parentId: '1', name: 'b' },
  ]
  const read = [department('root', null), department('a', 'root', null), department('b', 'a', 'B')]
  expect(acts({ mapped, nodes, read })).toEqual([
    'rename_department|b|B|changed_there||',
    'move_department|b|B|changed_there|a|',
  ])
})

test('what is gone goes, children first, if the synchronisation made it', () => {
  const mapped = [
    { ...department('a', 'root', 'a'), nodeId: '10', made: true },
    { ...department('b', 'a', 'b'), nodeId: '11', made: true },
    { ...department('c', 'root', 'c'), nodeId: '12', made: false },
  ]
  const nodes = [
    { id: '10', parentId: '1', name: 'a' },
    { id: '11', parentId: '10', name: 'b' },
    { id: '12', parentId: '1', name: 'c' },
  ]
  expect(acts({ mapped, nodes, read: [department('root', null)] })).toEqual([
    'remove_department|b|b|gone_there||',
    'remove_department|a|a|gone_there||',
    'keep|c|c|not_made_by_sync||',
  ])
  expect(acts({ mapped, nodes, isFull: false, gone: ['b'] })).toEqual(['remove_department|b|b|gone_there||'])
})

test('circles, unknown parents and trees that are too deep have a place', () => {
  const read = [
    department('root', null),
    department('a', 'b'),
    department('b', 'a'),
    department('c', 'elsewhere'),
  ]
  expect(acts({ read })).toEqual([
    'add_department|b|b|circle||',
    'add_department|a|a|new_there|b|',
    'add_department|c|c|parent_unknown||',
  ])
  const deep = [department('root', null), department('1', 'root'), department('2', '1'), department('3', '2')]
  const { planned, tree } = planDepartments(facts({ read: deep, levels: 2 }))
  expect(planned.map(({ act, reason }) => [act, reason])).toEqual([
    ['add_department', 'new_there'],
    ['add_department', 'new_there'],
    ['keep', 'too_deep'],
  ])
  expect(tree.placeOf('3')).toBe('2')
})

test('whatever a directory says, each department has a place and every parent comes first', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'root')
  const read = fc.uniqueArray(
    fc.record({ outsideId: id, parentId: fc.option(id), name: fc.option(fc.string()) }),
    {
      selector: ({ outsideId }) => outsideId,
    },
  )
  fc.assert(
    fc.property(read, fc.integer({ min: 0, max: 3 }), (given, levels) => {
      const { planned, placed, tree } = planDepartments(facts({ read: given, levels }))
      expect(placed.map(({ outsideId }) => outsideId).toSorted()).toEqual(
        given.map(({ outsideId }) => outsideId).toSorted(),
      )
      const made = new Set<string>()
      for (const { act, outsideId, detail } of planned) {
        if (act !== 'add_department') continue
        expect(made.has(detail.parent ?? '') || detail.parent == null).toBe(true)
        made.add(outsideId!)
      }
      for (const { outsideId } of given) expect(tree.above(outsideId)).toContain(outsideId)
    }),
  )
})
