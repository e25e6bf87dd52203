import type { Profile, Table } from '../model.ts'

const sz = '1.3.6.1.4.1.25053.1.4.1.1.1.15'
const zd = '1.3.6.1.4.1.25053.1.2.1.1.1'
const unleashed = '1.3.6.1.4.1.25053.1.15.1.1.1'
const node = '1.3.6.1.4.1.25053.1.8.1.1.1.1.1.1'
const country = '1.3.6.1.4.1.25053.1.8.1.1.1.1.3.1.4'

const zoneDirector = (root: string): readonly Table[] => [
  { metric: 'cpu_usage', column: `${root}.15.13.0`, label: 'Processor', rawMax: 100 },
  { pool: 'memory', percent: `${root}.15.14.0`, label: 'System Memory' },
  { metric: 'cpu_usage', column: `${root}.5.58.0`, label: 'Processor', rawMax: 100, fallback: true },
  { pool: 'memory', percent: `${root}.5.59.0`, label: 'System Memory', fallback: true },
  { metric: 'wifi_clients', column: `${root}.15.2.0`, label: 'Clients' },
  { metric: 'sensor_count', column: `${root}.15.1.0`, label: 'Access points' },
]

const ePmp = '1.3.6.1.4.1.17713.21'
const cnPilot = '1.3.6.1.4.1.17713.22'
const pmp = '1.3.6.1.4.1.161.19.3'

