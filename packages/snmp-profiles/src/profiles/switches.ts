import { accton, acctonColumn, acctonTables } from '../mibs/accton.ts'
import { fastpath } from '../mibs/fastpath.ts'
import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'

const rg = '1.3.6.1.4.1.4881.1.1.10.2'
const device = states({
  normal: { 1: 'active' },
  critical: { 2: 'inactive' },
  off: { 3: 'not installed' },
  unknown: { 0: 'unknown', 4: 'unsupported' },
})

/** RUIJIE-PROCESS-MIB, -MEMORY-MIB, -SYSTEM-MIB, -FIBER-MIB; FS sells the same below its own number. */
const ruijieTables = (root: string): readonly Table[] => [
  { metric: 'cpu_usage', column: `${root}.36.1.1.3.0`, label: 'Processor', rawMax: 100 },
  {
    pool: 'memory',
    percent: `${root}.35.1.1.1.3`,
    label: '{name}',
    texts: { name: { column: `${root}.35.1.1.1.2`, or: 'Memory' } },
  },
  {
    metric: 'temperature',
    column: `${root}.1.1.44.1.5`,
    label: '{name}',
    texts: { name: { column: `${root}.1.1.44.1.3`, or: 'Temperature' } },
    rawMin: 1,
  },
  { metric: 'temperature', column: `${root}.1.1.16.0`, label: 'Temperature', rawMin: 1 },
]

/** FSOS counts as UCD-SNMP-MIB does, below the maker's number: memory and idle time. */
const fsos = (root: string): readonly Table[] => [
  {
    metric: 'cpu_usage',
    column: `${root}.1.2.11.0`,
    label: 'CPU',
    ofHundred: true,
    rawMax: 100,
    fallback: true,
  },
  {
    pool: 'memory',
    total: `${root}.1.1.5.0`,
    used: `${root}.1.1.12.0`,
    unit: 1024,
    label: 'Chassis Memory',
    fallback: true,
  },
]

const tpPoe = '1.3.6.1.4.1.11863.6.56.1.1'
const ddm = '1.3.6.1.4.1.11863.6.96.1.7.1.1'

/** TPLINK-SYSMONITOR-MIB, TPLINK-POWER-OVER-ETHERNET-MIB, TPLINK-DDMSTATUS-MIB. */
const tpLinkTables: readonly Table[] = [
  { metric: 'cpu_usage', column: '1.3.6.1.4.1.11863.6.4.1.1.1.1.2', label: 'Proc #{index}', rawMax: 100 },
  { pool: 'memory', percent: '1.3.6.1.4.1.11863.6.4.1.2.1.1.2', label: 'Memory #{index}' },
  { metric: 'power', column: `${tpPoe}.1.3.0`, label: 'Power Consumption', scale: 0.1 },
  { metric: 'power', column: `${tpPoe}.1.1.0`, label: 'Power Limit', scale: 0.1 },
  { metric: 'power', column: `${tpPoe}.1.4.0`, label: 'Power Remaining', scale: 0.1 },
  { metric: 'poe_power', column: `${tpPoe}.2.1.1.7`, label: '{port}', scale: 0.1, rawMin: 1 },
  {
    state: `${tpPoe}.2.1.1.11`,
    label: '{port}',
    states: states({
      off: { 0: 'off' },
      warning: { 1: 'turning on' },
      normal: { 2: 'on' },
      critical: {
        3: 'overload',
        4: 'short',
        5: 'nonstandard device',
        6: 'voltage high',
        7: 'voltage low',
        8: 'hardware fault',
        9: 'overtemperature',
      },
    }),
  },
  { metric: 'temperature', column: `${ddm}.2`, text: true, label: '{port}' },
  { metric: 'voltage', column: `${ddm}.3`, text: true, label: '{port}' },
  { metric: 'current', column: `${ddm}.4`, text: true, label: '{port}', scale: 0.001 },
  { metric: 'optical_power', column: `${ddm}.5`, text: true, label: '{port} Tx', rawMin: -60 },
  { metric: 'optical_power', column: `${ddm}.6`, text: true, label: '{port} Rx', rawMin: -60 },
]

const dlinkEntity = '1.3.6.1.4.1.171.14.5.1'
const okFault = states({ normal: { 1: 'ok' }, critical: { 2: 'fault' } })

