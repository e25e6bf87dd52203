import type { Entity, EntityColumn, EntityFormPart, FieldName, ShownName } from './entity-fields.ts'

/** The fields of memberships: CONTRIBUTING.md, "Add a field". Account, addresses and password belong to the person. */
export const memberEntity = {
  area: 'account.members',
  fields: {
    displayName: {
      kind: 'name',
      required: true,
      label: 'account.members.name',
      empty: 'validation.memberNameEmpty',
      csv: { label: 'account.displayName' },
    },
    roles: { kind: 'custom', label: 'account.members.role' },
    departmentId: { kind: 'custom', label: 'account.department' },
  },
  computed: {
    status: 'account.members.status',
    userName: 'account.userName',
    department: 'account.department',
    phone: 'account.phone',
    email: 'account.email',
    lastActiveAt: 'account.members.lastActiveAt',
    lastSignInAt: 'account.members.lastSignInAt',
    createdAt: 'account.members.createdAt',
  },
} as const satisfies Entity

export type MemberField = FieldName<typeof memberEntity>

/** The list, from left to right. */
export const memberColumns = [
  { key: 'displayName', label: 'account.displayName', width: 116, sortable: true },
  { key: 'status', width: 108, sortable: true, phone: 'status' },
  { key: 'userName', width: 128, sortable: true, phone: 'value' },
  { key: 'roles', width: 140, phone: 'value' },
  { key: 'department', width: 140, sortable: true, phone: 'value' },
  { key: 'phone', width: 124, phone: 'value' },
  { key: 'email', width: 160 },
  { key: 'lastActiveAt', width: 128, sortable: true, phone: 'value' },
  { key: 'lastSignInAt', width: 128, sortable: true, hidden: true },
  { key: 'createdAt', width: 170, sortable: true, hidden: true },
] as const satisfies readonly EntityColumn<ShownName<typeof memberEntity>>[]

/** The form: what a person is called, and place and rights in the company. */
export const memberForm = {
  person: [{ title: null, rows: [['displayName']] }],
  place: [{ title: null, rows: [['roles'], ['departmentId']] }],
} as const satisfies Record<string, readonly EntityFormPart<MemberField>[]>
