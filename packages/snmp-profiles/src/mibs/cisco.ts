import type { RowText, Table } from '../model.ts'
import { states } from '../states.ts'

const entPhysicalName = '1.3.6.1.2.1.47.1.1.1.1.7'
const entPhysicalDescr = '1.3.6.1.2.1.47.1.1.1.1.2'
const ofEntity: readonly RowText[] = [{ column: entPhysicalName }, { column: entPhysicalDescr }]

/** CiscoEnvMonState. */
const envMon = states({
  normal: { 1: 'normal' },
  warning: { 2: 'warning' },
  critical: { 3: 'critical', 4: 'shutdown', 6: 'notFunctioning' },
  off: { 5: 'notPresent' },
})
/** Some descriptions of CISCO-ENVMON-MIB end with the state of the part. */
const unstable = /, (?:GREEN|YELLOW|RED|Normal|Warning|Critical)\b.*|(?<=PS\d) .*/i

const cpmCPUTotalEntry = '1.3.6.1.4.1.9.9.109.1.1.1.1'
const ofCpu = (...from: readonly number[]) => [
  { column: entPhysicalName, via: `${cpmCPUTotalEntry}.2`, ...(from.length > 0 && { from: 0, to: 1 }) },
  { column: entPhysicalDescr, via: `${cpmCPUTotalEntry}.2`, ...(from.length > 0 && { from: 0, to: 1 }) },
]

/** CISCO-PROCESS-MIB: cores where it has them, else five-minute use of each processor; then QuantumFlow processors. */
export const processors: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.9.9.109.1.1.2.1.5',
    label: '{name}: Core {-1}',
    texts: { name: [...ofCpu(0), { column: entPhysicalName, or: 'Processor' }] },
    rawMax: 100,
  },
  {
    metric: 'cpu_usage',
    column: `${cpmCPUTotalEntry}.8`,
    label: '{name}',
    texts: { name: [...ofCpu(), { column: `${cpmCPUTotalEntry}.0`, or: 'Processor' }] },
    rawMax: 100,
    fallback: true,
  },
  {
    metric: 'cpu_usage',
    column: `${cpmCPUTotalEntry}.5`,
    label: '{name}',
    texts: { name: [...ofCpu(), { column: `${cpmCPUTotalEntry}.0`, or: 'Processor' }] },
    rawMax: 100,
    fallback: true,
  },
  /** OLD-CISCO-CPU-MIB avgBusy5. */
  { metric: 'cpu_usage', column: '1.3.6.1.4.1.9.2.1.58.0', label: 'Processor', rawMax: 100, fallback: true },
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.9.9.715.1.1.6.1.14',
    // Of the four intervals the third: five minutes.
    index: /\.3$/,
    label: '{name}',
    texts: {
      name: [
        { column: entPhysicalName, from: 0, to: 1 },
        { column: entPhysicalDescr, from: 0, to: 1, or: 'QFP' },
      ],
    },
    rawMax: 100,
  },
]

const cempMemPoolEntry = '1.3.6.1.4.1.9.9.221.1.1.1.1'
const pool = {
  name: `${cempMemPoolEntry}.3`,
  part: [
    { column: entPhysicalName, to: 1 },
    { column: entPhysicalDescr, to: 1 },
  ],
}

/** CISCO-ENHANCED-MEMPOOL-MIB, else CISCO-MEMORY-POOL-MIB, else the memory of CISCO-PROCESS-MIB. */
export const memory: readonly Table[] = [
  {
    pool: 'memory',
    used: `${cempMemPoolEntry}.18`,
    free: `${cempMemPoolEntry}.20`,
    label: '{part} - {name}',
    texts: pool,
  },
  {
    pool: 'memory',
    used: `${cempMemPoolEntry}.7`,
    free: `${cempMemPoolEntry}.8`,
    label: '{part} - {name}',
    texts: pool,
    fallback: true,
  },
  {
    pool: 'memory',
    used: '1.3.6.1.4.1.9.9.48.1.1.1.5',
    free: '1.3.6.1.4.1.9.9.48.1.1.1.6',
    label: '{name}',
    texts: { name: '1.3.6.1.4.1.9.9.48.1.1.1.2' },
    fallback: true,
  },
  {
    pool: 'memory',
    used: `${cpmCPUTotalEntry}.12`,
    free: `${cpmCPUTotalEntry}.13`,
    unit: 1024,
    label: '{name} Memory',
    texts: { name: ofCpu() },
    fallback: true,
  },
]

