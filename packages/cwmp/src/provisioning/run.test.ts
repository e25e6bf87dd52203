import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Declaration } from './declaration.ts'
import { modelGateway } from './model-gateway.ts'
import {
  advanceProvision,
  awaitedOf,
  commandOfRun,
  objectsToAdd,
  type ProvisionRun,
  startProvision,
} from './run.ts'

type Gateway = ReturnType<typeof modelGateway>
const nothing: Declaration = { values: [], objects: [], notifications: [] }

function carryOut(gateway: Gateway, declaration: Partial<Declaration>, options: Partial<ProvisionRun> = {}) {
  const kinds: string[] = []
  const { renew = false, checkOnly = false } = options
  let run = startProvision({ ...nothing, ...declaration }, { revision: 'r1', renew, checkOnly })
  for (let command = commandOfRun(run); command !== null; command = commandOfRun(run)) {
    kinds.push(command.kind)
    if (kinds.length > 200) throw new Error('it does not end')
    run = advanceProvision(run, gateway.answer(command))
  }
  return { run, kinds }
}

const table = 'Device.WiFi.SSID.'
const gatewayWith = (more: Record<string, string> = {}) =>
  modelGateway({
    'Device.Time.Enable': '1',
    'Device.Time.NTPServer1': 'a.example',
    [`${table}2.Name`]: 'staff',
    [`${table}2.Enable`]: '1',
    [`${table}7.Name`]: 'guest',
    [`${table}7.Enable`]: '0',
    ...more,
  })
const guest = { table, key: { Name: 'guest' }, values: [{ name: 'Enable', value: '1' }] }
const lobby = { table, key: { Name: 'lobby' }, values: [{ name: 'Enable', value: 'true' }] }

describe('the fewest commands', () => {
  test.each<[string, Partial<Declaration>, string[]]>([
    ['nothing declared', {}, []],
    [
      'as desired already',
      { values: [{ path: 'Device.Time.Enable', value: 'true' }] },
      ['get_parameter_values'],
    ],
    [
      'two values: one set',
      {
        values: [
          { path: 'Device.Time.Enable', value: '0' },
          { path: 'Device.Time.NTPServer1', value: 'b.example' },
        ],
      },
      ['get_parameter_values', 'set_parameter_values'],
    ],
    [
      'an instance found by its key beyond a gap',
      { objects: [guest] },
      ['get_parameter_values', 'set_parameter_values'],
    ],
    [
      'by an alias',
      { values: [{ path: `${table}[Name=guest].Enable`, value: '1' }] },
      ['get_parameter_values', 'set_parameter_values'],
    ],
    [
      'an instance that is missing',
      { objects: [lobby] },
      ['get_parameter_values', 'add_object', 'set_parameter_values'],
    ],
    [
      'none but these',
      { objects: [{ ...guest, only: true }] },
      ['get_parameter_values', 'set_parameter_values', 'delete_object'],
    ],
    [
      'a notification',
      { notifications: [{ path: 'Device.Time.Enable', level: 2 }] },
      ['get_parameter_attributes', 'set_parameter_attributes'],
    ],
  ])('%s', (_name, declaration, kinds) => {
    const gateway = gatewayWith()
    const first = carryOut(gateway, declaration)
    expect(first.kinds).toEqual(kinds)
    expect(first.run.problems).toEqual([])
    const changing = carryOut(gateway, declaration).kinds.filter((kind) => !kind.startsWith('get_'))
    expect(changing).toEqual([])
  })
})

test('the right instance is set, numbers with gaps or not', () => {
  const gateway = gatewayWith()
  carryOut(gateway, { objects: [guest, lobby] })
  expect(gateway.values.get(`${table}7.Enable`)).toBe('1')
  expect(gateway.values.get(`${table}8.Name`)).toBe('lobby')
  expect(gateway.parameterKey()).toBe('r1')
})

test('a check changes nothing and tells everything', () => {
  const gateway = gatewayWith()
  const before = new Map(gateway.values)
  const { run } = carryOut(gateway, { objects: [{ ...lobby, only: true }] }, { checkOnly: true })
  expect(run.changed.map(({ path }) => path)).toEqual([`${table}[Name=lobby].`, `${table}2.`, `${table}7.`])
  expect(gateway.values).toEqual(before)
})

test('a gateway that goes by nothing of it yet differs in what is awaited, and in nothing else', () => {
  const gateway = gatewayWith()
  const before = [...gateway.values]
  const declaration = {
    values: [{ path: 'Device.Time.Enable', value: '0' }],
    objects: [{ ...lobby, only: true }],
  }
  const awaited = awaitedOf(carryOut(gateway, declaration).run)
  gateway.values.clear()
  for (const [path, value] of before) gateway.values.set(path, value)
  const { run } = carryOut(gateway, declaration, { checkOnly: true })
  expect(run.changed).toHaveLength(4)
  const changesOf = (all: typeof awaited) => all.map(({ path, after }) => `${path} ${after}`)
  expect(changesOf(awaited)).toEqual(expect.arrayContaining(changesOf([...run.changed])))
})