export const wireless: readonly Profile[] = [
  {
    name: 'ruckus-smartzone',
    vendor: 'Ruckus',
    match: [{ oids: ['1.3.6.1.4.1.25053.3.1.11', '1.3.6.1.4.1.25053.3.1.10', '1.3.6.1.4.1.25053.3.1.13'] }],
    type: [{ type: 'wireless_controller' }],
    model: [{ column: `${node}.3` }],
    version: [
      { join: '{0} ({1})', of: [{ column: `${node}.9` }, { column: country }] },
      { column: `${node}.9` },
    ],
    serial: [{ oid: `${sz}.13.0` }, { column: `${node}.1` }],
    tables: [
      { metric: 'wifi_clients', column: `${sz}.2.0`, label: 'Clients' },
      { metric: 'sensor_count', column: `${sz}.1.0`, label: 'Access points' },
    ],
  },
  {
    name: 'ruckus-zonedirector',
    vendor: 'Ruckus',
    match: [{ oids: ['1.3.6.1.4.1.25053.3.1.5', '1.3.6.1.4.1.25053.3.1.4'] }],
    type: [{ type: 'wireless_controller' }],
    model: [{ oid: `${zd}.1.9.0` }],
    version: [
      { join: '{0} ({1})', of: [{ oid: `${zd}.1.18.0` }, { oid: `${zd}.1.20.0` }] },
      { oid: `${zd}.1.18.0` },
    ],
    serial: [{ oid: `${zd}.1.15.0` }],
    tables: zoneDirector(zd),
  },
  {
    name: 'ruckus-ap',
    vendor: 'Ruckus',
    match: [
      { oids: ['1.3.6.1.4.1.25053'] },
      { oids: ['1.3.6.1.4.1.25053'], present: `${unleashed}.1.9.0` },
      { oids: ['1.3.6.1.4.1.25053.3.1.5'], present: `${unleashed}.1.9.0` },
    ],
    type: [{ type: 'wireless_ap' }],
    model: [
      { oid: '1.3.6.1.4.1.25053.1.1.2.1.1.1.1.0' },
      { oid: `${unleashed}.1.9.0` },
      { descr: /\b((?:R|T|H|ZF|C|E|M)\d{3,4}[a-z]{0,2})\b/ },
    ],
    version: [
      { oid: '1.3.6.1.4.1.25053.1.1.3.1.1.1.1.1.3.1' },
      { join: '{0} ({1})', of: [{ oid: `${unleashed}.1.18.0` }, { oid: `${unleashed}.1.20.0` }] },
    ],
    serial: [{ oid: '1.3.6.1.4.1.25053.1.1.2.1.1.1.2.0' }, { oid: `${unleashed}.1.15.0` }],
    tables: [
      { metric: 'cpu_usage', column: '1.3.6.1.4.1.25053.1.1.11.1.1.1.1.0', label: 'Processor', rawMax: 100 },
      { pool: 'memory', percent: '1.3.6.1.4.1.25053.1.1.11.1.1.1.2.0', label: 'Memory' },
      {
        metric: 'temperature',
        column: '1.3.6.1.4.1.25053.1.1.2.1.1.1.10.0',
        label: 'Temperature',
        rawMin: 1,
      },
      ...zoneDirector(unleashed).map((table) => ({ ...table, fallback: true as const })),
    ],
  },
  {
    name: 'cambium-epmp',
    vendor: 'Cambium',
    match: [{ oids: ['1.3.6.1.4.1.17713.21'] }],
    type: [{ type: 'wireless_ap' }],
    model: [
      { oid: `${ePmp}.1.1.2.0`, names: { '0': 'ePMP 1000', '1': 'ePMP 1000 GPS', '2': 'ePMP 1000 unsync' } },
      { descr: /\b(e?PMP ?\S{2,20}|Force ?\S{2,20})/i },
    ],
    version: [{ oid: `${ePmp}.1.1.1.0` }, { oid: `${ePmp}.1.1.17.0` }],
    serial: [{ oid: `${ePmp}.1.1.31.0` }, { oid: `${ePmp}.1.1.30.0` }],
    tables: [
      { metric: 'cpu_usage', column: `${ePmp}.2.1.64.0`, label: 'Processor', scale: 0.1 },
      { metric: 'wifi_signal', column: `${ePmp}.1.2.3.0`, label: 'Downlink RSSI', rawMin: -150, rawMax: -1 },
      { metric: 'signal_to_noise', column: `${ePmp}.1.2.18.0`, label: 'Downlink SNR', rawMin: 1 },
      { metric: 'wifi_clients', column: `${ePmp}.1.2.10.0`, label: 'Connected subscribers' },
    ],
  },
  {
    name: 'cambium-cnpilot',
    vendor: 'Cambium',
    match: [{ oids: ['1.3.6.1.4.1.17713.22'] }],
    type: [{ type: 'wireless_ap' }],
    model: [{ column: `${cnPilot}.1.1.1.5` }],
    version: [{ column: `${cnPilot}.1.1.1.8` }],
    serial: [{ column: `${cnPilot}.1.1.1.4` }],
    tables: [
      { metric: 'cpu_usage', column: `${cnPilot}.1.1.1.6`, label: 'Processor', text: true, rawMax: 100 },
      { pool: 'memory', percentFree: `${cnPilot}.1.1.1.7`, text: true, label: 'Memory' },
      { metric: 'wifi_clients', column: `${cnPilot}.1.2.1.5`, label: 'Radio {-1}' },
      { metric: 'wifi_channel', column: `${cnPilot}.1.2.1.6`, text: true, label: 'Radio {-1}' },
    ],
  },
  {
    name: 'cambium-pmp',
    vendor: 'Cambium',
    match: [{ oids: ['1.3.6.1.4.1.161.19', '1.3.6.1.4.1.17713'] }],
    type: [{ type: 'switch', oids: ['1.3.6.1.4.1.17713.24'] }, { type: 'wireless_ap' }],
    model: [
      { oid: `${pmp}.3.1.266.0` },
      { descr: /\b(P(?:MP|TP) ?\d{3}\S{0,20})/ },
      { descr: /cnMatrix (\S{2,30})/ },
      { oid: '1.3.6.1.4.1.17713.1.20.0' },
    ],
    version: [
      { oid: `${pmp}.3.1.1.0`, pattern: /CANOPY (\S{2,30})/ },
      { oid: `${pmp}.3.1.1.0` },
      { entity: 'software' },
    ],
    serial: [{ oid: `${pmp}.3.1.41.0` }],
    tables: [
      { metric: 'wifi_clients', column: `${pmp}.1.7.1.0`, label: 'Registered subscribers' },
      { metric: 'temperature', column: `${pmp}.3.1.35.0`, label: 'Box temperature' },
      { metric: 'cpu_usage', column: `${pmp}.3.1.70.0`, label: 'Processor', rawMax: 100 },
    ],
  },
  {
    name: 'engenius',
    vendor: 'Engenius',
    match: [{ oids: ['1.3.6.1.4.1.14125'] }],
    type: [{ type: 'switch', descr: /switch|\bE(?:W|G)S\d/i }, { type: 'wireless_ap' }],
    model: [{ descr: /\b(E\w{2,4}\d{2,5}\w{0,10})/ }],
  },
  {
    name: 'aerohive',
    vendor: 'Aerohive',
    match: [{ oids: ['1.3.6.1.4.1.26928'] }],
    type: [{ type: 'wireless_ap' }],
    model: [{ descr: /^([^,\r\n]{2,40}),/ }],
    version: [{ descr: /HiveOS (\S{2,30})/ }],
  },
]