const cefcFRUPowerOperStatus = states({
  off: { 1: 'offEnvOther', 3: 'offAdmin', 9: 'onButFanFail' },
  normal: { 2: 'on', 11: 'onButInlinePowerFail' },
  critical: {
    4: 'offDenied',
    5: 'offEnvPower',
    6: 'offEnvTemp',
    7: 'offEnvFan',
    8: 'failed',
    10: 'offCooling',
    12: 'offConnectorRating',
  },
})

/** CISCO-ENVMON-MIB, CISCO-ENTITY-FRU-CONTROL-MIB, CISCO-STACKWISE-MIB. */
export const environment: readonly Table[] = [
  {
    metric: 'voltage',
    column: '1.3.6.1.4.1.9.9.13.1.2.1.3',
    label: '{descr}',
    texts: { descr: '1.3.6.1.4.1.9.9.13.1.2.1.2' },
    when: [{ column: '1.3.6.1.4.1.9.9.13.1.2.1.7', not: [5] }],
    scale: 0.001,
    rawMin: 1,
    unstable,
  },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.9.9.13.1.3.1.3',
    high: '1.3.6.1.4.1.9.9.13.1.3.1.4',
    label: '{descr}',
    texts: { descr: '1.3.6.1.4.1.9.9.13.1.3.1.2' },
    when: [{ column: '1.3.6.1.4.1.9.9.13.1.3.1.6', not: [5] }],
    rawMin: 1,
    unstable,
  },
  {
    state: '1.3.6.1.4.1.9.9.13.1.3.1.6',
    label: '{descr}',
    texts: { descr: '1.3.6.1.4.1.9.9.13.1.3.1.2' },
    states: envMon,
    unstable,
  },
  {
    state: '1.3.6.1.4.1.9.9.13.1.4.1.3',
    label: '{descr}',
    texts: { descr: '1.3.6.1.4.1.9.9.13.1.4.1.2' },
    states: envMon,
    unstable,
  },
  {
    state: '1.3.6.1.4.1.9.9.13.1.5.1.3',
    label: '{descr}',
    texts: { descr: '1.3.6.1.4.1.9.9.13.1.5.1.2' },
    states: envMon,
    unstable,
  },
  {
    state: '1.3.6.1.4.1.9.9.13.1.2.1.7',
    label: '{descr}',
    texts: { descr: '1.3.6.1.4.1.9.9.13.1.2.1.2' },
    states: envMon,
    unstable,
  },
  {
    state: '1.3.6.1.4.1.9.9.117.1.1.2.1.2',
    label: '{name}',
    texts: { name: ofEntity },
    states: cefcFRUPowerOperStatus,
  },
  {
    state: '1.3.6.1.4.1.9.9.117.1.4.1.1.1',
    label: '{name}',
    texts: { name: ofEntity },
    states: states({
      unknown: { 1: 'unknown' },
      normal: { 2: 'up' },
      critical: { 3: 'down' },
      warning: { 4: 'warning' },
    }),
  },
  {
    state: '1.3.6.1.4.1.9.9.117.1.2.1.1.2',
    label: 'Operating Status - {name}',
    texts: { name: ofEntity },
    states: states({
      unknown: { 1: 'unknown' },
      normal: { 2: 'ok', 3: 'disabled' },
      warning: {
        4: 'okButDiagFailed',
        5: 'boot',
        6: 'selfTest',
        19: 'okButPowerOverWarning',
        21: 'syncInProgress',
        22: 'upgrading',
        24: 'mdr',
        26: 'fwDownloadSuccess',
      },
      critical: {
        7: 'failed',
        8: 'missing',
        9: 'mismatchWithParent',
        10: 'mismatchConfig',
        11: 'diagFailed',
        12: 'dormant',
        13: 'outOfServiceAdmin',
        14: 'outOfServiceEnvTemp',
        15: 'poweredDown',
        16: 'poweredUp',
        17: 'powerDenied',
        18: 'powerCycled',
        20: 'okButPowerOverCritical',
        23: 'okButAuthFailed',
        25: 'fwMismatchFound',
        27: 'fwDownloadFailure',
      },
    }),
  },
  {
    state: '1.3.6.1.4.1.9.9.500.1.1.3.0',
    label: 'Stack Ring - Redundant',
    states: states({ normal: { 1: 'redundant' }, critical: { 2: 'not redundant' } }),
  },
  {
    state: '1.3.6.1.4.1.9.9.500.1.2.2.1.1',
    label: 'Stack Port Status - {port}',
    states: states({ normal: { 1: 'up' }, critical: { 2: 'down' }, warning: { 3: 'forced down' } }),
  },
  {
    state: '1.3.6.1.4.1.9.9.500.1.2.1.1.3',
    label: 'Stack Role - {name}',
    texts: { name: { column: '1.3.6.1.4.1.9.9.500.1.2.1.1.1', or: '' } },
    states: states({ normal: { 1: 'master', 2: 'member', 4: 'standby' }, warning: { 3: 'not a member' } }),
  },
  {
    state: '1.3.6.1.4.1.9.9.500.1.2.1.1.6',
    label: 'Stack State - {name}',
    texts: { name: { column: '1.3.6.1.4.1.9.9.500.1.2.1.1.1', or: '' } },
    states: states({
      warning: { 1: 'waiting', 2: 'progressing', 3: 'added' },
      normal: { 4: 'ready' },
      critical: {
        5: 'SDM mismatch',
        6: 'version mismatch',
        7: 'feature mismatch',
        8: 'new master',
        9: 'provisioned',
        10: 'invalid',
        11: 'removed',
      },
    }),
  },
  { metric: 'sensor_count', column: '1.3.6.1.4.1.9.9.402.1.4.1', label: 'PoE Devices Connected' },
  {
    metric: 'poe_power',
    column: '1.3.6.1.4.1.9.9.402.1.2.1.7',
    label: '{name}',
    texts: { name: { column: entPhysicalName, via: '1.3.6.1.4.1.9.9.402.1.2.1.11', or: 'Port' } },
    scale: 0.001,
    rawMin: 1,
  },
  {
    state: '1.3.6.1.4.1.9.9.176.1.1.2.0',
    label: 'VSS Device State',
    states: states({
      unknown: { 0: 'unknown', 1: 'notKnown' },
      off: { 2: 'disabled', 3: 'initialization' },
      warning: {
        4: 'negotiation',
        5: 'standbyCold',
        6: 'standbyColdConfig',
        7: 'standbyColdFileSys',
        8: 'standbyColdBulk',
      },
      normal: {
        9: 'standbyHot',
        10: 'activeFast',
        11: 'activeDrain',
        12: 'activePreconfig',
        13: 'activePostconfig',
        14: 'active',
      },
      critical: { 15: 'activeExtraload', 16: 'activeHandback' },
    }),
  },
  {
    state: '1.3.6.1.4.1.9.9.176.1.1.4.0',
    label: 'VSS Peer State',
    states: states({
      warning: { 1: 'notKnown' },
      off: { 2: 'disabled' },
      normal: { 9: 'standbyHot', 14: 'active' },
      critical: { 3: 'initialization', 4: 'negotiation', 5: 'standbyCold' },
    }),
  },
]

