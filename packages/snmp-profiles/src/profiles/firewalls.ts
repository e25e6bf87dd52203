import type { Profile, Table, ValueTable } from '../model.ts'
import { states, trueIsBad } from '../states.ts'

const pan = '1.3.6.1.4.1.25461.2.1.2'
const onOff = { disconnected: 0, 'not-connected': 0, connected: 1 } as const
const haState = {
  states: states({
    normal: { 1: 'active' },
    off: { 0: 'disabled', 2: 'passive' },
    critical: { 3: 'suspended' },
  }),
  named: {
    disabled: 0,
    unknown: 0,
    active: 1,
    'active-primary': 1,
    'active-secondary': 1,
    passive: 2,
    suspended: 3,
    'non-functional': 3,
  },
}
const ofPan = (metric: ValueTable['metric'], oid: string, label: string): Table => ({
  metric,
  column: `${pan}.${oid}`,
  label,
})

/** PAN-COMMON-MIB. */
const paloAlto: readonly Table[] = [
  { metric: 'session_count', column: `${pan}.3.3.0`, label: 'Active Sessions', high: `${pan}.3.2.0` },
  ofPan('session_count', '3.4.0', 'Active TCP Sessions'),
  ofPan('session_count', '3.5.0', 'Active UDP Sessions'),
  ofPan('session_count', '3.6.0', 'Active ICMP Sessions'),
  ofPan('session_count', '3.7.0', 'Active Sessions in SSL Proxy'),
  ofPan('sensor_load', '3.1.0', 'Session Utilization'),
  ofPan('sensor_load', '3.8.0', 'Session Utilization in SSL Proxy'),
  { metric: 'sensor_load', column: `${pan}.3.9.1.3`, label: 'Session Utilization', rawMax: 100 },
  { metric: 'session_count', column: `${pan}.3.9.1.4`, label: 'Active Sessions', high: `${pan}.3.9.1.5` },
  { metric: 'sensor_count', column: `${pan}.3.9.1.6`, label: 'TCP Connections Per Second' },
  { metric: 'sensor_count', column: `${pan}.3.9.1.7`, label: 'UDP Connections Per Second' },
  { metric: 'sensor_count', column: `${pan}.3.9.1.8`, label: 'Other IP Connections Per Second' },
  ofPan('sensor_count', '5.1.3.0', 'GlobalProtect VPN Active Sessions'),
  { state: `${pan}.1.12.0`, label: 'High Availability Peer Status', ...haState },
  {
    state: `${pan}.1.11.0`,
    label: 'High Availability Local Status',
    ...haState,
    when: [{ column: `${pan}.1.11.0`, not: ['disabled'] }],
  },
  {
    state: '1.3.6.1.4.1.25461.2.1.2.4.1.0',
    label: 'Panorama Server 1',
    states: states({ critical: { 0: 'not connected' }, normal: { 1: 'connected' } }),
    named: onOff,
  },
  {
    state: '1.3.6.1.4.1.25461.2.1.2.4.2.0',
    label: 'Panorama Server 2',
    states: states({ critical: { 0: 'not connected' }, normal: { 1: 'connected' } }),
    named: onOff,
  },
]

const cp = '1.3.6.1.4.1.2620.1'
const cpSensor = (metric: ValueTable['metric'], table: string): Table => ({
  metric,
  column: `${cp}.6.7.8.${table}.1.3`,
  text: true,
  label: '{name}',
  texts: { name: `${cp}.6.7.8.${table}.1.2` },
})
const cpState = (table: string, what: string): Table => ({
  state: `${cp}.6.7.8.${table}.1.6`,
  text: true,
  label: `{name}, ${what} Out Of Range`,
  texts: { name: `${cp}.6.7.8.${table}.1.2` },
  states: trueIsBad,
})

/** CHECKPOINT-MIB. */
const checkPoint: readonly Table[] = [
  { metric: 'cpu_usage', column: `${cp}.6.7.5.1.5`, label: 'Processor {0}', rawMax: 100 },
  cpSensor('temperature', '1'),
  cpSensor('fan_speed', '2'),
  cpSensor('voltage', '3'),
  cpState('1', 'Temperature'),
  cpState('2', 'Fanspeed'),
  cpState('3', 'Voltage'),
  {
    state: `${cp}.5.6.0`,
    text: true,
    label: 'Cluster member state',
    states: states({
      critical: { 0: 'down' },
      normal: { 1: 'active', 2: 'standby' },
      warning: { 3: 'active attention' },
    }),
    named: { down: 0, active: 1, standby: 2, 'active attention': 3 },
  },
  {
    state: `${cp}.36.1.1.0`,
    label: 'SecureXL current status',
    states: states({ warning: { 0: 'disabled' }, normal: { 1: 'enabled' } }),
  },
  {
    metric: 'session_count',
    column: `${cp}.1.25.3.0`,
    label: 'Current Connections',
    high: `${cp}.1.25.10.0`,
  },
]

