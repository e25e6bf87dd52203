import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'

const controllerMib: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.14823.2.2.1.2.1.13.1.3',
    label: '{name}',
    texts: { name: '1.3.6.1.4.1.14823.2.2.1.2.1.13.1.2' },
    rawMax: 100,
  },
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.14823.2.2.1.2.1.30.0',
    label: 'Processor',
    rawMax: 100,
    text: true,
    fallback: true,
  },
  {
    pool: 'memory',
    total: '1.3.6.1.4.1.14823.2.2.1.1.1.11.1.2',
    used: '1.3.6.1.4.1.14823.2.2.1.1.1.11.1.3',
    unit: 1024,
    label: 'Memory',
  },
  {
    pool: 'memory',
    total: '1.3.6.1.4.1.14823.2.2.1.2.1.15.1.2',
    used: '1.3.6.1.4.1.14823.2.2.1.2.1.15.1.3',
    unit: 1024,
    label: 'Memory',
    fallback: true,
  },
  { metric: 'wifi_clients', column: '1.3.6.1.4.1.14823.2.2.1.1.3.2.0', label: 'Clients' },
  { metric: 'sensor_count', column: '1.3.6.1.4.1.14823.2.2.1.1.3.1.0', label: 'Access points' },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.14823.2.2.1.2.1.10.0',
    label: 'Internal temperature',
    text: true,
    rawMin: 1,
  },
]

const ap = '1.3.6.1.4.1.14823.2.3.3.1.2.1.1'
const radio = '1.3.6.1.4.1.14823.2.3.3.1.2.2.1'
const apOfRadio = { column: `${ap}.2`, to: 6 } as const
const serialOfRadio = { column: `${ap}.4`, to: 6 } as const
const upDown = states({ normal: { 1: 'up' }, critical: { 2: 'down' } })

/** AI-AP-MIB: one agent answers for all access points of its cluster. */
const instantMib: readonly Table[] = [
  { metric: 'cpu_usage', column: `${ap}.7`, label: '{serial}', texts: { serial: `${ap}.4` }, rawMax: 100 },
  {
    pool: 'memory',
    free: `${ap}.8`,
    total: `${ap}.10`,
    label: '{name} [{serial}]',
    texts: { name: `${ap}.2`, serial: `${ap}.4` },
  },
  {
    state: `${ap}.11`,
    label: '{name} ({serial})',
    texts: { name: `${ap}.2`, serial: `${ap}.4` },
    states: upDown,
  },
  {
    state: `${radio}.20`,
    label: '{name} ({serial}) Radio {-1}',
    texts: { name: apOfRadio, serial: serialOfRadio },
    states: upDown,
  },
  { metric: 'wifi_clients', column: `${radio}.21`, label: '{name} Radio {-1}', texts: { name: apOfRadio } },
  {
    metric: 'wifi_channel',
    column: `${radio}.4`,
    text: true,
    label: '{name} Radio {-1}',
    texts: { name: apOfRadio },
  },
  {
    metric: 'wifi_noise',
    column: `${radio}.6`,
    scale: -1,
    rawMin: 1,
    rawMax: 150,
    label: '{name} Radio {-1}',
    texts: { name: apOfRadio },
  },
  {
    metric: 'wifi_utilisation',
    column: `${radio}.8`,
    rawMax: 100,
    label: '{name} Radio {-1}',
    texts: { name: apOfRadio },
  },
]

const cxSensor = '1.3.6.1.4.1.47196.4.1.1.3.11.3.1.1'
const cxPower = '1.3.6.1.4.1.47196.4.1.1.3.11.2.1.1'
const cxFan = '1.3.6.1.4.1.47196.4.1.1.3.11.5.1.1'

/** ARUBAWIRED-TEMPSENSOR-MIB, -POWERSUPPLY-MIB, -FANS-MIB, -POE-MIB. */
const cxMib: readonly Table[] = [
  {
    metric: 'temperature',
    column: `${cxSensor}.7`,
    scale: 0.001,
    label: '{name}',
    texts: { name: `${cxSensor}.5` },
    rawMin: 1,
  },
  {
    metric: 'power',
    column: `${cxPower}.7`,
    label: '{name}',
    texts: { name: `${cxPower}.3` },
    high: `${cxPower}.8`,
    rawMin: 0,
  },
  { metric: 'fan_speed', column: `${cxFan}.8`, label: '{name}', texts: { name: `${cxFan}.4` }, rawMin: 0 },
]

const pc = '1.3.6.1.4.1.11.2.14.11.5.1'
const xcvr = `${pc}.82.1.1.1.1`
const powerSupply = `${pc}.55.1.1.1`