/** AGENT-GENERAL-MIB and EQUIPMENT-MIB of older switches, DLINKSW-ENTITY-EXT-MIB of newer ones. */
const dlinkTables: readonly Table[] = [
  { metric: 'cpu_usage', column: '1.3.6.1.4.1.171.12.1.1.6.1.0', label: 'Processor', rawMax: 100 },
  { metric: 'cpu_usage', column: `${dlinkEntity}.7.1.4`, label: 'Processor', rawMax: 100 },
  { pool: 'memory', percent: '1.3.6.1.4.1.171.12.1.1.9.1.4', label: 'Memory' },
  {
    pool: 'memory',
    total: `${dlinkEntity}.4.1.3`,
    used: `${dlinkEntity}.4.1.4`,
    unit: 1024,
    label: '{1} Memory',
  },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.171.12.11.1.8.1.2',
    label: 'Current Sys Temp {index}',
    rawMin: 1,
  },
  {
    metric: 'temperature',
    column: `${dlinkEntity}.1.1.1.4`,
    label: '{name}',
    texts: { name: `${dlinkEntity}.1.1.1.3` },
    rawMin: 1,
  },
  {
    state: `${dlinkEntity}.1.1.1.7`,
    label: '{name}',
    texts: { name: `${dlinkEntity}.1.1.1.3` },
    states: okFault,
  },
  {
    state: `${dlinkEntity}.1.2.1.4`,
    label: '{name}',
    texts: { name: `${dlinkEntity}.1.2.1.3` },
    states: okFault,
  },
  {
    state: `${dlinkEntity}.1.3.1.6`,
    label: '{name}',
    texts: { name: `${dlinkEntity}.1.3.1.3` },
    states: states({ normal: { 1: 'in operation' }, critical: { 2: 'failed' }, off: { 3: 'empty' } }),
  },
  {
    state: '1.3.6.1.4.1.171.12.11.1.7.1.3',
    label: 'Fan {index}',
    states: states({
      unknown: { 0: 'other' },
      normal: { 1: 'working', 3: 'low speed', 4: 'middle speed', 5: 'high speed' },
      critical: { 2: 'fail' },
    }),
  },
  {
    state: '1.3.6.1.4.1.171.12.11.1.6.1.3',
    label: 'Power {index}',
    states: states({
      unknown: { 0: 'other' },
      warning: { 1: 'low voltage', 2: 'over current' },
      normal: { 3: 'working' },
      critical: { 4: 'fail' },
      off: { 5: 'connected', 6: 'disconnected' },
    }),
  },
]

const zyHw = '1.3.6.1.4.1.890.1.15.3.26.1'
/** ZYXEL-ES-COMMON, ZYXEL-HW-MONITOR-MIB. */
const zyxelSwitchTables: readonly Table[] = [
  { metric: 'cpu_usage', column: '1.3.6.1.4.1.890.1.15.3.2.7.0', label: 'Processor', rawMax: 100 },
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.890.1.15.3.2.4.0',
    label: 'Processor',
    rawMax: 100,
    fallback: true,
  },
  { pool: 'memory', percent: '1.3.6.1.4.1.890.1.15.3.2.5.0', label: 'Memory' },
  {
    metric: 'fan_speed',
    column: `${zyHw}.1.1.3`,
    label: '{name}',
    texts: { name: `${zyHw}.1.1.2` },
    rawMin: 0,
  },
  {
    metric: 'temperature',
    column: `${zyHw}.2.1.3`,
    label: '{name}',
    texts: { name: `${zyHw}.2.1.2` },
    rawMin: 1,
    high: `${zyHw}.2.1.4`,
  },
  {
    metric: 'voltage',
    column: `${zyHw}.3.1.3`,
    label: '{name}',
    texts: { name: `${zyHw}.3.1.2` },
    rawMin: 0,
    scale: 0.001,
  },
]
const zyxelFirewallTables: readonly Table[] = [
  { metric: 'cpu_usage', column: '1.3.6.1.4.1.890.1.6.22.1.1.0', label: 'Processor', rawMax: 100 },
  { pool: 'memory', percent: '1.3.6.1.4.1.890.1.6.22.1.2.0', label: 'Memory' },
  { pool: 'memory', percent: '1.3.6.1.4.1.890.1.15.3.2.6.0', label: 'Flash' },
  { metric: 'session_count', column: '1.3.6.1.4.1.890.1.6.22.1.6.0', label: 'Sessions' },
  {
    state: '1.3.6.1.4.1.890.1.6.22.2.4.1.6',
    label: 'vpn : {name}',
    texts: { name: '1.3.6.1.4.1.890.1.6.22.2.4.1.2' },
    states: states({ critical: { 0: 'disconnected' }, normal: { 1: 'connected' } }),
  },
]

