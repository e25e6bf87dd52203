import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'
import { fastpath } from '../mibs/fastpath.ts'

const station = '1.3.6.1.4.1.41112.1.4.5.1'
const vap = '1.3.6.1.4.1.41112.1.6.1.2.1'
const frogfoot: Table = {
  pool: 'memory',
  total: '1.3.6.1.4.1.10002.1.1.1.1.1.0',
  free: '1.3.6.1.4.1.10002.1.1.1.1.2.0',
  unit: 1024,
  label: 'Memory',
}

/** UBNT-AirMAX-MIB. */
const airMax: readonly Table[] = [
  // Hundredths of a percent since airOS 8, though the MIB says percent.
  { metric: 'cpu_usage', column: '1.3.6.1.4.1.41112.1.4.8.3.0', label: 'Processor', scale: 0.01 },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.41112.1.4.8.4.0',
    label: 'Temperature',
    rawMin: 1,
    rawMax: 200,
  },
  // The same in units of 10⁻⁷ degrees.
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.41112.1.4.8.4.0',
    label: 'Temperature',
    rawMin: 1_000_000,
    scale: 1e-7,
  },
  {
    state: '1.3.6.1.4.1.41112.1.4.9.2.0',
    label: 'GPS Fix',
    states: states({
      unknown: { 0: 'unknown' },
      warning: { 1: 'no fix' },
      normal: { 2: 'fix 2D', 3: 'fix 3D' },
    }),
  },
  { metric: 'wifi_signal', column: `${station}.5`, label: 'Signal', rawMin: -150, rawMax: -1 },
  { metric: 'wifi_noise', column: `${station}.8`, label: 'Noise floor', rawMin: -150, rawMax: -1 },
  { metric: 'wifi_clients', column: `${station}.15`, label: 'Stations' },
]

/** UBNT-UniFi-MIB. */
const uniFi: readonly Table[] = [
  frogfoot,
  {
    metric: 'wifi_clients',
    column: `${vap}.8`,
    label: '{essid} ({radio})',
    texts: { essid: `${vap}.6`, radio: `${vap}.9` },
  },
  {
    metric: 'wifi_channel',
    column: `${vap}.4`,
    label: '{essid} ({radio})',
    texts: { essid: `${vap}.6`, radio: `${vap}.9` },
  },
  {
    metric: 'wifi_utilisation',
    column: '1.3.6.1.4.1.41112.1.6.1.1.1.6',
    label: '{radio}',
    texts: { radio: '1.3.6.1.4.1.41112.1.6.1.1.1.3' },
    rawMax: 100,
  },
]

