import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'

const fg = '1.3.6.1.4.1.12356.101'

/** FORTINET-FORTIGATE-MIB. */
const fortigate: readonly Table[] = [
  { metric: 'cpu_usage', column: `${fg}.4.1.3.0`, label: 'System Cpu Usage', rawMax: 100 },
  { metric: 'cpu_usage', column: `${fg}.4.4.2.1.2`, label: 'CPU Core {index}', rawMax: 100 },
  {
    pool: 'memory',
    percent: `${fg}.4.1.4.0`,
    total: `${fg}.4.1.5.0`,
    unit: 1024,
    label: 'Main Memory',
    // The default of `memory-use-threshold-red`: from there on FortiOS conserves memory and drops sessions.
    high: 88,
  },
  { pool: 'storage', used: `${fg}.4.1.6.0`, total: `${fg}.4.1.7.0`, unit: 1_048_576, label: 'Disk' },
  { metric: 'session_count', column: `${fg}.4.1.8.0`, label: 'Session count' },
  { metric: 'sensor_count', column: `${fg}.4.1.11.0`, label: 'Sessions/sec 1m avg' },
  { metric: 'sensor_count', column: `${fg}.4.1.12.0`, label: 'Sessions/sec 10m avg' },
  { metric: 'sensor_count', column: `${fg}.4.1.13.0`, label: 'Sessions/sec 30m avg' },
  { metric: 'sensor_count', column: `${fg}.4.1.14.0`, label: 'Sessions/sec 60m avg' },
  { metric: 'sensor_count', column: `${fg}.12.1.1.0`, label: 'IPSEC VPN tunnels' },
  { metric: 'sensor_count', column: `${fg}.12.2.3.1.2`, label: 'SSL VPN Logged users' },
  { metric: 'sensor_count', column: `${fg}.12.2.3.1.6`, label: 'SSL VPN Active tunnels' },
  {
    state: `${fg}.12.2.3.1.1`,
    label: 'SSL-VPN Status',
    states: states({ off: { 1: 'disabled' }, normal: { 2: 'enabled' } }),
  },
  {
    state: `${fg}.12.2.2.1.20`,
    label: '{name} ({peer})',
    texts: { name: `${fg}.12.2.2.1.3`, peer: `${fg}.12.2.2.1.4` },
    states: states({ critical: { 1: 'down' }, normal: { 2: 'up' } }),
    when: [{ column: `${fg}.12.2.2.1.3`, not: [''] }],
  },
  {
    state: `${fg}.4.3.2.1.4`,
    label: '{name}',
    texts: { name: `${fg}.4.3.2.1.2` },
    states: states({ normal: { 0: 'ok' }, critical: { 1: 'error' } }),
  },
  {
    metric: 'temperature',
    column: `${fg}.4.3.2.1.3`,
    text: true,
    label: '{name}',
    texts: { name: `${fg}.4.3.2.1.2` },
    when: [{ column: `${fg}.4.3.2.1.2`, matches: /temp|\bTD\d|\bLM\d|DTS|thermal|ambient/i }],
    rawMin: 1,
  },
  {
    metric: 'fan_speed',
    column: `${fg}.4.3.2.1.3`,
    text: true,
    label: '{name}',
    texts: { name: `${fg}.4.3.2.1.2` },
    when: [{ column: `${fg}.4.3.2.1.2`, matches: /\bfan(?!.{0,20}(?:alarm|status))/i }],
    rawMin: 1,
  },
  {
    metric: 'voltage',
    column: `${fg}.4.3.2.1.3`,
    text: true,
    label: '{name}',
    texts: { name: `${fg}.4.3.2.1.2` },
    when: [{ column: `${fg}.4.3.2.1.2`, matches: /\bV(?:CC|DD|BAT|IN|OUT|CORE|TT)|\d ?V\b|\d[Vv]\d|volt/i }],
    rawMax: 300,
  },
  {
    state: `${fg}.13.2.1.1.15`,
    label: 'HA sync status {name}',
    texts: { name: `${fg}.13.2.1.1.11` },
    states: states({ critical: { 0: 'unsynchronized' }, normal: { 1: 'synchronized' } }),
  },
  { metric: 'wifi_clients', column: `${fg}.14.2.7.0`, label: 'Clients' },
]