/** CISCO-FIREWALL-MIB and CISCO-REMOTE-ACCESS-MONITOR-MIB of ASA and FTD. */
export const firewall: readonly Table[] = [
  {
    metric: 'session_count',
    column: '1.3.6.1.4.1.9.9.147.1.2.2.2.1.5',
    index: /^40\.6$/,
    label: 'Current In Use Connections',
  },
  {
    metric: 'session_count',
    column: '1.3.6.1.4.1.9.9.147.1.2.2.2.1.5',
    index: /^40\.7$/,
    label: 'Highest Connections',
  },
  {
    state: '1.3.6.1.4.1.9.9.147.1.2.1.1.1.3',
    label: '{name}',
    texts: { name: '1.3.6.1.4.1.9.9.147.1.2.1.1.1.2' },
    states: states({
      warning: { 1: 'other', 5: 'overloaded' },
      normal: { 2: 'up', 9: 'active', 10: 'standby' },
      critical: { 3: 'down', 4: 'error', 6: 'busy', 7: 'noMedia' },
      unknown: { 8: 'backup' },
    }),
  },
  { metric: 'session_count', column: '1.3.6.1.4.1.9.9.392.1.3.26.0', label: 'Active IPSec sessions' },
  { metric: 'session_count', column: '1.3.6.1.4.1.9.9.392.1.3.29.0', label: 'Active LAN to LAN sessions' },
  {
    metric: 'session_count',
    column: '1.3.6.1.4.1.9.9.392.1.3.32.0',
    label: 'Active Load Balancing sessions',
  },
  { metric: 'session_count', column: '1.3.6.1.4.1.9.9.392.1.3.35.0', label: 'Active SVC sessions' },
  { metric: 'session_count', column: '1.3.6.1.4.1.9.9.392.1.3.38.0', label: 'Active Webvpn sessions' },
]