test('what cannot be had whole is not begun', () => {
  const gateway = gatewayWith()
  const values = [
    { path: 'Device.Time.Enable', value: '0' },
    { path: 'Device.Nowhere', value: '1' },
    { path: `${table}[Name=none].Enable`, value: '1' },
  ]
  const { run, kinds } = carryOut(gateway, { values })
  expect(kinds).toEqual(['get_parameter_values'])
  expect(run.problems.map(({ path, code }) => [path, code])).toEqual([
    ['Device.Nowhere', '9005'],
    [`${table}[Name=none].Enable`, 'no_instance'],
  ])
  expect(gateway.values.get('Device.Time.Enable')).toBe('1')
})

test('objects that were added go again when the set is refused', () => {
  const gateway = gatewayWith()
  gateway.refuse('Enable')
  const before = new Map(gateway.values)
  const { run, kinds } = carryOut(gateway, { objects: [lobby, { ...lobby, key: { Name: 'hall' } }] })
  expect(kinds).toEqual([
    'get_parameter_values',
    'add_object',
    'add_object',
    'set_parameter_values',
    'delete_object',
    'delete_object',
  ])
  expect(run.problems[0]).toMatchObject({ path: `${table}8.Enable`, code: '9007' })
  expect(gateway.values).toEqual(before)
})

describe('what runs before this one added and nobody wants any more', () => {
  const added = { path: `${table}7.`, table, key: { Name: 'guest' } }
  const instances = (gateway: Gateway) =>
    [...gateway.values.keys()].filter((path) => path.endsWith('.Name')).map((path) => path.slice(0, -4))

  test('goes, and nothing else does', () => {
    const gateway = gatewayWith()
    const { run, kinds } = carryOut(gateway, { retired: [added] })
    expect(kinds).toEqual(['get_parameter_values', 'delete_object'])
    expect(run.removed).toEqual([`${table}7.`])
    expect(instances(gateway)).toEqual([`${table}2.`])
    expect(gateway.values.get('Device.Time.NTPServer1')).toBe('a.example')
  })

  test.each<[string, Partial<Declaration>]>([
    ['is something else by now', { retired: [{ ...added, key: { Name: 'lounge' } }] }],
    ['is not there', { retired: [{ ...added, path: `${table}9.` }] }],
    [
      'is declared by another key',
      { retired: [added], objects: [{ table, key: { Enable: '0' }, values: [] }] },
    ],
    [
      'holds a value that is declared',
      { retired: [added], values: [{ path: `${table}[Name=guest].Enable`, value: '0' }] },
    ],
    ['is of a table that is gone', { retired: [{ ...added, table: 'Device.X.', path: 'Device.X.7.' }] }],
  ])('stays where it %s', (_name, declaration) => {
    const gateway = gatewayWith()
    const { run, kinds } = carryOut(gateway, declaration)
    expect(kinds).not.toContain('delete_object')
    expect(run.problems).toEqual([])
    expect(instances(gateway)).toEqual([`${table}2.`, `${table}7.`])
  })

  test('reports where the gateway keeps it, and what was done stays done', () => {
    const gateway = gatewayWith()
    gateway.keep(`${table}7.`)
    const { run } = carryOut(gateway, { objects: [lobby], retired: [added] })
    expect(run.problems).toMatchObject([{ path: `${table}7.`, code: '9001' }])
    expect(run.undone).toBe(0)
    expect(instances(gateway)).toEqual([`${table}2.`, `${table}7.`, `${table}8.`])
  })
})

test('a secret is set when it is renewed, and its drift is unknowable', () => {
  const path = 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase'
  const gateway = gatewayWith({ [path]: '' })
  const values = [{ path, value: 'hidden', secret: true }]
  expect(carryOut(gateway, { values }, { renew: true }).run.changed).toMatchObject([
    { path, before: null, secret: true },
  ])
  const later = carryOut(gateway, { values })
  expect(later.run).toMatchObject({ changed: [], unknowable: [path] })
})

