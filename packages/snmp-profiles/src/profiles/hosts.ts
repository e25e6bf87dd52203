import type { Profile, Table } from '../model.ts'
import { oneIsNormal, states } from '../states.ts'

const syno = '1.3.6.1.4.1.6574'
const disk = { disk: `${syno}.2.1.1.2`, model: `${syno}.2.1.1.3` } as const

/** SYNOLOGY-SYSTEM-MIB, -DISK-MIB, -RAID-MIB, -UPS-MIB. */
const synology: readonly Table[] = [
  { metric: 'temperature', column: `${syno}.1.2.0`, label: 'System', rawMin: 1 },
  { metric: 'temperature', column: `${syno}.2.1.1.6`, label: '{disk} {model}', texts: disk, rawMin: 1 },
  { metric: 'sensor_count', column: `${syno}.2.1.1.9`, label: '{disk} {model}', texts: disk, rawMin: 0 },
  { state: `${syno}.1.1.0`, label: 'System', states: oneIsNormal },
  { state: `${syno}.1.3.0`, label: 'Power', states: oneIsNormal },
  { state: `${syno}.1.4.1.0`, label: 'FAN - System', states: oneIsNormal },
  { state: `${syno}.1.4.2.0`, label: 'FAN - CPU', states: oneIsNormal },
  {
    state: `${syno}.1.5.4.0`,
    label: 'Upgrade Availability',
    states: states({
      warning: { 1: 'available' },
      normal: { 2: 'unavailable' },
      unknown: { 3: 'connecting', 4: 'disconnected', 5: 'others' },
    }),
  },
  {
    state: `${syno}.3.1.1.3`,
    label: '{name}',
    texts: { name: `${syno}.3.1.1.2` },
    states: states({
      normal: { 1: 'normal' },
      warning: {
        2: 'repairing',
        3: 'migrating',
        4: 'expanding',
        5: 'deleting',
        6: 'creating',
        7: 'syncing',
        8: 'parityChecking',
        9: 'assembling',
        10: 'canceling',
        13: 'dataScrubbing',
        14: 'deploying',
        15: 'unDeploying',
        16: 'mountCache',
        17: 'unmountCache',
        18: 'expandingUnfinishedSHR',
        19: 'convertSHRToPool',
        20: 'migrateSHR1ToSHR2',
      },
      critical: { 11: 'degrade', 12: 'crashed' },
      unknown: { 21: 'unknown' },
    }),
  },
  {
    state: `${syno}.2.1.1.5`,
    label: '{disk} {model}',
    texts: disk,
    states: states({
      normal: { 1: 'normal' },
      warning: { 2: 'initialized', 3: 'notInitialized' },
      critical: { 4: 'systemPartitionFailed', 5: 'crashed' },
    }),
  },
  {
    state: `${syno}.2.1.1.13`,
    label: '{disk} {model}',
    texts: disk,
    states: states({
      normal: { 1: 'normal' },
      warning: { 2: 'warning' },
      critical: { 3: 'critical', 4: 'failing' },
    }),
  },
]

const nas = '1.3.6.1.4.1.24681.1.4.1.1.1.1'
const oldNas = '1.3.6.1.4.1.24681.1.2'
/** NAS-MIB of QNAP: the newer objects, else the older ones, whose values are texts such as `38 C/100 F`. */
const qnap: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: `${oldNas}.1.0`,
    label: 'Processor',
    text: true,
    rawMax: 100,
    fallback: true,
  },
  { metric: 'temperature', column: `${nas}.1.1.2.1.7`, label: 'Enclosure {index}', invalid: [-1], rawMin: 1 },
  { metric: 'temperature', column: `${nas}.4.2.0`, label: 'CPU', invalid: [-1], rawMin: 1 },
  { metric: 'temperature', column: `${nas}.3.2.1.6`, label: 'PSU {index}', invalid: [-1], rawMin: 1 },
  {
    metric: 'temperature',
    column: `${nas}.5.2.1.6`,
    label: 'Disk {index} {model}',
    texts: { model: { column: `${nas}.5.2.1.8`, or: '' } },
    invalid: [-1],
    rawMin: 1,
  },
  { metric: 'fan_speed', column: `${nas}.2.2.1.5`, label: 'FAN {index}', invalid: [-1], rawMin: 0 },
  { metric: 'fan_speed', column: `${nas}.3.2.1.5`, label: 'PSU {index}', invalid: [-1], rawMin: 0 },
  { metric: 'temperature', column: `${oldNas}.5.0`, label: 'CPU', text: true, rawMin: 1, fallback: true },
  { metric: 'temperature', column: `${oldNas}.6.0`, label: 'System', text: true, rawMin: 1 },
  {
    metric: 'temperature',
    column: `${oldNas}.11.1.3`,
    label: 'Disk {index}',
    text: true,
    rawMin: 1,
    when: [{ column: `${oldNas}.11.1.4`, is: [0] }],
  },
  {
    metric: 'fan_speed',
    column: `${oldNas}.15.1.3`,
    label: 'FAN {index}',
    text: true,
    rawMin: 0,
    fallback: true,
  },
  {
    state: `${oldNas}.11.1.4`,
    label: 'Disk {index}',
    states: states({
      normal: { 0: 'ready' },
      off: { [-5]: 'no disk' },
      critical: { [-6]: 'invalid', [-9]: 'read/write error' },
      unknown: { [-4]: 'unknown' },
    }),
    invalid: [-5],
  },
  {
    state: `${nas}.5.2.1.5`,
    label: 'Disk {index} SMART',
    states: states({
      critical: { 2: 'abnormal', [-1]: 'error' },
      warning: { 1: 'warning' },
      normal: { 0: 'good' },
    }),
  },
]

