import { addableTypes } from './device-values.ts'
import type { Entity, EntityColumn, EntityFormPart, FieldName, ShownName } from './entity-fields.ts'

/** What people enter of a device that does not call in by itself: CONTRIBUTING.md, "Add a field". */
export const equipmentEntity = {
  area: 'equipment',
  fields: {
    name: { kind: 'name', required: true },
    type: { kind: 'choice', choices: addableTypes, phrases: 'equipment.types', fallback: 'other' },
    /** `snmp`, `probe` (ping and TCP) or `none`. */
    driver: {
      kind: 'choice',
      choices: ['snmp', 'probe', 'none'],
      phrases: 'equipment.drivers',
      fallback: 'snmp',
    },
    ipAddress: { kind: 'custom' },
    /** UDP port of its agent, or TCP port that is tried beside ping; null: 161, or none. */
    port: { kind: 'number', min: 1, max: 65535, decimals: 0 },
    /** A named set of SNMP credentials; null: those that fit, in their order. */
    credentialId: { kind: 'custom', label: 'equipment.credential', csv: { name: 'credential' } },
    outletId: {
      kind: 'custom',
      label: 'equipment.outlet',
      csv: { name: 'outlet', help: 'equipment.import.outlet' },
    },
    brand: { kind: 'text', max: 100 },
    modelName: { kind: 'text', max: 256 },
    serialNumber: { kind: 'text', max: 256, spellCheck: false },
    macAddress: { kind: 'custom' },
    note: { kind: 'multiline', max: 2000, detailOnly: true },
  },
  computed: {
    presence: 'equipment.presence',
    companyName: 'equipment.company',
    softwareVersion: 'equipment.softwareVersion',
    lastSeenAt: 'equipment.lastSeenAt',
    worst: 'equipment.worst',
    tags: 'equipment.tags',
    createdAt: 'equipment.createdAt',
  },
} as const satisfies Entity

export type EquipmentField = FieldName<typeof equipmentEntity>

/** The list, from left to right. */
export const equipmentColumns = [
  { key: 'name', width: 190, sortable: true },
  { key: 'presence', width: 110, phone: 'status' },
  { key: 'type', width: 110, phone: 'value' },
  { key: 'worst', width: 170, phone: 'value' },
  { key: 'brand', width: 110, sortable: true },
  { key: 'modelName', width: 170, sortable: true, phone: 'value' },
  { key: 'serialNumber', width: 160, sortable: true, mono: true },
  { key: 'ipAddress', width: 140, sortable: true, mono: true, phone: 'value' },
  { key: 'macAddress', width: 150, mono: true },
  { key: 'outletId', width: 160, phone: 'value' },
  { key: 'companyName', width: 150 },
  { key: 'lastSeenAt', width: 150, sortable: true },
  { key: 'softwareVersion', width: 150, hidden: true, mono: true },
  { key: 'tags', width: 150, hidden: true },
  { key: 'createdAt', width: 170, sortable: true, hidden: true },
] as const satisfies readonly EntityColumn<ShownName<typeof equipmentEntity>>[]

export const equipmentForm = [
  // The address first: what is found there fills in the rest.
  { title: null, rows: [['driver'], ['ipAddress', 'port'], ['outletId'], ['credentialId']] },
  {
    title: 'equipment.details',
    rows: [['name'], ['type', 'brand'], ['modelName', 'serialNumber'], ['macAddress'], ['note']],
  },
] as const satisfies readonly EntityFormPart<EquipmentField>[]
