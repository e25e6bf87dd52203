import {
  type Entity,
  type EntityColumn,
  type EntityFormPart,
  type FieldName,
  fieldsOf,
  type ShownName,
} from './entity-fields.ts'

/**
 * The fields of tenants that an edit may change: CONTRIBUTING.md, "Add a field". Kind, parent, standing, contract end and
 * package have moves of their own.
 */
export const tenantEntity = {
  area: 'tenants',
  fields: {
    name: { kind: 'name', required: true },
    code: { kind: 'text', max: 31, pattern: /^[a-z0-9][a-z0-9-]{1,30}$/, required: true, spellCheck: false },
    abbreviation: { kind: 'text', max: 40 },
    domain: { kind: 'custom' },
    prefix: { kind: 'custom' },
    delivery: {
      kind: 'choice',
      choices: ['saas', 'self_hosted'],
      phrases: 'tenants.deliveries',
      fallback: 'saas',
    },
    contactPerson: { kind: 'text', max: 100 },
    contactPhone: { kind: 'custom' },
    contactMail: { kind: 'custom' },
    contactNote: { kind: 'multiline', max: 500 },
    language: { kind: 'choice', choices: ['zh', 'en'], phrases: 'tenants.languages', fallback: 'zh' },
    timeZone: { kind: 'custom' },
  },
  computed: {
    kind: 'tenants.kind',
    status: 'tenants.status',
    package: 'tenants.package',
    expiresAt: 'tenants.expiresAt',
    health: 'tenants.health',
    administrator: 'tenants.administrator',
    parent: 'tenants.parent',
    logo: 'tenants.logo',
    createdAt: 'tenants.createdAt',
  },
} as const satisfies Entity

export type TenantField = FieldName<typeof tenantEntity>
type Shown = ShownName<typeof tenantEntity>

/** Columns that table and tree share; the first one is the name. */
export const tenantColumns = [
  { key: 'name', width: 137, sortable: true },
  { key: 'abbreviation', width: 100, hidden: true },
  { key: 'kind', width: 168, phone: 'value' },
  { key: 'status', width: 140, sortable: true, phone: 'status' },
  { key: 'package', width: 119, phone: 'value' },
  { key: 'expiresAt', width: 163, sortable: true, phone: 'value' },
  { key: 'health', width: 172, phone: 'value' },
  { key: 'administrator', width: 110 },
  { key: 'parent', width: 120 },
  { key: 'code', width: 120, sortable: true, mono: true },
  { key: 'domain', width: 160, hidden: true, mono: true },
  { key: 'createdAt', width: 110, sortable: true, hidden: true },
] as const satisfies readonly EntityColumn<Shown>[]

/** The form, section by section. */
export const tenantForm = {
  identity: [{ title: null, rows: [['name'], ['code', 'abbreviation']] }],
  business: [{ title: null, rows: [['delivery']] }],
  contact: [{ title: null, rows: [['contactPerson', 'contactPhone'], ['contactMail'], ['contactNote']] }],
  signIn: [{ title: null, rows: [['prefix'], ['domain']] }],
  defaults: [{ title: null, rows: [['language', 'timeZone']] }],
} as const satisfies Record<string, readonly EntityFormPart<TenantField>[]>

/** What the panels of the overview show. */
export const tenantFacts = {
  identity: ['code', 'abbreviation', 'createdAt', 'administrator'],
  contact: ['contactPerson', 'contactPhone', 'contactMail', 'contactNote'],
  signIn: ['prefix', 'domain', 'logo', 'language', 'timeZone'],
} as const satisfies Record<string, readonly Shown[]>

/** Columns of a tenant file with a description of their own, in the order of its template. */
export const describedTenantColumns = [
  'name',
  'code',
  'kind',
  'parent',
  'standing',
  'contractEndsAt',
  'package',
  'administratorName',
  'administratorContact',
] as const

/** The other columns: the fields of the form. */
export const plainTenantColumns = fieldsOf(tenantEntity)
  .map(([field]) => field)
  .filter((field): field is Exclude<TenantField, 'name' | 'code'> => field !== 'name' && field !== 'code')
