import type { Profile, RowText, Table, ValueTable } from '../model.ts'
import { states } from '../states.ts'

const root = '1.3.6.1.4.1.14988.1.1'
const optical = `${root}.19.1.1`
const gauge = `${root}.3.100.1`
const poe = `${root}.15.1.1`
const sfp = { name: `${optical}.2` }
const poeName = { name: `${poe}.2` }
const yesIsBad = states({ normal: { 0: 'no' }, critical: { 1: 'yes' }, unknown: { 2: 'null' } })
const powered = states({ critical: { 0: 'false' }, normal: { 1: 'true' } })

/** mtxrGaugeTable: the unit says what a row is. Temperatures and speeds whole; volts, amperes and watts in tenths. */
const gauges = (unit: number, metric: ValueTable['metric'], scale = 1): Table => ({
  metric,
  column: `${gauge}.3`,
  label: '{name}',
  texts: { name: `${gauge}.2` },
  when: [{ column: `${gauge}.4`, is: [unit] }],
  scale,
})
const healthName = '1.3.6.1.2.1.25.3.2.1.3'
const processor: RowText = { column: healthName, or: 'Processor' }

const tables: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.2.1.25.3.3.1.2',
    label: '{name}',
    texts: { name: processor },
    rawMax: 100,
  },
  {
    metric: 'temperature',
    column: `${root}.3.10.0`,
    label: 'Temperature 0',
    scale: 0.1,
    rawMin: 1,
    rawMax: 2000,
  },
  {
    metric: 'temperature',
    column: `${root}.3.11.0`,
    label: 'Processor Temperature 1',
    scale: 0.1,
    rawMin: 1,
    rawMax: 2000,
  },
  { metric: 'temperature', column: `${root}.3.5.0`, label: 'Sensor chip', scale: 0.1, rawMin: 1 },
  { metric: 'temperature', column: `${root}.3.6.0`, label: 'Processor', scale: 0.1, rawMin: 1 },
  { metric: 'temperature', column: `${root}.3.7.0`, label: 'System board', scale: 0.1, rawMin: 1 },
  { metric: 'voltage', column: `${root}.3.8.0`, label: 'Voltage 0', scale: 0.1, rawMin: 1 },
  { metric: 'power', column: `${root}.3.12.0`, label: 'Power Usage', scale: 0.1, rawMin: 1 },
  { metric: 'current', column: `${root}.3.13.0`, label: 'Current', scale: 0.001, rawMin: 1 },
  { metric: 'fan_speed', column: `${root}.3.17.0`, label: 'Fan #1' },
  { metric: 'fan_speed', column: `${root}.3.18.0`, label: 'Fan #2' },
  { state: `${root}.3.15.0`, label: 'Primary PSU', states: powered },
  { state: `${root}.3.16.0`, label: 'Backup PSU', states: powered },
  gauges(1, 'temperature'),
  gauges(2, 'fan_speed'),
  gauges(3, 'voltage', 0.1),
  gauges(4, 'current', 0.1),
  gauges(5, 'power', 0.1),
  {
    state: `${gauge}.3`,
    label: '{name}',
    texts: { name: `${gauge}.2` },
    when: [{ column: `${gauge}.4`, is: [6] }],
    states: states({ normal: { 0: 'ok' }, critical: { 1: 'failed' } }),
  },
  { metric: 'temperature', column: `${optical}.6`, label: '{name}', texts: sfp },
  { metric: 'voltage', column: `${optical}.7`, label: '{name}', texts: sfp, scale: 0.001 },
  { metric: 'current', column: `${optical}.8`, label: '{name} Tx Bias', texts: sfp, scale: 0.001 },
  { metric: 'optical_power', column: `${optical}.9`, label: '{name} Tx', texts: sfp, scale: 0.001 },
  { metric: 'optical_power', column: `${optical}.10`, label: '{name} Rx', texts: sfp, scale: 0.001 },
  { state: `${optical}.3`, label: '{name} Rx', texts: sfp, states: yesIsBad },
  { state: `${optical}.4`, label: '{name} Tx', texts: sfp, states: yesIsBad },
  { metric: 'voltage', column: `${poe}.4`, label: '{name} POE', texts: poeName, scale: 0.1 },
  { metric: 'current', column: `${poe}.5`, label: '{name} POE', texts: poeName, scale: 0.001 },
  { metric: 'power', column: `${poe}.6`, label: '{name} POE', texts: poeName, scale: 0.1 },
  {
    state: `${poe}.3`,
    label: '{name} POE',
    texts: poeName,
    states: states({
      off: { 1: 'disabled' },
      normal: { 2: 'waitingForLoad', 3: 'poweredOn' },
      warning: { 4: 'overload' },
      critical: {
        5: 'shortCircuit',
        6: 'voltageTooLow',
        7: 'currentTooLow',
        8: 'powerReset',
        9: 'voltageTooHigh',
        10: 'controllerError',
      },
    }),
  },
  { metric: 'sensor_count', column: `${root}.6.1.0`, label: 'DHCP Lease Count' },
  { metric: 'wifi_clients', column: `${root}.1.3.1.6`, label: '{port}' },
  { metric: 'wifi_noise', column: `${root}.1.3.1.9`, label: '{port}', rawMin: -150, rawMax: -1 },
  { metric: 'wifi_signal', column: `${root}.1.1.1.4`, label: '{port}', rawMin: -150, rawMax: -1 },
  {
    state: `${root}.1.8.1.4`,
    label: 'Station Connected',
    states: states({ critical: { 0: 'disconnected' }, normal: { 1: 'connected' } }),
  },
  {
    state: `${root}.1.8.1.2`,
    label: 'Mode',
    states: states({ normal: { 0: 'AP Bridge', 1: 'Station Bridge', 2: 'Sniff', 3: 'Bridge' } }),
  },
  { metric: 'cellular_rssi', column: `${root}.16.1.1.2`, label: '{port}', rawMin: -150, rawMax: -1 },
  { metric: 'cellular_rsrq', column: `${root}.16.1.1.3`, label: '{port}', rawMin: -50, rawMax: -1 },
  { metric: 'cellular_rsrp', column: `${root}.16.1.1.4`, label: '{port}', rawMin: -200, rawMax: -1 },
  { metric: 'cellular_sinr', column: `${root}.16.1.1.7`, label: '{port}' },
]

