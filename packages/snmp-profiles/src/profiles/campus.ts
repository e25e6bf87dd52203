import { fastpath } from '../mibs/fastpath.ts'
import type { Profile, Table } from '../model.ts'
import { states } from '../states.ts'

const foundry = '1.3.6.1.4.1.1991.1.1'
/** FOUNDRY-SN-AGENT-MIB, which ICX switches of Ruckus keep. */
const foundryTables: readonly Table[] = [
  { metric: 'cpu_usage', column: `${foundry}.2.1.52.0`, label: 'Processor', rawMax: 100 },
  {
    pool: 'memory',
    total: `${foundry}.2.1.54.0`,
    free: `${foundry}.2.1.55.0`,
    percent: `${foundry}.2.1.53.0`,
    label: 'Memory',
  },
  {
    metric: 'temperature',
    column: `${foundry}.2.13.1.1.4`,
    label: '{name}',
    texts: { name: `${foundry}.2.13.1.1.3` },
    scale: 0.5,
    rawMin: 1,
  },
  {
    state: `${foundry}.1.2.1.1.3`,
    label: 'Power Supply {name}',
    texts: { name: { column: `${foundry}.1.2.1.1.2`, or: '' } },
    states: states({ unknown: { 1: 'other' }, normal: { 2: 'normal' }, critical: { 3: 'failure' } }),
  },
  {
    state: `${foundry}.1.3.1.1.3`,
    label: 'Fan {name}',
    texts: { name: { column: `${foundry}.1.3.1.1.2`, or: '' } },
    states: states({ unknown: { 1: 'other' }, normal: { 2: 'normal' }, critical: { 3: 'failure' } }),
  },
  {
    metric: 'optical_power',
    column: `${foundry}.3.3.6.1.2`,
    label: '{port} Tx Power',
    text: /(-?\d{1,3}\.\d{1,6}) dBm/,
  },
  {
    metric: 'optical_power',
    column: `${foundry}.3.3.6.1.3`,
    label: '{port} Rx Power',
    text: /(-?\d{1,3}\.\d{1,6}) dBm/,
  },
  {
    metric: 'temperature',
    column: `${foundry}.3.3.6.1.1`,
    label: '{port} Temperature',
    text: /(-?\d{1,3}\.\d{1,6}) C/,
  },
  { metric: 'poe_power', column: `${foundry}.2.14.2.2.1.6`, label: '{port}', scale: 0.001, rawMin: 1 },
]

export const campus: readonly Profile[] = [
  {
    name: 'ruckus-icx',
    vendor: 'Ruckus',
    match: [{ oids: ['1.3.6.1.4.1.1991'], descr: /ICX|Ruckus/i }],
    type: [{ type: 'switch' }],
    model: [{ descr: /\b(ICX\d{4}\S{0,20})/ }, { products: 'foundry' }],
    version: [{ oid: `${foundry}.2.1.11.0` }, { descr: /Version (\S{3,30}?)(?=[\s,]|$)/ }],
    serial: [{ oid: `${foundry}.1.1.2.0` }, { entity: 'serial' }],
    tables: foundryTables,
  },
  {
    name: 'foundry',
    vendor: 'Brocade',
    match: [{ oids: ['1.3.6.1.4.1.1991'] }],
    type: [{ type: 'router', descr: /NetIron|MLX|CER|XMR|router/i }, { type: 'switch' }],
    model: [{ products: 'foundry' }],
    version: [{ oid: `${foundry}.2.1.11.0` }, { descr: /Version (\S{3,30}?)(?=[\s,]|$)/ }],
    serial: [{ oid: `${foundry}.1.1.2.0` }],
    tables: foundryTables,
  },
  {
    name: 'dell-networking',
    vendor: 'Dell',
    match: [{ oids: ['1.3.6.1.4.1.674.10895', '1.3.6.1.4.1.6027', '1.3.6.1.4.1.674.11000'] }],
    type: [{ type: 'switch' }],
    model: [
      { oid: '1.3.6.1.4.1.674.10895.3000.1.2.100.1.0' },
      { entity: 'model' },
      { descr: /^([^,\r\n]{2,60}),/ },
      { descr: /System Type: (\S{2,30})/ },
    ],
    version: [
      { oid: '1.3.6.1.4.1.674.10895.3000.1.2.100.4.0' },
      { descr: /(?:Software|OS) Version: ?([^\s,]{2,40})/ },
      { entity: 'software' },
    ],
    serial: [{ oid: '1.3.6.1.4.1.674.10895.3000.1.2.100.8.1.2.1' }, { entity: 'serial' }],
    tables: [
      ...fastpath('1.3.6.1.4.1.674.10895.5000.2.6132.1.1'),
      {
        metric: 'cpu_usage',
        column: '1.3.6.1.4.1.6027.3.26.1.4.4.1.1',
        label: 'Processor {index}',
        rawMax: 100,
      },
      {
        metric: 'cpu_usage',
        column: '1.3.6.1.4.1.89.1.9.0',
        label: 'Processor',
        rawMax: 100,
        fallback: true,
      },
    ],
  },
  {
    name: 'arista',
    vendor: 'Arista',
    match: [{ oids: ['1.3.6.1.4.1.30065'] }],
    type: [{ type: 'switch' }],
    model: [{ entity: 'model' }, { descr: /running on an Arista Networks (\S{2,30})/ }],
    version: [{ descr: /EOS version (\S{2,40})/ }, { entity: 'software' }],
    serial: [{ entity: 'serial' }],
  },
]