/** AIRESPACE-SWITCHING-MIB and AIRESPACE-WIRELESS-MIB. */
export const wireless: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.14179.1.1.5.1.0',
    label: 'Processor',
    rawMax: 100,
    fallback: true,
  },
  {
    pool: 'memory',
    total: '1.3.6.1.4.1.14179.1.1.5.2.0',
    free: '1.3.6.1.4.1.14179.1.1.5.3.0',
    unit: 1024,
    label: 'Memory',
    fallback: true,
  },
  { metric: 'temperature', column: '1.3.6.1.4.1.14179.2.3.1.13.0', label: 'Internal Temperature' },
  {
    metric: 'wifi_clients',
    column: '1.3.6.1.4.1.14179.2.1.1.1.38',
    label: '{ssid}',
    texts: { ssid: '1.3.6.1.4.1.14179.2.1.1.1.2' },
  },
  {
    metric: 'wifi_clients',
    column: '1.3.6.1.4.1.14179.2.2.13.1.4',
    label: '{ap} radio {-1}',
    texts: { ap: { column: '1.3.6.1.4.1.14179.2.2.1.1.3', to: 6 } },
  },
]

const sb = '1.3.6.1.4.1.9.6.1.101'
/** rlPhyTestGetResult: port, then which test. */
const ddm = (
  metric: 'temperature' | 'voltage' | 'current' | 'optical_power',
  test: number,
  what: string,
  scale = 1,
): Table => ({
  metric,
  column: `${sb}.90.1.2.1.3`,
  index: new RegExp(`\\.${test}$`),
  label: `{row} ${what}`,
  scale,
  invalid: [0],
  rawMin: -100_000,
})

/** CISCOSB-* (rndMng, Physicaldescription): SMB switches. */
export const smallBusiness: readonly Table[] = [
  // rlCpuUtilDuringLastMinute; 101 means that it is not measured.
  { metric: 'cpu_usage', column: `${sb}.1.8.0`, label: 'CPU', rawMax: 100 },
  { metric: 'cpu_usage', column: `${sb}.1.9.0`, label: 'CPU', rawMax: 100, fallback: true },
  ddm('temperature', 5, 'Module'),
  ddm('voltage', 6, 'Supply Voltage', 1e-6),
  ddm('current', 7, 'Bias Current', 1e-6),
  ddm('optical_power', 8, 'Transmit Power', 0.001),
  ddm('optical_power', 9, 'Receive Power', 0.001),
  { metric: 'poe_power', column: `${sb}.108.1.1.5`, label: '{port}', scale: 0.001, rawMin: 1 },
  {
    metric: 'temperature',
    column: '1.3.6.1.4.1.9.6.1.101.53.15.1.10',
    label: 'Unit {index}',
    rawMin: 1,
    rawMax: 500,
  },
]
