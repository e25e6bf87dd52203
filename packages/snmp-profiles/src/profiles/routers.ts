import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'

const rut = '1.3.6.1.4.1.48690.2'
const rutTable = `${rut}.2.1`

/** TELTONIKA-MIB: words instead of numbers; scalars in the older firmware, a row for each modem in the newer. */
const teltonika: readonly Table[] = [
  { metric: 'temperature', column: `${rut}.9.0`, label: 'Module Temp', scale: 0.1, text: true, rawMin: 1 },
  {
    metric: 'signal_strength',
    column: `${rut}.4.0`,
    text: true,
    label: 'Signal Level',
    rawMin: -150,
    rawMax: -1,
  },
  { metric: 'cellular_sinr', column: `${rut}.22.0`, text: true, label: 'SINR' },
  { metric: 'cellular_rsrp', column: `${rut}.23.0`, text: true, label: 'RSRP', rawMax: -1 },
  { metric: 'cellular_rsrq', column: `${rut}.24.0`, text: true, label: 'RSRQ', rawMax: -1 },
  { metric: 'sensor_count', column: `${rut}.15.0`, text: true, label: 'Number of SIM Slots' },
  { metric: 'sensor_runtime', column: `${rut}.17.0`, label: 'Connection Uptime' },
  {
    state: `${rut}.1.0`,
    label: 'SIM State',
    states: states({ normal: { 0: 'inserted' }, critical: { 1: 'not inserted' }, unknown: { 2: 'unknown' } }),
    named: { inserted: 0, 'not inserted': 1, unknown: 2 },
  },
  {
    state: `${rut}.2.0`,
    label: 'Pin State',
    states: states({
      critical: { 0: 'PIN required' },
      warning: { 1: 'not ready' },
      normal: { 2: 'ready' },
      unknown: { 3: 'unknown' },
    }),
    named: { 'pin required': 0, 'not ready': 1, ready: 2, unknown: 3 },
  },
  {
    state: `${rut}.3.0`,
    label: 'Mobile Net State',
    states: states({
      warning: { 0: 'searching', 2: 'registered (roaming)' },
      normal: { 1: 'registered (home)' },
      unknown: { 3: 'unknown' },
      critical: { 4: 'unregistered' },
    }),
    named: { searching: 0, 'registered (home)': 1, 'registered (roaming)': 2, unknown: 3, unregistered: 4 },
  },
  {
    state: `${rut}.7.0`,
    label: 'Connection State ({operator})',
    texts: { operator: { column: `${rut}.5.0` } },
    states: states({ normal: { 0: 'connected' }, critical: { 1: 'not connected', 2: 'disconnected' } }),
    named: { connected: 0, 'not connected': 1, disconnected: 2 },
  },
  {
    state: `${rut}.8.0`,
    label: 'Connection Type ({operator})',
    texts: { operator: { column: `${rut}.5.0` } },
    states: states({
      normal: { 0: 'LTE', 1: '4G', 4: 'WCDMA' },
      warning: { 2: '3G', 3: '2G' },
      unknown: { 5: 'unknown' },
    }),
    named: { lte: 0, '4g': 1, '3g': 2, '2g': 3, wcdma: 4, unknown: 5 },
  },
  {
    metric: 'signal_strength',
    column: `${rutTable}.12`,
    text: true,
    label: 'Signal Level',
    rawMin: -150,
    rawMax: -1,
  },
  {
    metric: 'temperature',
    column: `${rutTable}.17`,
    label: 'Module Temp',
    scale: 0.1,
    text: true,
    rawMin: 1,
  },
  { metric: 'cellular_sinr', column: `${rutTable}.19`, text: true, label: 'SINR' },
  { metric: 'cellular_rsrp', column: `${rutTable}.20`, text: true, label: 'RSRP', rawMax: -1 },
  { metric: 'cellular_rsrq', column: `${rutTable}.21`, text: true, label: 'RSRQ', rawMax: -1 },
]

/** Scripts of nsExtend: their name in the index, its length first. */
const extend = (name: string) =>
  `1.3.6.1.4.1.8072.1.3.2.3.1.1.${name.length}.${Array.from(name, (character) => character.charCodeAt(0)).join('.')}`