test('whatever is declared: it is reached, and a second run changes nothing', () => {
  const label = fc.constantFrom('a', 'b', 'c', 'd')
  const toggle = fc.constantFrom('1', '0', 'true', 'false')
  const object = fc.record({ name: label, enable: toggle })
  fc.assert(
    fc.property(
      fc.uniqueArray(object, { selector: ({ name }) => name }),
      fc.uniqueArray(fc.record({ number: fc.integer({ min: 1, max: 40 }), name: label, enable: toggle }), {
        selector: ({ number }) => number,
      }),
      fc.boolean(),
      (desired, present, only) => {
        const gateway = modelGateway(
          Object.fromEntries(
            present.flatMap(({ number, name, enable }) => [
              [`${table}${number}.Name`, name],
              [`${table}${number}.Enable`, enable],
            ]),
          ),
        )
        const objects = desired.map(({ name, enable }) => ({
          table,
          key: { Name: name },
          values: [{ name: 'Enable', value: enable, type: 'boolean' }],
          only,
        }))
        expect(carryOut(gateway, { objects }).run.problems).toEqual([])
        const again = carryOut(gateway, { objects })
        expect(again.kinds.filter((kind) => kind !== 'get_parameter_values')).toEqual([])
        const wanted = new Set<string>(desired.map(({ name }) => name))
        const left = [...gateway.values].filter(([path]) => path.endsWith('.Name')).map(([, name]) => name)
        const strangers = left.filter((name) => !wanted.has(name))
        expect(only && wanted.size > 0 ? strangers : []).toEqual([])
      },
    ),
  )
})

describe('objects that refer to each other', () => {
  const points = 'Device.WiFi.AccessPoint.'
  const point = (dot: boolean) => ({
    table: points,
    key: {},
    values: [{ name: 'Enable', value: '1' }],
    refers: { name: 'SSIDReference', object: 0, dot },
  })

  test.each([
    [true, `${table}8.`],
    [false, `${table}8`],
  ])('the second has the path that the first was given, with a dot (%s)', (dot, path) => {
    const gateway = gatewayWith()
    const { run, kinds } = carryOut(gateway, { objects: [lobby, point(dot)] })
    expect(run.problems).toEqual([])
    expect(kinds).toEqual(['get_parameter_values', 'add_object', 'add_object', 'set_parameter_values'])
    expect(gateway.values.get(`${points}1.SSIDReference`)).toBe(path)
    // Again, as after a lost response: both are found.
    expect(carryOut(gateway, { objects: [lobby, point(dot)] }).kinds).toEqual(['get_parameter_values'])
  })

  test('where the second is refused neither stays', () => {
    const gateway = gatewayWith()
    gateway.refuse('SSIDReference')
    const { run } = carryOut(gateway, { objects: [lobby, point(true)] })
    expect(run.problems).toMatchObject([{ path: `${points}1.SSIDReference`, code: '9007' }])
    expect([...gateway.values.keys()].filter((path) => path.startsWith(points))).toEqual([])
    expect(gateway.values.has(`${table}8.Name`)).toBe(false)
  })
})

describe('what is to be gone', () => {
  test('is deleted by one command, without a look', () => {
    const gateway = gatewayWith()
    const { run, kinds } = carryOut(gateway, { absent: [`${table}7.`] })
    expect(kinds).toEqual(['delete_object'])
    expect(run).toMatchObject({ problems: [], removed: [`${table}7.`] })
    expect(gateway.values.has(`${table}7.Name`)).toBe(false)
  })

  test('and is not there any more is gone, any other refusal is reported', () => {
    for (const [code, problems] of [
      ['9005', []],
      ['9004', [{ path: '', code: '9004', text: '' }]],
    ] as const) {
      const run = startProvision({ ...nothing, absent: [`${table}9.`] }, { revision: 'r1', renew: false })
      const ended = advanceProvision(run, { learned: [], fault: { code, text: '', parameters: [] } })
      expect(commandOfRun(ended)).toBeNull()
      expect(ended.problems).toEqual(problems)
    }
  })
})