export const mikrotik: readonly Profile[] = [
  {
    name: 'routeros',
    vendor: 'MikroTik',
    match: [{ oids: ['1.3.6.1.4.1.14988.1'] }],
    type: [
      { type: 'switch', descr: /\b(?:CRS|CSS|netPower)/i },
      {
        type: 'wireless_ap',
        descr:
          /\b(?:[cw]AP|SXT|LHG|LtAP|Disc|DynaDish|mANT|NetMetal|Groove|QRT|Cube|Wire ?60|wsAP|Audience|BaseBox|Metal)/,
      },
      { type: 'router' },
    ],
    model: [{ descr: /^RouterOS (\S[^\r\n]{1,60})/ }, { oid: `${root}.7.9.0` }],
    version: [{ oid: `${root}.4.4.0` }, { oid: `${root}.7.4.0` }],
    serial: [{ oid: `${root}.7.3.0` }],
    tables,
    without: ['host-processors', 'entity-sensors'],
  },
  {
    name: 'swos',
    vendor: 'MikroTik',
    match: [{ oids: ['1.3.6.1.4.1.14988.2'] }],
    type: [{ type: 'switch' }],
    model: [{ descr: /^(\S{2,40})/ }],
    version: [{ oid: `${root}.4.4.0` }],
    serial: [{ oid: `${root}.7.3.0` }],
    tables,
  },
]
