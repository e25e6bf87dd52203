import type { Entity, EntityColumn, EntityFormPart, FieldName, ShownName } from './entity-fields.ts'

/** The fields of outlets: CONTRIBUTING.md, "Add a field". */
export const outletEntity = {
  area: 'outlets',
  fields: {
    name: { kind: 'name', required: true },
    code: {
      kind: 'text',
      max: 40,
      pattern: /^[A-Za-z0-9._-]*$/,
      spellCheck: false,
      csv: { help: 'outlets.import.code' },
    },
    region: { kind: 'custom', csv: { help: 'outlets.import.region' } },
    address: { kind: 'text', max: 200 },
    cityCode: { kind: 'custom', csv: { help: 'outlets.import.cityCode' } },
    latitude: {
      kind: 'number',
      min: -90,
      max: 90,
      detailOnly: true,
      csv: { help: 'outlets.import.coordinate' },
    },
    longitude: {
      kind: 'number',
      min: -180,
      max: 180,
      detailOnly: true,
      csv: { help: 'outlets.import.coordinate' },
    },
    timeZone: { kind: 'custom', csv: { help: 'outlets.import.timeZone' } },
    businessHours: { kind: 'custom', csv: { help: 'outlets.import.businessHours' } },
    contacts: { kind: 'custom', csv: { help: 'outlets.import.contacts' } },
    departmentId: {
      kind: 'custom',
      label: 'outlets.department',
      csv: { name: 'department', help: 'outlets.import.departmentHelp' },
    },
    note: { kind: 'multiline', max: 2000, detailOnly: true },
  },
  computed: {
    companyName: 'outlets.company',
    score: 'outlets.scoreLabel',
    health: 'outlets.healthLabel',
    devices: 'outlets.devices',
    online: 'outlets.online',
    lines: 'outlets.lines',
    coordinates: 'outlets.coordinates',
    createdAt: 'outlets.createdAt',
  },
} as const satisfies Entity

type Field = FieldName<typeof outletEntity>
type Shown = ShownName<typeof outletEntity>

/** The list, from left to right. */
export const outletColumns = [
  { key: 'name', width: 180, sortable: true },
  { key: 'score', width: 96, sortable: true, phone: 'value' },
  { key: 'health', width: 140, phone: 'status' },
  { key: 'companyName', width: 150, phone: 'value' },
  { key: 'code', width: 110, sortable: true, mono: true },
  { key: 'region', width: 190, sortable: true, phone: 'value' },
  { key: 'lines', width: 72, phone: 'value' },
  { key: 'devices', width: 84, phone: 'value' },
  { key: 'address', width: 200 },
  { key: 'contacts', width: 170 },
  { key: 'departmentId', width: 130 },
  { key: 'businessHours', width: 260, hidden: true },
  { key: 'timeZone', width: 140, hidden: true },
  { key: 'createdAt', width: 170, sortable: true, hidden: true },
] as const satisfies readonly EntityColumn<Shown>[]

export const outletForm = [
  { title: 'outlets.basic', rows: [['name', 'code'], ['departmentId']] },
  {
    title: 'outlets.location',
    rows: [['region'], ['address'], ['cityCode'], ['latitude', 'longitude', 'timeZone']],
  },
  { title: 'outlets.operation', rows: [['businessHours'], ['contacts'], ['note']] },
] as const satisfies readonly EntityFormPart<Field>[]

/** What the panels of the overview show. */
export const outletFacts = {
  location: ['address', 'cityCode', 'coordinates', 'timeZone'],
  operation: ['businessHours', 'contacts', 'companyName', 'createdAt'],
} as const satisfies Record<string, readonly Shown[]>