export const ubiquiti: readonly Profile[] = [
  {
    name: 'edgeos',
    vendor: 'Ubiquiti',
    match: [
      { oids: ['1.3.6.1.4.1.41112.1.5'] },
      { oids: ['1.3.6.1.4.1.10002.1'], present: '1.3.6.1.4.1.41112.1.5.1.1.0' },
      { oids: ['1.3.6.1.4.1.41112', '1.3.6.1.4.1.8072.3.2.10'], descr: /^EdgeOS/i },
      {
        oids: ['1.3.6.1.4.1.41112', '1.3.6.1.4.1.8072.3.2.10'],
        descr: /UniFiSecurityGateway|^UDM|\bUSG\b|^UXG|^UniFi Dream/i,
      },
    ],
    type: [
      { type: 'other', model: /^EP-\d+V/ },
      { type: 'firewall', descr: /SecurityGateway|UDM|USG|UXG|Dream/i },
      { type: 'router' },
    ],
    model: [
      { oid: '1.3.6.1.4.1.41112.1.5.1.1.0' },
      { column: '1.3.6.1.2.1.25.4.2.1.5', pattern: /UBNT (\S.{2,60}?) running on/ },
      { descr: /\b(UniFiSecurityGateway[\w.-]{0,20}|U(?:DM|SG|XG)[\w-]{0,20})/ },
    ],
    version: [
      { oid: '1.3.6.1.4.1.41112.1.5.1.3.0', pattern: /v?(\d{1,3}\.\d{1,3}\.\d{1,4}(?:\.\d{1,6}){0,3})/ },
      { descr: /EdgeOS v?(\d{1,3}\.\d{1,3}\.\d{1,4}(?:-[a-z]\w{1,20}(?:\.\d{1,3})?)?)/ },
      { descr: /v?(\d{1,3}\.\d{1,3}\.\d{1,4})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.41112.1.5.1.2.0' }],
  },
  {
    name: 'edgeswitch',
    vendor: 'Ubiquiti',
    match: [
      { oids: ['1.3.6.1.4.1.4413'], descr: /^(?:EdgeSwitch|ES-|EP-|US-|USW|UniFi|Linux|ECS)/i },
      {
        oids: ['1.3.6.1.4.1.41112', '1.3.6.1.4.1.7244'],
        descr: /^(?:EdgeSwitch|USW|US-\d|UniSwitch|EdgePoint Switch)/i,
      },
      { oids: ['1.3.6.1.4.1.4413'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10', '1.3.6.1.4.1'], descr: /^US(?:W|L|M|-\d)/ },
    ],
    type: [{ type: 'switch' }],
    model: [{ descr: /^([^,\r\n]{2,60}?)(?:,| \d{1,2}\.\d)/ }, { oid: '1.3.6.1.4.1.41112.1.6.3.3.0' }],
    version: [
      { descr: /^[^,\r\n]{2,60}, v?(\d[\w.-]{1,40})/ },
      { descr: /^US\S{1,30} (\d{1,2}\.\d[\w.-]{1,40})/ },
      { oid: '1.3.6.1.4.1.4413.1.1.1.1.1.13.0' },
      { oid: '1.3.6.1.4.1.41112.1.6.3.6.0' },
    ],
    serial: [{ entity: 'serial' }, { oid: '1.3.6.1.4.1.4413.1.1.1.1.1.4.0' }],
    tables: fastpath('1.3.6.1.4.1.4413.1.1'),
  },
  {
    name: 'unifi',
    vendor: 'Ubiquiti',
    match: [
      {
        oids: ['1.3.6.1.4.1.8072.3.2.10', '1.3.6.1.4.1.10002.1', '1.3.6.1.4.1.41112'],
        descr: /^(?:UAP|U[67]|UniFi|BZ\.|UWB|UMA|UK-|UAL)/,
      },
      { oids: ['1.3.6.1.4.1.41112.1.6'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10', '1.3.6.1.4.1.10002.1'], present: '1.3.6.1.4.1.41112.1.6.3.3.0' },
    ],
    type: [
      { type: 'switch', model: /^US/ },
      { type: 'router', model: /^(?:UGW|UDM|UXG|USG)/ },
      { type: 'wireless_ap' },
    ],
    model: [{ oid: '1.3.6.1.4.1.41112.1.6.3.3.0' }, { descr: /^(\S{2,30}) \d/ }],
    version: [{ oid: '1.3.6.1.4.1.41112.1.6.3.6.0' }, { descr: / (\d{1,3}\.\d[\w.]{1,30})/ }],
    tables: uniFi,
  },
  {
    name: 'airos',
    vendor: 'Ubiquiti',
    match: [
      { oids: ['1.3.6.1.4.1.10002.1', '1.3.6.1.4.1.41112.1.4', '1.3.6.1.4.1.41112'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.41112.1.10.1.3.2.0' },
    ],
    type: [{ type: 'wireless_ap' }],
    model: [
      { column: '1.2.840.10036.3.1.2.1.3' },
      // UI-AF60-MIB
      { oid: '1.3.6.1.4.1.41112.1.11.1.2.2.1' },
      { oid: '1.3.6.1.4.1.41112.1.10.1.3.2.0' },
      { oid: '1.3.6.1.4.1.41112.1.3.1.1.39.1' },
      { oid: '1.3.6.1.4.1.41112.1.11.1.1.3.1' },
    ],
    version: [
      { column: '1.2.840.10036.3.1.2.1.4', pattern: /\.v(\d[\w.-]{1,60})/ },
      { oid: '1.3.6.1.4.1.41112.1.11.1.2.4.1', pattern: /\.v(\d{1,3}\.\d{1,3}\.\d{1,3}(?:-\w{1,10})?)/ },
      { oid: '1.3.6.1.4.1.41112.1.10.1.3.4.0' },
      { oid: '1.3.6.1.4.1.41112.1.3.2.1.40.1' },
    ],
    tables: [
      ...airMax,
      frogfoot,
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.41112.1.10.1.3.1.0', label: 'Processor', rawMax: 100 },
    ],
  },
]