const hik = '1.3.6.1.4.1.39165.1'
const hikNew = '1.3.6.1.4.1.50001.1'
const dahua = '1.3.6.1.4.1.1004849.2.1'

/** Builds of Windows, by the kind of product that the last number of sysObjectID names. */
const serverBuilds = {
  6001: 'Server 2008 SP1',
  6002: 'Server 2008 SP2',
  7600: 'Server 2008 R2',
  7601: 'Server 2008 R2 SP1',
  9200: 'Server 2012',
  9600: 'Server 2012 R2',
  14393: 'Server 2016',
  17763: 'Server 2019',
  20348: 'Server 2022',
  26100: 'Server 2025',
} as const
const clientBuilds = {
  6002: 'Vista SP2',
  7600: '7',
  7601: '7 SP1',
  9200: '8',
  9600: '8.1',
  10240: '10',
  14393: '10',
  17763: '10',
  18363: '10',
  19041: '10',
  19042: '10',
  19044: '10',
  19045: '10',
  22000: '11',
  22621: '11',
  22631: '11',
  26100: '11',
} as const
const build = /\(Build (\d{3,6})/
const nt = /Windows (?:NT )?(?:Version )?(\d{1,2}\.\d{1,2})/
/** OpenManage of Dell and Insight agents of HP say what the machine is. */
const server = {
  model: [
    { join: 'Dell {0}', of: [{ oid: '1.3.6.1.4.1.674.10892.1.300.10.1.9.1' }] },
    { oid: '1.3.6.1.4.1.232.2.2.4.2.0' },
    { oid: '1.3.6.1.4.1.674.10892.5.1.3.12.0' },
  ],
  serial: [
    { oid: '1.3.6.1.4.1.674.10892.1.300.10.1.11.1' },
    { oid: '1.3.6.1.4.1.232.2.2.2.1.0' },
    { oid: '1.3.6.1.4.1.674.10892.5.1.3.2.0' },
  ],
} as const

export const hosts: readonly Profile[] = [
  {
    name: 'synology',
    vendor: 'Synology',
    match: [
      { oids: ['1.3.6.1.4.1.6574'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${syno}.1.5.1.0` },
    ],
    type: [{ type: 'router', model: /^RT\d|^MR\d|^WRX/ }, { type: 'other' }],
    model: [{ oid: `${syno}.1.5.1.0` }],
    version: [{ oid: `${syno}.1.5.3.0`, pattern: /(?:DSM |SRM )?(\S{2,30})/ }],
    serial: [{ oid: `${syno}.1.5.2.0` }],
    tables: synology,
  },
  {
    name: 'qnap',
    vendor: 'QNAP',
    match: [
      { oids: ['1.3.6.1.4.1.24681', '1.3.6.1.4.1.55062'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${oldNas}.12.0` },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], descr: /\bQNAP\b|\bQTS\b/ },
    ],
    type: [{ type: 'other' }],
    model: [{ oid: `${nas}.1.1.2.1.3.1` }, { oid: `${oldNas}.12.0` }, { oid: '1.3.6.1.2.1.47.1.1.1.1.13.1' }],
    version: [{ oid: '1.3.6.1.2.1.47.1.1.1.1.9.1' }, { descr: /\b(\d\.\d\.\d\S{0,20})$/ }],
    serial: [{ oid: `${nas}.1.1.2.1.4.1` }, { oid: '1.3.6.1.2.1.47.1.1.1.1.11.1' }],
    tables: qnap,
  },
  {
    name: 'esxi',
    vendor: 'VMware',
    match: [{ oids: ['1.3.6.1.4.1.6876'] }],
    type: [{ type: 'other' }],
    model: [{ entity: 'descr' }, { oid: '1.3.6.1.4.1.6876.1.1.0' }],
    version: [{ oid: '1.3.6.1.4.1.6876.1.2.0' }],
    serial: [{ entity: 'serial' }],
  },
  {
    name: 'windows',
    vendor: 'Microsoft',
    match: [{ oids: ['1.3.6.1.4.1.311'] }],
    type: [{ type: 'other' }],
    model: [
      ...server.model,
      {
        descr: /Hardware: (AMD64|Intel64|EM64T|x64|x86)/,
        names: {
          AMD64: 'AMD x64',
          Intel64: 'Intel x64',
          EM64T: 'Intel x64',
          x64: 'Generic x64',
          x86: 'Generic x86',
        },
      },
    ],
    version: [
      {
        join: '{0} (NT {1})',
        of: [
          {
            descr: build,
            names: serverBuilds,
            below: ['1.3.6.1.4.1.311.1.1.3.1.2', '1.3.6.1.4.1.311.1.1.3.1.3'],
          },
          { descr: nt },
        ],
      },
      { join: '{0} (NT {1})', of: [{ descr: build, names: clientBuilds }, { descr: nt }] },
    ],
    serial: server.serial,
  },
  {
    name: 'linux',
    vendor: 'Net-SNMP',
    match: [{ oids: ['1.3.6.1.4.1.8072.3.2.10', '1.3.6.1.4.1.8072'] }, { oids: ['1.3.6.1.4.1.2021.250'] }],
    type: [{ type: 'printer', descr: /printer/i }, { type: 'other' }],
    model: [
      ...server.model,
      {
        descr: / (x86_64|i[3-6]86|aarch64|armv\d\w{0,2}|mips\w{0,4}|ppc\w{0,4})\s*$/,
        names: {
          x86_64: 'Generic x86 64-bit',
          i386: 'Generic x86',
          i486: 'Generic x86',
          i586: 'Generic x86',
          i686: 'Generic x86',
        },
      },
    ],
    version: [{ descr: /^Linux \S{1,100} (\S{2,60})/ }],
    serial: server.serial,
  },
  {
    name: 'freebsd',
    vendor: 'FreeBSD',
    match: [{ oids: ['1.3.6.1.4.1.8072.3.2.8', '1.3.6.1.4.1.12325'] }],
    type: [{ type: 'other' }],
    model: [{ descr: / (amd64|i386|arm64|aarch64)\s*$/ }],
    version: [{ descr: /FreeBSD \S{0,100} ?(\d{1,2}\.\d\S{0,30})/ }],
  },
  {
    name: 'hikvision',
    vendor: 'Hikvision',
    match: [
      { oids: ['1.3.6.1.4.1.39165', '1.3.6.1.4.1.50001'] },
      { present: `${hik}.1.0` },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${hik}.1.0` },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${hikNew}.241.0` },
    ],
    type: [{ type: 'access_control', model: /^DS-K/i }, { type: 'other' }],
    model: [{ oid: `${hik}.1.0` }, { oid: `${hikNew}.241.0` }, { oid: `${hikNew}.100.0` }],
    version: [{ oid: `${hik}.3.0` }, { oid: `${hikNew}.231.0` }],
    serial: [{ oid: `${hikNew}.230.0` }, { oid: `${hikNew}.3.0` }],
    tables: [
      { metric: 'cpu_usage', column: `${hik}.7.0`, text: true, label: 'Processor', rawMax: 100 },
      {
        metric: 'cpu_usage',
        column: `${hikNew}.200.0`,
        text: true,
        label: 'Processor',
        rawMax: 100,
        fallback: true,
      },
      // `512 MB` and `83 PERCENT`.
      {
        pool: 'memory',
        percent: `${hik}.11.0`,
        total: `${hik}.10.0`,
        text: true,
        unit: 1_048_576,
        label: 'Memory',
      },
      { pool: 'memory', percent: `${hikNew}.220.0`, text: true, label: 'Memory', fallback: true },
      { pool: 'storage', percent: `${hik}.9.0`, text: true, label: 'Disk' },
    ],
  },
  {
    name: 'dahua',
    vendor: 'Dahua',
    match: [
      { oids: ['1.3.6.1.4.1.1004849'] },
      { oids: ['1.3.6.1.4.1.8072.3.2.10'], present: `${dahua}.2.4.0` },
      { present: `${dahua}.2.4.0` },
    ],
    type: [{ type: 'access_control', model: /ASI|ASC|VTO/ }, { type: 'other' }],
    model: [{ oid: `${dahua}.2.6.0` }, { oid: `${dahua}.2.1.0` }],
    version: [{ oid: `${dahua}.1.1.0` }, { oid: `${dahua}.2.2.0` }],
    serial: [{ oid: `${dahua}.2.4.0` }],
    tables: [
      { metric: 'cpu_usage', column: `${dahua}.3.0`, text: true, label: 'CPU Usage', rawMax: 100 },
      {
        state: `${dahua}.2.8.0`,
        label: 'Device Status',
        states: states({ critical: { 0: 'bad' }, normal: { 1: 'good' } }),
      },
    ],
  },
  {
    name: 'axis',
    vendor: 'Axis',
    match: [{ oids: ['1.3.6.1.4.1.368'] }],
    type: [{ type: 'access_control', descr: /door controller|A1\d{3}/i }, { type: 'other' }],
    model: [{ descr: /AXIS (\S{2,30})/i }],
    version: [{ descr: /; (\d{1,2}\.\d[\w.]{1,20});/ }],
  },
]
