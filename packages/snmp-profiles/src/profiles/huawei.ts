import type { Profile, RowText, Table } from '../model.ts'
import { states } from '../states.ts'

const entityState = '1.3.6.1.4.1.2011.5.25.31.1.1.1.1'
const optical = '1.3.6.1.4.1.2011.5.25.31.1.1.3.1'
const part: readonly RowText[] = [
  { column: '1.3.6.1.2.1.47.1.1.1.1.7' },
  { column: '1.3.6.1.2.1.47.1.1.1.1.2' },
]
/** hwEntityOperStatus 3: enabled. */
const enabled = { column: `${entityState}.2`, is: [3] }
/** 0x7fffffff stands for no value in HUAWEI-ENTITY-EXTENT-MIB; so does its neighbour. */
const invalid = [2147483647, 2147483646, -2147483648]
/** hwEntityAdminStatus 12: the port is down by command. */
const live = { column: `${entityState}.1`, not: [12] }

/** HUAWEI-ENTITY-EXTENT-MIB, HUAWEI-ENERGYMNGT-MIB, HUAWEI-STACK-MIB, HUAWEI-POE-MIB. */
const tables: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: `${entityState}.5`,
    label: '{part} Processor',
    texts: { part },
    // A part without a threshold has no processor.
    when: [enabled, { column: `${entityState}.6`, not: [0] }],
    invalid,
    rawMax: 100,
  },
  {
    pool: 'memory',
    percent: `${entityState}.7`,
    total: `${entityState}.9`,
    label: '{part} Memory',
    texts: { part },
    when: [enabled, { column: `${entityState}.9`, not: [0] }, { column: `${entityState}.8`, not: [0] }],
    invalid,
    high: `${entityState}.8`,
  },
  {
    metric: 'temperature',
    column: `${entityState}.11`,
    label: '{part}',
    texts: { part },
    invalid: [...invalid, 0],
    high: `${entityState}.12`,
  },
  {
    metric: 'temperature',
    column: `${optical}.5`,
    label: '{part}',
    texts: { part },
    when: [{ column: `${optical}.1`, not: [1] }],
    invalid,
    rawMin: -50,
    rawMax: 300,
  },
  {
    metric: 'voltage',
    column: `${optical}.6`,
    label: '{part}',
    texts: { part },
    invalid: [...invalid, 0, -1],
    scale: 0.001,
    when: [live],
    rawMin: 1,
  },
  {
    metric: 'current',
    column: `${optical}.7`,
    label: '{part}',
    texts: { part },
    invalid: [...invalid, 0, -1],
    scale: 0.000001,
    when: [live],
    rawMin: 1,
  },
  // Positive values are microwatts, others hundredths of dBm.
  {
    metric: 'optical_power',
    column: `${optical}.8`,
    label: '{part} Rx',
    texts: { part },
    when: [live],
    invalid,
    rawMin: 1,
    scale: 0.001,
    decibel: true,
  },
  {
    metric: 'optical_power',
    column: `${optical}.9`,
    label: '{part} Tx',
    texts: { part },
    when: [live],
    invalid,
    rawMin: 1,
    scale: 0.001,
    decibel: true,
  },
  {
    metric: 'optical_power',
    column: `${optical}.8`,
    label: '{part} Rx',
    texts: { part },
    when: [live, { column: `${optical}.7`, not: [0, -1] }],
    invalid: [...invalid, -1],
    rawMin: -6000,
    rawMax: -2,
    scale: 0.01,
  },
  {
    metric: 'optical_power',
    column: `${optical}.9`,
    label: '{part} Tx',
    texts: { part },
    when: [live, { column: `${optical}.7`, not: [0, -1] }],
    invalid: [...invalid, -1],
    rawMin: -6000,
    rawMax: -2,
    scale: 0.01,
  },
  {
    metric: 'power',
    column: '1.3.6.1.4.1.2011.6.157.1.3.0',
    label: 'Current Power Consumption',
    scale: 0.001,
    rawMin: 1,
  },
  {
    metric: 'power',
    column: '1.3.6.1.4.1.2011.6.157.1.6.0',
    label: 'Average Power Consumption',
    scale: 0.001,
    rawMin: 1,
  },
  {
    state: '1.3.6.1.4.1.2011.5.25.31.1.1.10.1.7',
    label: 'Slot {0} Fan {1} Status',
    states: states({ normal: { 1: 'normal' }, critical: { 2: 'abnormal' } }),
    when: [{ column: '1.3.6.1.4.1.2011.5.25.31.1.1.10.1.6', not: [2] }],
  },
  {
    state: '1.3.6.1.4.1.2011.5.25.31.1.1.18.1.6',
    label: 'Slot {0} Power {1} Status',
    states: states({
      normal: { 1: 'supply' },
      off: { 2: 'notSupply', 3: 'sleep' },
      unknown: { 4: 'unknown' },
    }),
    when: [{ column: '1.3.6.1.4.1.2011.5.25.31.1.1.18.1.5', not: [2] }],
  },
  {
    metric: 'voltage',
    column: '1.3.6.1.4.1.2011.5.25.31.1.1.18.1.8',
    label: 'Slot {0} Power {1}',
    scale: 0.001,
    rawMin: 1,
    invalid,
  },
  {
    metric: 'current',
    column: '1.3.6.1.4.1.2011.5.25.31.1.1.18.1.7',
    label: 'Slot {0} Power {1}',
    scale: 0.001,
    rawMin: 1,
    invalid,
  },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.2011.5.25.31.1.1.8.1.6',
    label: 'TempSensor {0}.{1}.{2}.{3}',
    high: '1.3.6.1.4.1.2011.5.25.31.1.1.8.1.8',
    invalid,
  },
  {
    metric: 'fan_load',
    column: '1.3.6.1.4.1.2011.5.25.31.1.1.10.1.5',
    label: 'Slot {0} Fan {1}',
    rawMin: 0,
    rawMax: 100,
    when: [{ column: '1.3.6.1.4.1.2011.5.25.31.1.1.10.1.6', not: [2] }],
  },
  {
    metric: 'poe_power',
    column: '1.3.6.1.4.1.2011.5.25.195.3.1.10',
    label: '{port}',
    scale: 0.001,
    rawMin: 1,
    invalid,
  },
  {
    state: '1.3.6.1.4.1.2011.5.25.183.1.20.1.3',
    label: 'Stack Role - Member {0}',
    states: states({ normal: { 1: 'master', 2: 'standby', 3: 'slave' } }),
  },
  { metric: 'session_count', column: '1.3.6.1.4.1.2011.6.122.15.1.2.1.1.3.0', label: 'Sessions' },
  { metric: 'wifi_clients', column: '1.3.6.1.4.1.2011.6.139.12.1.2.1.0', label: 'Clients' },
  {
    metric: 'wifi_clients',
    column: '1.3.6.1.4.1.2011.6.139.13.3.3.1.44',
    label: '{name}',
    texts: { name: '1.3.6.1.4.1.2011.6.139.13.3.3.1.4' },
  },
  // HUAWEI-WAN-MIB: modems of AR routers.
  { metric: 'cellular_rssi', column: '1.3.6.1.4.1.2011.5.25.241.1.2.1.1.35', label: 'RSSI', invalid },
  { metric: 'cellular_rsrp', column: '1.3.6.1.4.1.2011.5.25.241.1.2.1.1.38', label: 'LTE RSRP', invalid },
  { metric: 'cellular_rsrq', column: '1.3.6.1.4.1.2011.5.25.241.1.2.1.1.40', label: 'LTE RSRQ', invalid },
]