describe('what a session added before it was cut off', () => {
  const lobbyOf = (gateway: Gateway) =>
    [...gateway.values].filter(([path, value]) => path.startsWith(table) && value === 'lobby')
  const adding = { table, key: lobby.key, before: [`${table}2.`, `${table}7.`], stays: false }
  const cutOff = (more: Record<string, string> = {}) =>
    gatewayWith({ [`${table}8.Name`]: '', [`${table}8.Enable`]: '0', ...more })

  test('is previewed: what is to be added, and what is there already', () => {
    const gateway = gatewayWith()
    const run = startProvision({ ...nothing, objects: [guest, lobby] }, { revision: 'r1', renew: false })
    const read = advanceProvision(run, gateway.answer(commandOfRun(run)!))
    const { stays: _, ...rest } = adding
    expect(objectsToAdd(read)).toEqual([{ ...rest, index: 1 }])
  })

  test('goes where it was left as it was made, and another takes its place', () => {
    const gateway = cutOff()
    const { run, kinds } = carryOut(gateway, { objects: [lobby], adding: [adding] })
    expect(kinds).toEqual([
      'get_parameter_values',
      'add_object',
      'get_parameter_values',
      'set_parameter_values',
      'delete_object',
    ])
    expect([...run.added.values()]).toEqual([`${table}9.`])
    expect(lobbyOf(gateway)).toEqual([[`${table}9.Name`, 'lobby']])
    expect(gateway.values.has(`${table}8.Name`)).toBe(false)
  })

  describe.each([
    ['is still wanted', [lobby]],
    ['is not wanted any more', []],
  ])('and %s', (_what, objects) => {
    const made = (number: number) => ({
      Alias: `Instance-${number}`,
      Name: `Wi-Fi ${number + 10}`,
      Index: String(number),
      Enable: '1',
      Port: '8080',
      'Stats.BytesSent': String(number * 100),
    })
    const left = (more: Record<string, string>) => {
      const there = Object.entries({ ...made(8), ...more }).map(([name, value]) => [
        `${table}8.${name}`,
        value,
      ])
      return modelGateway({ ...Object.fromEntries(gatewayWith().values), ...Object.fromEntries(there) }, made)
    }

    test('is known by what this gateway puts into a new one, whatever that is', () => {
      const gateway = left({})
      carryOut(gateway, { objects, adding: [adding] })
      const instances = [...gateway.values.keys()].filter((path) => path.endsWith('.Name'))
      const fresh = objects.length > 0 ? [`${table}9.Name`] : []
      expect(instances).toEqual([`${table}2.Name`, `${table}7.Name`, ...fresh])
    })

    test.each<[string, Record<string, string>]>([
      ['a port', { Port: '8081' }],
      ['its number in the place of a port', { Port: '8' }],
      ['a name', { Name: 'office' }],
      ['no name, and a port', { Name: '', Port: '22' }],
      ['more than a new one has', { 'Client.1.Address': '192.0.2.1' }],
    ])('is somebody else’s with %s', (_with, more) => {
      const gateway = left(more)
      const { run } = carryOut(gateway, { objects, adding: [adding] })
      expect(run.problems).toEqual([])
      const instances = [...gateway.values.keys()].filter((path) => path.endsWith('.Name'))
      const fresh = objects.length > 0 ? [`${table}9.Name`] : []
      expect(instances).toEqual([`${table}2.Name`, `${table}7.Name`, `${table}8.Name`, ...fresh])
    })
  })

  test('stays where the gateway adds none by which it could be known', () => {
    const gateway = cutOff()
    gateway.fill()
    const { run, kinds } = carryOut(gateway, { adding: [adding] })
    expect(kinds).toEqual(['get_parameter_values', 'add_object'])
    expect(run.problems).toEqual([])
    expect(gateway.values.has(`${table}8.Name`)).toBe(true)
  })

  test('has nothing to do with one that has its key', () => {
    const gateway = cutOff({ [`${table}8.Name`]: 'lobby', [`${table}9.Name`]: '', [`${table}9.Enable`]: '0' })
    const { run } = carryOut(gateway, { objects: [lobby], adding: [adding] })
    expect([...run.added.values()]).toEqual([`${table}8.`])
    expect([...gateway.values.keys()].filter((path) => path.endsWith('.Name'))).toEqual(
      [2, 7, 8].map((number) => `${table}${number}.Name`),
    )
  })

  test('counts as added where it had its key already', () => {
    const { run } = carryOut(cutOff({ [`${table}8.Name`]: 'lobby' }), { objects: [lobby], adding: [adding] })
    expect([...run.added.values()]).toEqual([`${table}8.`])
  })

  test.each([
    ['is deleted where nothing wants it any more', '', false, true],
    ['also with its key', 'lobby', false, true],
    ['unless it is to stay with it', 'lobby', true, false],
    ['and what has become something else stays', 'office', false, false],
  ])('%s', (_what, name, stays, goes) => {
    const gateway = cutOff({ [`${table}8.Name`]: name })
    carryOut(gateway, { adding: [{ ...adding, stays }] })
    expect(gateway.values.has(`${table}8.Name`)).toBe(!goes)
    expect(gateway.values.has(`${table}7.Name`)).toBe(true)
  })

  test('that was there before does not count, and a read changes nothing', () => {
    const gateway = cutOff()
    const there = { ...adding, before: [...adding.before, `${table}8.`] }
    carryOut(gateway, { objects: [lobby], adding: [there] })
    expect(lobbyOf(gateway)).toEqual([[`${table}9.Name`, 'lobby']])
    const looked = cutOff()
    carryOut(looked, { adding: [adding] }, { checkOnly: true })
    expect(looked.values.has(`${table}8.Name`)).toBe(true)
  })
})