/** NETSWITCH-MIB, POWERSUPPLY-MIB, FAN-MIB, HP-ICF-CHASSIS, HP-ICF-TRANSCEIVER-MIB, HP-ICF-POE-MIB, HP-STACK-MIB. */
const procurveMib: readonly Table[] = [
  { metric: 'cpu_usage', column: `${pc}.9.6.1.0`, label: 'Processor', rawMax: 100 },
  { pool: 'memory', total: `${pc}.1.2.2.1.1.5`, used: `${pc}.1.2.2.1.1.7`, label: 'Global Memory {index}' },
  { pool: 'memory', total: `${pc}.1.2.1.1.1.5`, used: `${pc}.1.2.1.1.1.7`, label: 'Local Memory {index}' },
  { metric: 'temperature', column: `${powerSupply}.4`, label: 'Power Supply #{index}', invalid: [0] },
  { metric: 'power', column: `${powerSupply}.6`, label: 'Power Supply #{index}', high: `${powerSupply}.7` },
  {
    state: `${powerSupply}.2`,
    label: 'Power Supply #{index}',
    states: states({
      off: { 1: 'not present' },
      warning: { 2: 'not plugged' },
      normal: { 3: 'powered' },
      critical: { 4: 'failed', 5: 'permanent failure' },
      unknown: { 6: 'max' },
    }),
  },
  {
    state: `${pc}.54.2.1.1.4`,
    label: 'Fan #{index}',
    states: states({
      off: { 1: 'removed', 2: 'off' },
      warning: { 3: 'underspeed', 4: 'overspeed' },
      normal: { 5: 'ok' },
      unknown: { 6: 'max' },
    }),
  },
  {
    state: '1.3.6.1.4.1.11.2.14.11.1.2.6.1.4',
    label: '{name}',
    texts: { name: '1.3.6.1.4.1.11.2.14.11.1.2.6.1.7' },
    states: states({
      unknown: { 1: 'unknown' },
      critical: { 2: 'bad' },
      warning: { 3: 'warning' },
      normal: { 4: 'good' },
      off: { 5: 'notPresent' },
    }),
  },
  {
    state: `${pc}.69.1.1.2.0`,
    label: 'Stack State',
    states: states({
      off: { 0: 'disabled' },
      normal: { 1: 'active' },
      critical: { 2: 'fragment inactive' },
      warning: { 3: 'fragment active' },
    }),
  },
  { metric: 'temperature', column: `${pc}.54.1.1.1.3`, label: 'Chassis Temperature', text: true },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.11.2.14.11.1.2.8.1.1.3',
    label: 'Chassis Temperature',
    text: true,
  },
  { metric: 'power', column: '1.3.6.1.4.1.11.2.14.11.1.9.1.6.1.5', label: 'PoE Power Used' },
  {
    metric: 'poe_power',
    column: '1.3.6.1.4.1.11.2.14.11.1.9.1.1.1.8',
    label: '{port}',
    scale: 0.001,
    rawMin: 1,
  },
  {
    metric: 'temperature',
    column: `${xcvr}.11`,
    label: '{name} Temperature',
    texts: { name: `${xcvr}.2` },
    scale: 0.001,
    rawMin: 1,
  },
  {
    metric: 'voltage',
    column: `${xcvr}.12`,
    label: '{name} Voltage',
    texts: { name: `${xcvr}.2` },
    scale: 0.0001,
    rawMin: 1,
  },
  {
    metric: 'current',
    column: `${xcvr}.13`,
    label: '{name} Bias Current',
    texts: { name: `${xcvr}.2` },
    scale: 0.000001,
    rawMin: 1,
  },
  {
    metric: 'optical_power',
    column: `${xcvr}.14`,
    label: '{name} Tx Power',
    texts: { name: `${xcvr}.2` },
    scale: 0.001,
    rawMin: -99_999,
    invalid: [0],
  },
  {
    metric: 'optical_power',
    column: `${xcvr}.15`,
    label: '{name} Rx Power',
    texts: { name: `${xcvr}.2` },
    scale: 0.001,
    rawMin: -99_999,
    invalid: [0],
  },
]

const sysDescr = [{ descr: /\(MODEL: ([^)\s]{1,40})\)/ }] as const
const versionOfDescr = [{ descr: /Version ([^\s,]{2,40})/ }] as const