const snwl = '1.3.6.1.4.1.8741.1.3.1'
const snwlTables: readonly Table[] = [
  { metric: 'cpu_usage', column: `${snwl}.3.0`, label: 'Processor', rawMax: 100 },
  { pool: 'memory', percent: `${snwl}.4.0`, label: 'Memory Utilization' },
  { metric: 'session_count', column: `${snwl}.2.0`, label: 'Current Connections', high: `${snwl}.1.0` },
  { metric: 'sensor_count', column: `${snwl}.1.0`, label: 'Max Connections' },
]

/** nsExtend of the script `version`: 1 is the first line of its output, 2 all of it. */
const opnsenseVersion = (column: 1 | 2) =>
  `1.3.6.1.4.1.8072.1.3.2.3.1.${column}.7.118.101.114.115.105.111.110`

const hillstone = '1.3.6.1.4.1.28557.2.2.1'

export const firewalls: readonly Profile[] = [
  {
    name: 'panos',
    vendor: 'Palo Alto Networks',
    match: [{ oids: ['1.3.6.1.4.1.25461'] }],
    type: [{ type: 'firewall' }],
    model: [{ products: 'paloAlto' }, { entity: 'model' }, { descr: /(PA-\d{3,5}|VM-\d{2,4})/ }],
    version: [{ oid: `${pan}.1.1.0` }],
    serial: [{ oid: `${pan}.1.3.0` }],
    hardware: [{ oid: `${pan}.1.2.0` }],
    tables: paloAlto,
  },
  {
    name: 'gaia',
    vendor: 'Check Point',
    match: [
      { oids: ['1.3.6.1.4.1.2620'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${cp}.6.4.1.0` },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${cp}.6.5.1.0` },
    ],
    type: [{ type: 'firewall' }],
    model: [{ oid: `${cp}.6.16.7.0` }],
    version: [{ oid: `${cp}.6.4.1.0` }],
    serial: [{ oid: `${cp}.6.16.3.0` }],
    tables: checkPoint,
  },
  {
    name: 'sonicos',
    vendor: 'SonicWall',
    match: [{ oids: ['1.3.6.1.4.1.8741'] }, { descr: /SonicWALL/i }],
    type: [
      { type: 'wireless_ap', descr: /SonicWave|SonicPoint/i },
      { type: 'switch', descr: /SWS\d/ },
      { type: 'firewall' },
    ],
    model: [{ oid: '1.3.6.1.4.1.8741.2.1.1.1.0' }, { descr: /SonicWALL ([^(\r\n]{2,40}?) \(/i }],
    version: [
      {
        join: '(Firmware {0} / ROM {1})',
        of: [{ oid: '1.3.6.1.4.1.8741.2.1.1.3.0' }, { oid: '1.3.6.1.4.1.8741.2.1.1.4.0' }],
      },
      { oid: '1.3.6.1.4.1.8741.2.1.1.3.0' },
      { descr: /\((SonicOS[^)]{2,60})\)/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.8741.2.1.1.2.0' }],
    tables: snwlTables,
  },
  {
    name: 'hillstone',
    vendor: 'Hillstone',
    match: [{ oids: ['1.3.6.1.4.1.28557'] }],
    type: [{ type: 'firewall' }],
    model: [{ descr: /\b((?:SG|NG|E|T|X|A|S|BDS)-?\d[\w-]{1,20})/ }],
    version: [{ oid: `${hillstone}.2.0`, pattern: /Version (\S{2,40})/ }, { descr: /Version (\S{2,40})/ }],
    serial: [{ oid: `${hillstone}.1.0` }],
    tables: [
      { metric: 'cpu_usage', column: `${hillstone}.3.0`, label: 'Processor', rawMax: 100 },
      { pool: 'memory', total: `${hillstone}.4.0`, used: `${hillstone}.5.0`, unit: 1024, label: 'Memory' },
      { metric: 'session_count', column: `${hillstone}.6.0`, label: 'Sessions', high: `${hillstone}.7.0` },
    ],
  },
  {
    name: 'sangfor',
    vendor: 'Sangfor',
    match: [{ oids: ['1.3.6.1.4.1.35047'] }, { oids: ['1.3.6.1.4.1.8072.3.2.10'], descr: /sangfor/i }],
    type: [
      { type: 'wireless_controller', descr: /\bWAC|NAC|wireless/i },
      { type: 'router', descr: /SD-?WAN|WOC/i },
      { type: 'firewall', descr: /\bAF\b|NGAF|firewall/i },
      { type: 'security_gateway' },
    ],
    model: [{ oid: '1.3.6.1.4.1.35047.1.1.0' }, { descr: /Sangfor[ -]([\w-]{2,30})/i }],
    version: [{ oid: '1.3.6.1.4.1.35047.1.2.0' }, { descr: /(?:version |V)(\d[\w.]{1,30})/i }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.35047.1.3.0', label: 'Processor', text: true, rawMax: 100 },
      { pool: 'memory', percent: '1.3.6.1.4.1.35047.1.4.0', text: true, label: 'Memory' },
      { metric: 'session_count', column: '1.3.6.1.4.1.35047.2.4.0', label: 'Sessions' },
    ],
  },
  {
    name: 'pfsense',
    vendor: 'Netgate',
    match: [
      { oids: ['1.3.6.1.4.1.12325.1.1.2.1.1'], descr: /pfSense/i },
      { descr: /^pfSense/i },
      { oids: ['1.3.6.1.4.1.8072.3.2.8'], descr: /pfSense/i },
    ],
    type: [{ type: 'firewall' }],
    model: [{ descr: / (amd64|i386|arm64|armv\d|aarch64)\s*$/ }],
    version: [{ descr: /pfSense [^\r\n]{0,80}?(\d{1,2}\.\d{1,2}[\w.]{0,10}-[A-Z]{2,12}\S{0,6})/ }],
    tables: [{ metric: 'session_count', column: '1.3.6.1.4.1.12325.1.200.1.3.1.0', label: 'States' }],
  },
  {
    name: 'opnsense',
    vendor: 'OPNsense',
    match: [
      { oids: ['1.3.6.1.4.1.8072.3.2.8', '1.3.6.1.4.1.12325'], descr: /OPN|-HBSD|\(?stable\/\d\d\.\d/ },
      { oids: ['1.3.6.1.4.1.8072.3.2.8'], text: [opnsenseVersion(2), /OPNsense/i] },
    ],
    type: [{ type: 'firewall' }],
    model: [
      { oid: opnsenseVersion(2), pattern: /\(([^)]{2,40})\)/ },
      { oid: opnsenseVersion(1), pattern: /\(([^)]{2,40})\)/ },
      { descr: / (amd64|i386|arm64|aarch64)\s*$/ },
    ],
    version: [
      { oid: opnsenseVersion(2), pattern: /OPNsense (\d[\w.]{1,20})/ },
      { oid: opnsenseVersion(1), pattern: /OPNsense (\d[\w.]{1,20})/ },
      { descr: /stable\/(\d\d\.\d{1,2})/ },
    ],
  },
  {
    name: 'watchguard',
    vendor: 'WatchGuard',
    match: [{ oids: ['1.3.6.1.4.1.3097'] }],
    type: [{ type: 'firewall' }],
    model: [{ descr: /^(\S{2,30})/ }],
    version: [{ oid: '1.3.6.1.4.1.3097.6.1.3.0' }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.3097.6.3.78.0', label: 'Processor', scale: 0.01 },
      { metric: 'session_count', column: '1.3.6.1.4.1.3097.6.3.80.0', label: 'Connections' },
    ],
  },
  {
    name: 'sophos',
    vendor: 'Sophos',
    match: [
      { oids: ['1.3.6.1.4.1.2604', '1.3.6.1.4.1.21067'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.2604.5.1.1.2.0' },
    ],
    type: [{ type: 'firewall' }],
    model: [{ oid: '1.3.6.1.4.1.2604.5.1.1.2.0' }, { oid: '1.3.6.1.4.1.21067.2.1.1.2.0' }],
    version: [{ oid: '1.3.6.1.4.1.2604.5.1.1.3.0' }, { oid: '1.3.6.1.4.1.21067.2.1.1.3.0' }],
    serial: [{ oid: '1.3.6.1.4.1.2604.5.1.1.4.0' }],
    tables: [
      { pool: 'memory', percent: '1.3.6.1.4.1.2604.5.1.2.5.2.0', label: 'Memory' },
      { pool: 'storage', percent: '1.3.6.1.4.1.2604.5.1.2.4.2.0', label: 'Disk' },
      { metric: 'session_count', column: '1.3.6.1.4.1.2604.5.1.2.6.0', label: 'Live users' },
    ],
  },
]