export const huawei: readonly Profile[] = [
  {
    name: 'huawei-vrp',
    vendor: 'Huawei',
    match: [{ oids: ['1.3.6.1.4.1.2011', '1.3.6.1.4.1.56813'] }],
    type: [
      { type: 'firewall', model: /^(?:USG|Eudemon|SecoManager|HiSecEngine|NIP|AntiDDoS)/i },
      { type: 'firewall', oids: ['1.3.6.1.4.1.2011.2.122', '1.3.6.1.4.1.2011.2.321'] },
      { type: 'wireless_controller', model: /^(?:AC\d|ACU|AirEngine ?9)/i },
      { type: 'wireless_ap', model: /^(?:AP\d|AirEngine|AD\d)/i },
      { type: 'switch', model: /^(?:S\d|CE\d|Quidway S|LS-|CloudEngine|FM\d)/i },
      { type: 'router', model: /^(?:AR|NE\d|ME\d|CX\d|ATN|NetEngine|PTN|SRG)/i },
      { type: 'other', model: /^(?:UPS|SMU|ETP|iBMC|RH\d|OceanStor)/i },
      { type: 'switch', oids: ['1.3.6.1.4.1.2011.2.23', '1.3.6.1.4.1.2011.2.239'] },
      { type: 'switch', descr: /switch|\bS\d{4}/i },
      { type: 'router' },
    ],
    model: [
      { oid: '1.3.6.1.4.1.2011.5.25.31.6.5.0' },
      { descr: /^Huawei ([A-Z]{1,6}\d[\w-]{1,30})\s+Huawei Versatile/ },
      { descr: /\(([A-Z][^\s()]{1,40}) V\d{3}R\d{3}/ },
      { descr: /^Huawei ((?=[A-Za-z-]{1,12}\d)[A-Z][\w-]{2,30})/ },
      { descr: /^(?:Quidway |Huawei )?([A-Z]{1,4}\d[\w-]{2,40})\b/ },
      { oid: '1.3.6.1.4.1.2011.5.25.183.1.25.1.5.1' },
      { oid: '1.3.6.1.4.1.2011.5.25.188.1.4.0' },
    ],
    version: [
      {
        join: '{0} ({1})',
        of: [{ descr: /\bVersion (\d[\d.]{1,20})/ }, { descr: /(V\d{3}R\d{3}\w{0,20})/ }],
      },
      { descr: /\bVersion (\d[^\s,(]{1,30})/ },
    ],
    serial: [
      { oid: '1.3.6.1.4.1.2011.5.25.188.1.1.0' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.9' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.16777216' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.67108867' },
      { entity: 'serial' },
      { entity: 'serial', of: 'module' },
    ],
    tables,
  },
]
