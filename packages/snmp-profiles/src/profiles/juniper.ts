import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'

const jnxOperatingEntry = '1.3.6.1.4.1.2636.3.1.13.1'
const descr = { descr: `${jnxOperatingEntry}.5` }
/** Fans and sensors have rows in jnxOperatingTable too; their processor and memory are always 0. */
const notFan = { column: `${jnxOperatingEntry}.5`, matches: /^(?!.{0,60}(?:fan|sensor|power|PIC:))/i }
const dom = '1.3.6.1.4.1.2636.3.60.1.1.1.1'
const spu = '1.3.6.1.4.1.2636.3.39.1.12.1.1.1'
const alarm = states({ unknown: { 1: 'other' }, normal: { 2: 'off' }, critical: { 3: 'on' } })

const tables: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: `${jnxOperatingEntry}.8`,
    label: '{descr}',
    texts: descr,
    when: [notFan, { column: `${jnxOperatingEntry}.15`, not: [0] }],
    rawMax: 100,
  },
  {
    metric: 'cpu_usage',
    column: `${spu}.4`,
    label: '{node} SPU {index}',
    texts: { node: `${spu}.11` },
    rawMax: 100,
  },
  {
    pool: 'memory',
    percent: `${jnxOperatingEntry}.11`,
    total: `${jnxOperatingEntry}.15`,
    unit: 1_048_576,
    label: '{descr}',
    texts: descr,
    when: [notFan, { column: `${jnxOperatingEntry}.15`, not: [0] }],
  },
  { pool: 'memory', percent: `${spu}.5`, label: '{node} SPU {index}', texts: { node: `${spu}.11` } },
  { metric: 'temperature', column: `${jnxOperatingEntry}.7`, label: '{descr}', texts: descr, invalid: [0] },
  {
    state: `${jnxOperatingEntry}.6`,
    label: '{descr}',
    texts: descr,
    states: states({
      unknown: { 1: 'unknown' },
      normal: { 2: 'running', 3: 'ready' },
      warning: { 4: 'reset', 5: 'runningAtFullSpeed' },
      critical: { 6: 'down' },
      off: { 7: 'standby' },
    }),
    // jnxFruTable says the same of every part that has a row there.
    fallback: true,
  },
  {
    state: '1.3.6.1.4.1.2636.3.1.15.1.8',
    label: '{name}',
    texts: { name: '1.3.6.1.4.1.2636.3.1.15.1.5' },
    states: states({
      unknown: { 1: 'unknown' },
      off: { 2: 'empty', 7: 'announceOffline', 9: 'offline' },
      normal: { 3: 'present', 4: 'ready', 5: 'announceOnline', 6: 'online', 8: 'onlineMaster' },
      warning: { 10: 'standby' },
    }),
    invalid: [2],
  },
  { state: '1.3.6.1.4.1.2636.3.4.2.3.1.0', label: 'Red Alarm', states: alarm },
  { state: '1.3.6.1.4.1.2636.3.4.2.2.1.0', label: 'Yellow Alarm', states: alarm },
  {
    state: '1.3.6.1.4.1.2636.3.40.1.4.1.1.1.3',
    label: '{serial}',
    texts: { serial: '1.3.6.1.4.1.2636.3.40.1.4.1.1.1.2' },
    states: states({ normal: { 1: 'master', 2: 'backup', 3: 'linecard' } }),
  },
  { metric: 'optical_power', column: `${dom}.5`, label: '{port} Rx Power', scale: 0.01, invalid: [0] },
  { metric: 'optical_power', column: `${dom}.7`, label: '{port} Tx Power', scale: 0.01, invalid: [0] },
  { metric: 'current', column: `${dom}.6`, label: '{port} Tx Current', scale: 0.000001, invalid: [0] },
  { metric: 'temperature', column: `${dom}.8`, label: '{port} Temperature', invalid: [0] },
  {
    metric: 'optical_power',
    column: '1.3.6.1.4.1.2636.3.60.1.2.1.1.6',
    label: '{row} lane {1} Rx Power',
    scale: 0.01,
    invalid: [0],
  },
  {
    metric: 'optical_power',
    column: '1.3.6.1.4.1.2636.3.60.1.2.1.1.8',
    label: '{row} lane {1} Tx Power',
    scale: 0.01,
    invalid: [0],
  },
  { metric: 'session_count', column: `${spu}.6`, label: 'Node {0} SPU {index} Flow Count', high: `${spu}.7` },
]

export const juniper: readonly Profile[] = [
  {
    name: 'junos',
    vendor: 'Juniper',
    match: [{ oids: ['1.3.6.1.4.1.2636'] }],
    type: [
      { type: 'firewall', descr: /\b(?:srx|vsrx|ssg|isg|j\d{4})/i },
      { type: 'switch', descr: /\b(?:ex\d|qfx|ocx)|ethernet switch/i },
      { type: 'router', descr: /\b(?:mx|ptx|acx|t\d|m\d|ctp|vmx)\w|internet router/i },
      { type: 'firewall', oids: ['1.3.6.1.4.1.2636.1.1.1.2.41', '1.3.6.1.4.1.2636.1.1.1.2.39'] },
      { type: 'router' },
    ],
    model: [
      { join: 'Juniper {0}', of: [{ descr: /Juniper Networks, Inc\. ([\w-]{2,30}) /, upper: true }] },
      { join: 'Juniper {0}', of: [{ products: 'juniper' }] },
      { oid: '1.3.6.1.4.1.2636.3.1.2.0' },
    ],
    version: [
      { oid: '1.3.6.1.4.1.2636.3.40.1.4.1.1.1.5.0' },
      { oid: '1.3.6.1.2.1.25.6.3.1.2.2', pattern: /\[([\w.-]{2,40})\]/ },
      { descr: /JUNOS (\d[\w.-]{2,40})/ },
      { column: '1.3.6.1.2.1.25.6.3.1.2', pattern: /\[(\d[\w.-]{2,40})\]/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.2636.3.1.3.0' }, { entity: 'serial' }],
    tables,
  },
  {
    name: 'screenos',
    vendor: 'Juniper',
    match: [{ oids: ['1.3.6.1.4.1.3224'] }],
    type: [{ type: 'firewall' }],
    model: [{ descr: /^(\S{2,30}) version/i }],
    version: [{ descr: /version (\S{2,30})/i }],
    serial: [{ descr: /SN: (\w{4,40})/ }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.3224.16.1.3.0', label: 'Processor', rawMax: 100 },
      {
        pool: 'memory',
        used: '1.3.6.1.4.1.3224.16.2.1.0',
        free: '1.3.6.1.4.1.3224.16.2.2.0',
        label: 'Memory',
      },
      {
        metric: 'session_count',
        column: '1.3.6.1.4.1.3224.16.3.2.0',
        label: 'Sessions',
        high: '1.3.6.1.4.1.3224.16.3.3.0',
      },
    ],
  },
  {
    name: 'mist',
    vendor: 'Juniper',
    match: [{ oids: ['1.3.6.1.4.1.51923'] }],
    type: [{ type: 'wireless_ap' }],
  },
]
