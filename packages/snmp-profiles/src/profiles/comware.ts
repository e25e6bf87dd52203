import type { Profile, RowText, Table, TypeRule } from '../model.ts'
import { states } from '../states.ts'

const part: readonly RowText[] = [
  { column: '1.3.6.1.2.1.47.1.1.1.1.7' },
  { column: '1.3.6.1.2.1.47.1.1.1.1.2' },
]
const device = states({
  normal: { 1: 'active' },
  critical: { 2: 'deactive' },
  off: { 3: 'not installed' },
  unknown: { 4: 'unsupported' },
})

/** HH3C-ENTITY-EXT-MIB and HH3C-LSW-DEV-ADM-MIB under 25506; the same objects of 3Com under 43.45.1.10. */
const tablesBelow = (root: string): readonly Table[] => [
  {
    metric: 'cpu_usage',
    column: `${root}.2.6.1.1.1.1.6`,
    label: '{part}',
    texts: { part },
    rawMin: 1,
    rawMax: 100,
  },
  {
    pool: 'memory',
    percent: `${root}.2.6.1.1.1.1.8`,
    label: '{part}',
    texts: { part },
    invalid: [0],
    high: `${root}.2.6.1.1.1.1.9`,
  },
  {
    metric: 'temperature',
    column: `${root}.2.6.1.1.1.1.12`,
    label: '{part}',
    texts: { part },
    rawMin: 1,
    rawMax: 500,
    high: `${root}.2.6.1.1.1.1.13`,
  },
  { state: `${root}.8.35.9.1.1.1.2`, label: 'Fan {index}', states: device },
  { state: `${root}.8.35.9.1.2.1.2`, label: 'Power Supply {index}', states: device },
  {
    metric: 'optical_power',
    column: `${root}.2.70.1.1.1.9`,
    label: '{port} Tx Power',
    scale: 0.01,
    rawMin: -6000,
    rawMax: 2000,
  },
  {
    metric: 'optical_power',
    column: `${root}.2.70.1.1.1.12`,
    label: '{port} Rx Power',
    scale: 0.01,
    rawMin: -6000,
    rawMax: 2000,
  },
  {
    metric: 'temperature',
    column: `${root}.2.70.1.1.1.15`,
    label: '{port} Module',
    rawMin: -100,
    rawMax: 200,
  },
  {
    metric: 'voltage',
    column: `${root}.2.70.1.1.1.16`,
    label: '{port} Supply Voltage',
    scale: 0.01,
    rawMin: 1,
    rawMax: 10_000,
  },
  {
    metric: 'current',
    column: `${root}.2.70.1.1.1.17`,
    label: '{port} Bias Current',
    scale: 0.00001,
    rawMin: 1,
    rawMax: 100_000,
  },
  { metric: 'poe_power', column: `${root}.2.14.1.1.6`, label: '{port}', scale: 0.001, rawMin: 1 },
  { metric: 'wifi_clients', column: `${root}.2.75.1.1.2.1.0`, label: 'Clients' },
]

const type: readonly TypeRule[] = [
  { type: 'firewall', model: /^(?:SecPath|F\d{3,4}|NSQ|SecBlade|NS-)/i },
  { type: 'firewall', descr: /SecPath|firewall/i },
  { type: 'wireless_controller', model: /^(?:WX|EWP|WAC|LSQM\d?WCM)/i },
  { type: 'wireless_controller', descr: /\bWX\d{4}|wireless controller|access controller/i },
  { type: 'wireless_ap', model: /^(?:WA\d|WAP)/i },
  { type: 'router', model: /^(?:MSR|SR\d|CR\d|ER\d|HSR|AR\d|VSR)/i },
  { type: 'router', descr: /\bMSR|\bSR\d{2}|\brouter\b(?!\s*switch)/i },
  { type: 'switch' },
]

export const comware: readonly Profile[] = [
  {
    name: 'comware',
    vendor: 'H3C',
    match: [{ oids: ['1.3.6.1.4.1.25506'] }],
    type,
    model: [
      {
        descr:
          /(?:Software Version|Release) [^\r\n]{1,60}?(?: |\n)(?:HPE?|H3C|Hewlett[^\r\n]{1,30}Development) ((?:A|FF |[A-Z]*)\d[^\r\n]{2,60}?)(?: {1,2}(?:Switch )?Copyright|\s*$)/,
      },
      { descr: /\bH3C ((?:SecPath |MSR ?|WX|S|SR|F|ER|CR|MER|MSG)[\w-]{1,30})/ },
      { entity: 'model' },
      { entity: 'name' },
    ],
    version: [{ descr: /Version (\d[\d.]{2,20})/ }, { entity: 'software' }],
    serial: [
      { column: '1.3.6.1.4.1.25506.2.6.1.2.1.1.2' },
      { entity: 'serial' },
      { entity: 'serial', of: 'module' },
    ],
    tables: tablesBelow('1.3.6.1.4.1.25506'),
    without: ['entity-sensors'],
  },
  {
    name: '3com',
    vendor: '3Com',
    match: [{ oids: ['1.3.6.1.4.1.43'] }],
    type: [{ type: 'router', descr: /\brouter\b/i }, { type: 'switch' }],
    model: [
      {
        descr:
          /(?:3Com )?((?:Super ?Stack|Baseline|Switch|Base ?line|OfficeConnect) [^,\r\n]{1,60}?)(?: Software|,|\r|\n|$)/,
      },
    ],
    version: [{ descr: /Version ([\w.]{1,40})/ }],
    serial: [{ entity: 'serial' }],
    tables: tablesBelow('1.3.6.1.4.1.43.45.1.10'),
  },
]