const type = [
  { type: 'firewall', oids: ['1.3.6.1.4.1.12356.101'] },
  { type: 'switch', oids: ['1.3.6.1.4.1.12356.106'] },
  { type: 'wireless_ap', oids: ['1.3.6.1.4.1.12356.120'] },
  { type: 'wireless_controller', oids: ['1.3.6.1.4.1.12356.108'] },
  { type: 'security_gateway' },
] as const

export const fortinet: readonly Profile[] = [
  {
    name: 'fortigate',
    vendor: 'Fortinet',
    // 15 is what agents of FortiOS said before their models had numbers.
    match: [{ oids: [fg, '1.3.6.1.4.1.12356.15'] }],
    type: [{ type: 'firewall' }],
    model: [
      { entity: 'model' },
      { column: '1.3.6.1.2.1.47.1.1.1.1.13' },
      { entity: 'name' },
      { descr: /\b(F(?:GT|ORTI)[\w-]{2,30})/i },
    ],
    version: [{ oid: `${fg}.4.1.1.0` }, { entity: 'software' }],
    serial: [
      { oid: '1.3.6.1.4.1.12356.100.1.1.1.0' },
      { entity: 'serial' },
      { column: '1.3.6.1.2.1.47.1.1.1.1.11' },
    ],
    tables: fortigate,
    without: ['host-memory', 'host-processors'],
  },
  {
    name: 'fortiswitch',
    vendor: 'Fortinet',
    match: [{ oids: ['1.3.6.1.4.1.12356.106'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.12356.106.4.1.1.0', pattern: /^(FortiSwitch-\S{2,30})/ },
      { descr: /^(FortiSwitch-\S{2,30})/ },
      { entity: 'model' },
    ],
    version: [
      { oid: '1.3.6.1.4.1.12356.106.4.1.1.0', pattern: /(v\d[\w.,]{2,40})/ },
      { descr: /(v\d[\w.,]{2,40})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.12356.106.1.1.1.0' }, { oid: '1.3.6.1.4.1.12356.100.1.1.1.0' }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.12356.106.4.1.2.0', label: 'Processor', rawMax: 100 },
      {
        pool: 'memory',
        used: '1.3.6.1.4.1.12356.106.4.1.3.0',
        total: '1.3.6.1.4.1.12356.106.4.1.4.0',
        unit: 1024,
        label: 'Memory',
      },
    ],
  },
  {
    name: 'fortinet',
    vendor: 'Fortinet',
    match: [{ oids: ['1.3.6.1.4.1.12356'] }],
    type,
    model: [
      // The version of a FortiAP begins with its model.
      { join: 'FortiAP {0}', of: [{ oid: '1.3.6.1.4.1.12356.120.1.1.0', pattern: /^FP(\w{2,12})-v/ }] },
      { descr: /\b(Forti[A-Z][\w-]{2,30})/ },
      { entity: 'model' },
    ],
    version: [
      { oid: '1.3.6.1.4.1.12356.103.2.1.1.0' },
      { oid: '1.3.6.1.4.1.12356.103.2.1.7.0' },
      { oid: '1.3.6.1.4.1.12356.105.1.6.0' },
      { descr: /(v\d[\w.,]{2,40})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.12356.100.1.1.1.0' }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.12356.103.2.1.1.0', label: 'Processor', rawMax: 100 },
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.12356.105.1.8.0', label: 'Processor', rawMax: 100 },
      {
        pool: 'memory',
        used: '1.3.6.1.4.1.12356.103.2.1.2.0',
        total: '1.3.6.1.4.1.12356.103.2.1.3.0',
        unit: 1024,
        label: 'Memory',
      },
      { pool: 'memory', percent: '1.3.6.1.4.1.12356.105.1.9.0', label: 'Memory' },
    ],
  },
]