export const routers: readonly Profile[] = [
  {
    name: 'draytek',
    vendor: 'DrayTek',
    match: [{ oids: ['1.3.6.1.4.1.7367'] }],
    type: [
      { type: 'switch', descr: /VigorSwitch/i },
      { type: 'wireless_ap', descr: /VigorAP/i },
      { type: 'router' },
    ],
    model: [{ descr: /(?:Router )?Model: ?(Vigor ?\S{2,30}?)(?:,| |$)/ }, { descr: /\b(Vigor\w{2,20})/ }],
    version: [{ descr: /Version: ?([^\s,]{1,30})/ }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.7367.3.6.0', label: 'Processor', rawMax: 100 },
      { pool: 'memory', percent: '1.3.6.1.4.1.7367.3.7.0', label: 'Memory' },
    ],
  },
  {
    name: 'teltonika',
    vendor: 'Teltonika',
    match: [
      { oids: ['1.3.6.1.4.1.48690'] },
      { oids: ['1.3.6.1.4.1.24686'], descr: /^TSW\d/ },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.48690.1.3.0' },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], descr: /Teltonika/i },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.48690.1.7.0' },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.48690.1.2.0' },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.48690.1.1.0' },
    ],
    type: [{ type: 'switch', model: /^TSW/ }, { type: 'wireless_ap', model: /^TAP/ }, { type: 'router' }],
    model: [
      { oid: '1.3.6.1.4.1.48690.1.7.0', pattern: /^([A-Z]\w{2,12})/ },
      // A product code: the model, then its variant.
      { oid: '1.3.6.1.4.1.48690.1.3.0', pattern: /^(RUT[XMC]\d{2}|(?:RUT|TRB|TCR|TSW|TAP|OTD)\d{3})/ },
      { oid: '1.3.6.1.4.1.48690.1.2.0', pattern: /^((?:RUT|TRB|TCR|RUTX|RUTM|TSW|TAP)\w{2,12})/ },
      { descr: /Teltonika-(\w{2,20})/ },
    ],
    version: [
      { oid: '1.3.6.1.4.1.48690.2.14.0' },
      { oid: '1.3.6.1.4.1.48690.1.6.0', pattern: /^(\w{2,10}_R_\S{2,30})/ },
      { column: '1.3.6.1.4.1.48690.1', pattern: /^(\w{2,10}_R_\S{2,30})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.48690.1.1.0', pattern: /^\d{8,12}$/ }, { oid: '1.3.6.1.4.1.48690.1.5.0' }],
    tables: teltonika,
  },
  {
    name: 'openwrt',
    vendor: 'OpenWrt',
    match: [
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], descr: /OpenWrt|LEDE/i },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], text: [extend('distro'), /OpenWrt|LEDE/i] },
    ],
    type: [{ type: 'router' }],
    model: [{ oid: extend('hardware') }],
    version: [{ oid: extend('distro'), pattern: /(?:OpenWrt|LEDE) (\S{2,40})/i }],
    tables: [{ metric: 'wifi_clients', column: extend('clients-wlan'), text: true, label: 'Clients' }],
  },
  {
    name: 'peplink',
    vendor: 'Peplink',
    match: [{ oids: ['1.3.6.1.4.1.23695', '1.3.6.1.4.1.27662'] }],
    type: [{ type: 'router' }],
    model: [{ oid: '1.3.6.1.4.1.23695.200.1.1.1.1.1.0' }, { descr: /^((?:Peplink|Pepwave) [^,\r\n]{2,40})/ }],
    version: [{ oid: '1.3.6.1.4.1.23695.200.1.1.1.1.3.0' }],
    serial: [{ oid: '1.3.6.1.4.1.23695.200.1.1.1.1.2.0' }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.23695.200.1.1.1.3.1.0', label: 'Processor', rawMax: 100 },
      { pool: 'memory', percent: '1.3.6.1.4.1.23695.200.1.1.1.3.5.0', label: 'Memory' },
    ],
  },
]