const zx = '1.3.6.1.4.1.3902.3.3.1.1'

export const switches: readonly Profile[] = [
  {
    name: 'ruijie',
    vendor: 'Ruijie',
    match: [{ oids: ['1.3.6.1.4.1.4881'] }],
    type: [
      { type: 'wireless_controller', descr: /\bWS\d{4}|wireless controller|\bAC\b/i },
      { type: 'wireless_ap', descr: /\bAP\d{3}|access point/i },
      { type: 'security_gateway', descr: /gateway|\bEG\d/i },
      { type: 'firewall', descr: /firewall|RG-WALL|Z\d{4}/i },
      { type: 'switch', descr: /switch|\bS\d{3,4}|\bN18\d/i },
      { type: 'router', descr: /router|\bRSR/i },
      { type: 'switch' },
    ],
    model: [
      { descr: /\(([A-Z][\w-]{2,40})\)/ },
      { descr: /\b((?:RG-)?(?:S|AP|EG|NBS|WS|RSR|N)\d[\w-]{2,40})/ },
    ],
    version: [{ oid: `${rg}.1.1.2.0` }, { oid: `${rg}.1.1.34.0` }],
    serial: [{ oid: `${rg}.1.1.24.0` }, { entity: 'serial' }],
    hardware: [{ oid: `${rg}.1.1.1.0` }],
    tables: ruijieTables(rg),
  },
  {
    name: 'fs-accton',
    vendor: 'FS',
    match: [{ oids: ['1.3.6.1.4.1.52642.2'] }],
    below: acctonColumn,
    type: [{ type: 'switch' }],
    ...accton,
    tables: acctonTables,
  },
  {
    name: 'fs',
    vendor: 'FS',
    match: [{ oids: ['1.3.6.1.4.1.52642', '1.3.6.1.4.1.27975'] }],
    type: [{ type: 'wireless_ap', descr: /\bAP-/ }, { type: 'switch' }],
    model: [
      { oid: '1.3.6.1.4.1.52642.1.1.2.0', pattern: /FSOS-(\S{2,30}?)-v/ },
      { descr: /\(([A-Z]\d{4} ?[\w-]{0,40})\)/ },
      { descr: /\b([SN]\d{4}[\w-]{0,30})/ },
    ],
    version: [
      { oid: '1.3.6.1.4.1.52642.1.1.2.0', pattern: /-v(\d[\w.]{2,30}?)\.\w{2,4}$/ },
      { oid: '1.3.6.1.4.1.52642.1.1.10.2.1.1.2.0' },
      { descr: /Version ([^\s,]{2,40})/ },
    ],
    serial: [
      { oid: '1.3.6.1.4.1.52642.1.1.10.2.1.1.24.0' },
      { column: '1.3.6.1.4.1.52642.1.37.1.5.1.10' },
      { column: '1.3.6.1.4.1.27975.37.1.5.1.10' },
      { entity: 'serial' },
    ],
    tables: [
      ...ruijieTables('1.3.6.1.4.1.52642.1.1.10.2'),
      ...fsos('1.3.6.1.4.1.52642.1'),
      ...fsos('1.3.6.1.4.1.27975'),
      {
        metric: 'cpu_usage',
        column: '1.3.6.1.4.1.52642.1.1.9.1.0',
        label: 'Processor',
        rawMax: 100,
        fallback: true,
      },
      {
        metric: 'fan_speed',
        column: '1.3.6.1.4.1.52642.1.37.1.1.1.1.5',
        label: 'Fan {index}',
        scale: 100,
        rawMin: 0,
      },
      { metric: 'temperature', column: '1.3.6.1.4.1.52642.1.37.1.3.1.4', label: 'Temperature', rawMin: 1 },
      { state: '1.3.6.1.4.1.52642.1.37.1.2.1.3', label: 'Power Supply {index}', states: device },
    ],
  },
  {
    name: 'zxr10',
    vendor: 'ZTE',
    match: [{ oids: ['1.3.6.1.4.1.3902'] }],
    type: [
      { type: 'router', descr: /\b(?:M6000|T8000|ZXR10 (?:ZSR|GER|T\d)|router)/i },
      { type: 'other', descr: /C3\d0|C6\d0|ZXA10|OLT/ },
      { type: 'switch' },
    ],
    model: [
      { descr: /ZXR10[_ ](\d{4}[\w-]{0,20}) Software/ },
      { descr: /ZXR10 ([\w-]{2,30})/ },
      { descr: /\b(ZXA10 \S{2,20}|C[36]\d0)/ },
    ],
    version: [
      { descr: /Version ZXR10 \S{1,20} (V[\w.]{2,40})/ },
      { descr: /Software, \S{0,20} ?Version:? ?(?:\S{1,20} )?(V[\w.]{2,40})/ },
      { descr: /\b(V\d[\w.]{2,40})/ },
    ],
    serial: [{ entity: 'serial' }],
    tables: [
      { metric: 'cpu_usage', column: `${zx}.12`, label: 'Processor', rawMax: 100 },
      { pool: 'memory', total: `${zx}.13`, used: `${zx}.14`, unit: 1024, label: 'Memory' },
    ],
  },
  {
    name: 'tplink',
    vendor: 'TP-Link',
    match: [{ oids: ['1.3.6.1.4.1.11863'] }],
    type: [
      { type: 'wireless_ap', descr: /\bEAP|access point|\bCPE\d/i },
      { type: 'wireless_controller', descr: /controller|\bOC\d/i },
      { type: 'router', descr: /router|\bER\d|TL-R|TL-ER/i },
      { type: 'switch' },
    ],
    model: [
      { oid: '1.3.6.1.4.1.11863.6.1.1.5.0' },
      { oid: '1.3.6.1.4.1.11863.1.1.1.4.0' },
      // RFC 2021 probeHardwareRev
      { oid: '1.3.6.1.2.1.16.19.3.0', pattern: /^((?:TL-|T\d|SG|SX)\S{2,30})/ },
      { descr: /\b((?:TL-|T\d|SG|SX|EAP|CPE|ER)[\w-]{2,30})/ },
    ],
    version: [{ oid: '1.3.6.1.4.1.11863.6.1.1.6.0' }, { oid: '1.3.6.1.4.1.11863.1.1.1.5.0' }],
    serial: [{ oid: '1.3.6.1.4.1.11863.6.1.1.8.0' }],
    tables: tpLinkTables,
  },
  {
    name: 'dlink',
    vendor: 'D-Link',
    match: [{ oids: ['1.3.6.1.4.1.171'] }],
    type: [
      { type: 'wireless_ap', descr: /\bD(?:AP|WL-\d{4}AP)|access point/i },
      { type: 'wireless_controller', descr: /\bDWC/i },
      { type: 'firewall', descr: /\bD(?:FL|SR)-/i },
      { type: 'router', descr: /\bD(?:IR|SL|WR)-|router/i },
      { type: 'switch' },
    ],
    model: [
      { descr: /(?:D-Link )?(?:\S{1,10} )?\b((?:D(?:E|G|X|M|Q|H)S|DAP|DWL|DIR|DFL|DSR|DWC)-[\w/-]{2,30})/ },
      { descr: /^(?:D-Link )?(\S{2,40})/ },
    ],
    version: [
      { oid: '1.3.6.1.4.1.171.14.5.1.2.1.5.1' },
      { oid: '1.3.6.1.2.1.16.19.2.0' },
      { oid: '1.3.6.1.4.1.171.12.11.1.9.4.1.11.1' },
      { descr: /\s(\d{1,2}\.\d{2}[\w.]{0,20})/ },
    ],
    serial: [
      { oid: '1.3.6.1.4.1.171.12.11.1.9.4.1.17.1' },
      { oid: '1.3.6.1.4.1.171.12.1.1.12.0' },
      { entity: 'serial' },
    ],
    hardware: [{ oid: '1.3.6.1.2.1.16.19.3.0' }],
    tables: dlinkTables,
  },
  {
    name: 'netgear',
    vendor: 'Netgear',
    match: [{ oids: ['1.3.6.1.4.1.4526'] }],
    type: [
      { type: 'other', descr: /ReadyNAS/i },
      { type: 'wireless_ap', descr: /\bW(?:AC|AX|NAP|NDAP|G\d)|access point/i },
      { type: 'wireless_controller', descr: /\bWC\d{4}|WMS/i },
      { type: 'firewall', descr: /\b(?:SRX|FVS|UTM)\d/i },
      { type: 'switch' },
    ],
    model: [
      { descr: /^(\S{2,30}) [^\r\n]{0,200}, [\d.]/ },
      { descr: /\b((?:GS|FS|GSM|XS|MS|JGS|M4)\w{2,20})/ },
      { entity: 'model' },
    ],
    version: [{ entity: 'software' }, { descr: /, (\d[\d.]{2,20}),/ }],
    serial: [
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.1' },
      { oid: '1.3.6.1.4.1.4526.10.1.1.1.4.0' },
      { oid: '1.3.6.1.4.1.4526.11.1.1.1.4.0' },
    ],
    tables: [
      ...fastpath('1.3.6.1.4.1.4526.10'),
      ...fastpath('1.3.6.1.4.1.4526.11').map((table) => ({ ...table, fallback: true as const })),
    ],
  },
  {
    name: 'zyxel-firewall',
    vendor: 'Zyxel',
    match: [
      { oids: ['1.3.6.1.4.1.890'], descr: /\b(?:USG|ZyWALL|ATP|VPN\d|FLEX|UAG)/i },
      { oids: ['1.3.6.1.4.1.890.1.6'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: '1.3.6.1.4.1.890.1.15.3.1.6.0' },
    ],
    type: [{ type: 'firewall' }],
    model: [{ oid: '1.3.6.1.4.1.890.1.15.3.1.11.0' }, { descr: /^(\S[^\r\n]{1,40})/ }],
    version: [{ oid: '1.3.6.1.4.1.890.1.15.3.1.6.0' }],
    serial: [{ oid: '1.3.6.1.4.1.890.1.15.3.1.12.0' }],
    tables: zyxelFirewallTables,
  },
  {
    name: 'zyxel',
    vendor: 'Zyxel',
    match: [{ oids: ['1.3.6.1.4.1.890'] }],
    type: [
      { type: 'other', descr: /\bNAS\d|NSA\d/i },
      { type: 'wireless_controller', descr: /\bNXC/i },
      { type: 'wireless_ap', descr: /\b(?:NWA|WAC|WAX|NAP|WBE)\d/i },
      { type: 'router', descr: /\b(?:VMG|SBG|LTE|NR|P-\d{3}|AMG|Prestige)/i },
      { type: 'switch' },
    ],
    model: [{ oid: '1.3.6.1.4.1.890.1.15.3.1.11.0' }, { descr: /^(\S{2,40})/ }],
    version: [{ oid: '1.3.6.1.4.1.890.1.15.3.1.6.0' }, { descr: /\b(V\d\.\d{2}\([A-Z.\d]{2,20}\)\w{0,4})/ }],
    serial: [{ oid: '1.3.6.1.4.1.890.1.15.3.1.12.0' }, { entity: 'serial' }],
    tables: zyxelSwitchTables,
  },
  {
    name: 'edgecore',
    vendor: 'Edgecore',
    match: [
      { oids: ['1.3.6.1.4.1.259'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], descr: /Edgecore-SONiC|HwSku: Accton/i },
    ],
    below: acctonColumn,
    type: [{ type: 'wireless_ap', descr: /\bE(?:AP|CW)\d|access point/i }, { type: 'switch' }],
    model: [...accton.model, { descr: /HwSku: ?(\S{2,40})/ }, { descr: /^(\S{2,40})/ }],
    version: [
      { join: '{0} {1}', of: [{ oid: '~.1.1.3.1.2.1' }, { oid: '~.1.1.3.1.6.1' }] },
      ...accton.version,
    ],
    serial: accton.serial,
    hardware: accton.hardware,
    tables: acctonTables,
  },
]
