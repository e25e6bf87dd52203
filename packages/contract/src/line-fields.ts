import type { Entity, EntityColumn, EntityFormPart, FieldName, ShownName } from './entity-fields.ts'
import { addressings, isps, lineTypes } from './outlet-values.ts'

const bandwidth = {
  kind: 'number',
  min: 0.1,
  max: 1_000_000,
  required: true,
  empty: 'outlets.line.bandwidthEmpty',
} as const

/** The fields of internet lines: CONTRIBUTING.md, "Add a field". */
export const lineEntity = {
  area: 'outlets.line',
  fields: {
    name: { kind: 'name', required: true },
    isp: {
      kind: 'choice',
      choices: isps,
      phrases: 'outlets.isps',
      required: true,
      csv: { help: 'outlets.line.helpIsp' },
    },
    /** Its name, when `isp` is `other`. */
    ispName: { kind: 'text', max: 60 },
    type: {
      kind: 'choice',
      choices: lineTypes,
      phrases: 'outlets.lineTypes',
      required: true,
      csv: { help: 'outlets.line.helpType' },
    },
    account: { kind: 'text', max: 100, spellCheck: false },
    /** Contracted, in Mbit/s. */
    downMbps: bandwidth,
    upMbps: bandwidth,
    addressing: {
      kind: 'choice',
      choices: addressings,
      phrases: 'outlets.addressings',
      fallback: 'dhcp',
      csv: { help: 'outlets.line.helpAddressing' },
    },
    /** For a line with a static address. */
    ipAddress: { kind: 'custom' },
    /** The gateway of the outlet whose WAN carries the line. */
    deviceId: {
      kind: 'custom',
      label: 'outlets.line.gateway',
      csv: { name: 'gateway', label: 'outlets.line.gatewaySerial', help: 'outlets.line.helpGateway' },
    },
    wanName: { kind: 'text', max: 64 },
    /** Yuan. */
    monthlyPrice: { kind: 'number', min: 0, max: 100_000_000, decimals: 2 },
    contractEnd: { kind: 'date', csv: { help: 'outlets.line.helpDate' } },
    note: { kind: 'multiline', max: 2000, label: 'outlets.note' },
  },
  computed: {
    outletName: 'outlets.line.outlet',
    companyName: 'outlets.company',
    createdAt: 'outlets.createdAt',
  },
} as const satisfies Entity

/** The list, from left to right. */
export const lineColumns = [
  { key: 'name', width: 170, sortable: true },
  { key: 'outletName', width: 160, phone: 'value' },
  { key: 'companyName', width: 150, phone: 'value' },
  { key: 'isp', width: 110, phone: 'value' },
  { key: 'type', width: 92 },
  { key: 'downMbps', label: 'outlets.line.bandwidth', width: 150, sortable: true, phone: 'value' },
  { key: 'deviceId', width: 190, phone: 'value' },
  { key: 'account', width: 150, mono: true },
  { key: 'ipAddress', width: 150 },
  { key: 'contractEnd', width: 130, sortable: true },
  { key: 'monthlyPrice', width: 110, align: 'right', hidden: true },
  { key: 'createdAt', width: 170, sortable: true, hidden: true },
] as const satisfies readonly EntityColumn<ShownName<typeof lineEntity>>[]

/** The item of `deviceId` has the WAN beside it. */
export const lineForm = [
  {
    title: null,
    rows: [
      ['name'],
      ['isp', 'type'],
      ['ispName'],
      ['downMbps', 'upMbps'],
      ['account'],
      ['password'],
      ['addressing', 'ipAddress'],
      ['deviceId'],
      ['monthlyPrice', 'contractEnd'],
      ['note'],
    ],
  },
] as const satisfies readonly EntityFormPart<FieldName<typeof lineEntity> | 'password'>[]