export const aruba: readonly Profile[] = [
  {
    name: 'arubaos',
    vendor: 'Aruba',
    match: [
      { oids: ['1.3.6.1.4.1.14823.1.1', '1.3.6.1.4.1.14823.1.6'] },
      { oids: ['1.3.6.1.4.1.14823'] },
      // Sold under other names.
      {
        oids: ['1.3.6.1.4.1.674.10895', '1.3.6.1.4.1.6486.800.1.1.2.2'],
        descr: /^(?:ArubaOS|AOS-W) \(MODEL:/,
      },
    ],
    type: [{ type: 'wireless_ap', oids: ['1.3.6.1.4.1.14823.1.2'] }, { type: 'wireless_controller' }],
    model: [...sysDescr, { products: 'aruba' }],
    version: versionOfDescr,
    serial: [{ oid: '1.3.6.1.4.1.14823.2.2.1.1.1.12.0' }, { oid: '1.3.6.1.4.1.14823.2.2.1.2.1.29.0' }],
    tables: controllerMib,
  },
  {
    name: 'aruba-instant',
    vendor: 'Aruba',
    match: [{ oids: ['1.3.6.1.4.1.14823.1.2'] }],
    type: [{ type: 'wireless_ap' }],
    model: sysDescr,
    version: [...versionOfDescr, { oid: '1.3.6.1.4.1.14823.2.3.3.1.1.4.0' }],
    serial: [{ column: `${ap}.4` }],
    tables: instantMib,
  },
  {
    name: 'arubaos-cx',
    vendor: 'Aruba',
    match: [{ oids: ['1.3.6.1.4.1.47196'] }],
    type: [{ type: 'switch' }],
    model: [
      { oid: '1.3.6.1.2.1.47.1.1.1.1.2.1' },
      { descr: / (\d{4}[^\r\n]{1,60}?) (?:Swch )?[A-Z]{2}\.\d/ },
      { entity: 'model' },
    ],
    version: [{ descr: /([A-Z]{2}\.\d{2}\.\d{2}\.\d{4}\w{0,10})/ }, { entity: 'software' }],
    serial: [
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.1' },
      { entity: 'serial' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.101001' },
    ],
    tables: cxMib,
  },
  {
    name: 'procurve',
    vendor: 'HP',
    match: [{ oids: ['1.3.6.1.4.1.11.2.3.7'] }],
    type: [
      { type: 'wireless_ap', descr: /access point|MSM\d|M\d{3}/i },
      { type: 'router', descr: /secure router/i },
      { type: 'switch' },
    ],
    model: [
      { descr: /\b(Stack), revision/ },
      { descr: /OfficeConnect Switch (\d{4}S?[ -][^,]{2,40} J[A-Z]?\d{3,4}[A-Z]),/ },
      {
        join: '{0} {1}',
        of: [
          { descr: /\b(J[A-Z]?\d{3,4}[A-Z]) Switch [^,]{1,60}, revision/ },
          { descr: /\bJ[A-Z]?\d{3,4}[A-Z] Switch ([^,]{1,60}), revision/ },
        ],
      },
      { descr: /\b(J[A-Z]?\d{3,4}[A-Z][^,]{0,60}?)(?: Switch)?, revision/ },
      {
        join: '{0} {1}',
        of: [
          { descr: /\b(V?1[89]\d\d[ -][^,]{1,60}?) {0,3}Switch J\w{4,5},/ },
          { descr: /Switch (J[A-Z]?\d{3,4}[A-Z]),/ },
        ],
      },
      { descr: /\b(V?1[89]\d\d-\w{2,20}),/ },
      { descr: /(?:Switch|HP) ([A-Z]?\d[^,]{2,60}), (?:revision|\d)/ },
      { descr: /PROCURVE ([^,\r\n]{2,40}?) - / },
      { entity: 'descr' },
    ],
    version: [
      { oid: `${pc}.1.3.0` },
      { descr: /revision ([^\s,]{3,30})/ },
      { descr: /, (P[A-Z]\.\d[\d.]{1,12})/ },
      { descr: /InstantOn_\d{4}_(\d[\d.]{2,12})/ },
      { descr: /PROCURVE [^\r\n]{2,40} - (\S{2,30})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.11.2.36.1.1.2.9.0' }, { entity: 'serial' }],
    tables: procurveMib,
  },
  {
    name: 'hp-colubris',
    vendor: 'HP',
    match: [{ oids: ['1.3.6.1.4.1.8744'] }],
    type: [{ type: 'wireless_controller', descr: /MSM7|controller/i }, { type: 'wireless_ap' }],
    model: [{ oid: '1.3.6.1.4.1.8744.5.6.1.1.1.0' }],
    version: [{ oid: '1.3.6.1.4.1.8744.5.6.1.1.2.0' }],
    serial: [{ oid: '1.3.6.1.4.1.8744.5.6.1.1.5.0' }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.8744.5.21.1.1.5.0', label: 'Processor', rawMax: 100 },
    ],
  },
]
