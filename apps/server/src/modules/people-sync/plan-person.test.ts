import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanName,
  type PersonFacts,
  type PlanDepartments,
  planPerson,
  type PlanSettings,
} from './plan-person.ts'

const departments: PlanDepartments = {
  base: '1',
  above: (id) => new Set(id === 'cables' ? ['cables', 'field'] : [id]),
  nodeOf: (id) => ({ field: '10', cables: '11', fresh: null })[id],
  placeOf: (id) => id,
  nameOf: (id) => id,
}
const settings: PlanSettings = {
  addsPeople: true,
  winners: { name: 'directory', department: 'directory', roles: 'directory' },
  roleRules: [
    { by: 'department', outsideId: 'field', role: 'engineer' },
    { by: 'group', outsideId: 'chiefs', role: 'management_layer' },
  ],
  defaultRole: 'user_layer',
}
const member = {
  id: '7',
  name: 'Li Wei',
  status: 'enabled',
  departmentId: '10',
  departmentName: 'Field',
  roles: ['engineer'],
} as const
const facts = (
  read: Partial<PersonFacts['read']> = {},
  more: Partial<Omit<PersonFacts, 'read'>> = {},
): PersonFacts => ({
  read: {
    subject: 'liwei',
    gone: false,
    active: true,
    name: 'Li Wei',
    userName: 'liwei',
    departmentIds: ['field'],
    groupIds: [],
    ...read,
  },
  member,
  followed: { leads: true, ignored: false, disabled: false, addressChanged: false },
  was: null,
  renaming: null,
  elsewhere: false,
  candidate: null,
  answeredNew: false,
  ...more,
})
const acts = (given: PersonFacts, changed: Partial<PlanSettings> = {}) =>
  planPerson(given, { ...settings, ...changed }, departments).map(({ act, reason, question }) =>
    [act, question ?? reason].join(' '),
  )
const followed = facts().followed!
const stranger = { member: null, followed: null }
const candidate = { kind: 'same_name', memberId: '9', name: 'Li Wei' } as const

test.each<[string, PersonFacts, string[], Partial<PlanSettings>?]>([
  ['nothing differs', facts(), []],
  ['a new person is added', facts({}, stranger), ['add new_there']],
  ['only linked people are followed', facts({}, stranger), [], { addsPeople: false }],
  ['a member who may be the person is asked about', facts({}, { ...stranger, candidate }), ['ask same_name']],
  [
    'somebody answered that it is another',
    facts({}, { ...stranger, candidate, answeredNew: true }),
    ['add new_there'],
  ],
  ['who is linked is followed from now on', facts({}, { followed: null }), ['link known_by_link']],
  ['another channel knows the member', facts({}, { followed: null, elsewhere: true }), ['ask other_channel']],
  [
    'fields follow the channel that leads',
    facts({ name: 'X' }, { followed: { ...followed, leads: false } }),
    [],
  ],
  [
    'a person who is not to be followed',
    facts({ gone: true }, { followed: { ...followed, ignored: true } }),
    [],
  ],
  [
    'a changed address stops every other change',
    facts({ name: 'X' }, { followed: { ...followed, addressChanged: true } }),
    ['ask address_changed'],
  ],
  ['a new name', facts({ name: ' Li  Na\n' }), ['rename changed_there']],
  [
    'the console decides names',
    facts({ name: 'Li Na' }),
    [],
    { winners: { ...settings.winners, name: 'console' } },
  ],
  ['an unreported name', facts({ name: null }), []],
  ['an empty name', facts({ name: ' \u200b ' }), []],
  [
    'another department, below the one of the rule',
    facts({ departmentIds: ['cables'] }),
    ['move changed_there'],
  ],
  ['a department that this run makes', facts({ departmentIds: ['fresh', 'field'] }), ['move changed_there']],
  ['the first department that is known', facts({ departmentIds: ['hidden', 'field'] }), []],
  ['departments that are all unknown', facts({ departmentIds: ['hidden'] }), ['roles by_default']],
  ['unreported departments', facts({ departmentIds: null }), []],
  ['a group', facts({ groupIds: ['chiefs'] }), ['roles by_rule']],
  ['roles given here stay', facts({}, { member: { ...member, roles: ['engineer', '55'] } }), []],
  [
    'unreported groups take nothing',
    facts(
      { groupIds: null, departmentIds: ['field'] },
      { member: { ...member, roles: ['engineer', 'management_layer'] } },
    ),
    [],
  ],
  ['a leaver', facts({ gone: true }), ['disable gone_there']],
  ['inactive there', facts({ active: false }), ['disable inactive_there']],
  ['a leaver who was never followed', facts({ gone: true }, { followed: null }), []],
  [
    'a leaver whom another channel still has',
    facts({ gone: true }, { elsewhere: true }),
    ['keep other_channel'],
  ],
  ['a leaver who is disabled', facts({ gone: true }, { member: { ...member, status: 'disabled' } }), []],
  ['not yet active there', facts({ active: false }, stranger), []],
  [
    'who comes back',
    facts({}, { member: { ...member, status: 'disabled' }, followed: { ...followed, disabled: true } }),
    ['enable back_there'],
  ],
  ['who was disabled here stays so', facts({}, { member: { ...member, status: 'disabled' } }), []],
])('%s', (_name, given, wanted, changed) => {
  expect(acts(given, changed)).toEqual(wanted)
})

test('a person without a reported part never loses it, whatever else is known', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('engineer', 'management_layer', 'user_layer', '55'), { maxLength: 4 }),
      fc.boolean(),
      (held, leads) => {
        const silent = { name: null, userName: null, departmentIds: null, groupIds: null }
        const roles = [...new Set(held)]
        const planned = planPerson(
          facts(silent, { member: { ...member, roles }, followed: { ...followed, leads } }),
          settings,
          departments,
        )
        expect(planned.filter(({ act }) => act !== 'roles')).toEqual([])
        for (const { detail } of planned)
          expect(detail.take?.filter((role) => role !== 'user_layer') ?? []).toEqual([])
      },
    ),
  )
})

test('roles that are given and taken leave the roles that the rules name', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom('engineer', 'management_layer', 'user_layer', '55', '56')),
      fc.subarray(['field', 'cables']),
      fc.subarray(['chiefs', 'others']),
      (held, departmentIds, groupIds) => {
        const [planned] = planPerson(
          facts({ departmentIds, groupIds }, { member: { ...member, roles: held } }),
          settings,
          departments,
        ).filter(({ act }) => act === 'roles')
        const after = new Set([
          ...held.filter((role) => !planned?.detail.take?.includes(role)),
          ...(planned?.detail.give ?? []),
        ])
        const wanted = [
          ...(departmentIds.length > 0 ? ['engineer'] : []),
          ...(groupIds.includes('chiefs') ? ['management_layer'] : []),
        ]
        expect([...after].filter((role) => !/^\d/.test(role)).toSorted()).toEqual(
          wanted.length > 0 ? wanted.toSorted() : ['user_layer'],
        )
        expect([...after].filter((role) => /^\d/.test(role))).toEqual(held.filter((role) => /^\d/.test(role)))
      },
    ),
  )
})

test('names are one line without characters that hide or turn text', () => {
  expect(cleanName('a\u202Eb\n c'.repeat(100))).toMatch(/^a b c/)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanName(text).length <= 100))
})
