/** What the evaluation's company has, as data: places, devices and lines. Facts of cases are read from here. */

export const departments = ['上海大区', '浙江大区'] as const

interface Place {
  readonly name: string
  readonly code: string
  readonly region: string
  readonly department: (typeof departments)[number] | null
  readonly address: string
  /** None: an outlet without devices and lines. */
  readonly isEmpty?: true
}

export const places = [
  {
    name: '虹桥店',
    code: 'SH-HQ-01',
    region: '华东/上海/闵行',
    department: '上海大区',
    address: '申长路 688 号',
  },
  {
    name: '徐汇店',
    code: 'SH-XH-02',
    region: '华东/上海/徐汇',
    department: '上海大区',
    address: '漕溪北路 339 号',
  },
  {
    name: '静安店',
    code: 'SH-JA-03',
    region: '华东/上海/静安',
    department: '上海大区',
    address: '南京西路 1515 号',
  },
  {
    name: '浦东店',
    code: 'SH-PD-04',
    region: '华东/上海/浦东',
    department: '上海大区',
    address: '世纪大道 8 号',
  },
  {
    name: '西湖店',
    code: 'HZ-XH-01',
    region: '华东/浙江/杭州',
    department: '浙江大区',
    address: '延安路 98 号',
  },
  {
    name: '滨江店',
    code: 'HZ-BJ-02',
    region: '华东/浙江/杭州',
    department: '浙江大区',
    address: '江南大道 228 号',
  },
  {
    name: '宁波店',
    code: 'NB-HS-01',
    region: '华东/浙江/宁波',
    department: '浙江大区',
    address: '中山东路 188 号',
  },
  {
    name: '苏州店',
    code: 'SZ-GY-01',
    region: '华东/江苏/苏州',
    department: null,
    address: '星湖街 158 号',
    isEmpty: true,
  },
] as const satisfies readonly Place[]
export type PlaceName = (typeof places)[number]['name']

interface Kind {
  readonly suffix: string
  readonly type: string
  readonly driver: string
  readonly brand: string
  readonly model: string
  readonly version: string
}

/** Devices of each outlet that is not empty. */
export const kinds = [
  {
    suffix: '网关',
    type: 'smart_cpe',
    driver: 'cwmp',
    brand: 'Netward',
    model: 'NW-G3',
    version: '2.4.1',
  },
  {
    suffix: '交换机',
    type: 'switch',
    driver: 'snmp',
    brand: 'Huawei',
    model: 'S5735-L24P4X-A1',
    version: 'V200R022C00',
  },
  {
    suffix: 'AP1',
    type: 'wireless_ap',
    driver: 'snmp',
    brand: 'H3C',
    model: 'WA6320',
    version: 'R2447P05',
  },
  {
    suffix: 'AP2',
    type: 'wireless_ap',
    driver: 'snmp',
    brand: 'H3C',
    model: 'WA6320',
    version: 'R2447P05',
  },
] as const satisfies readonly Kind[]
/** Outlets with a UPS. */
export const withUps: readonly PlaceName[] = ['虹桥店', '西湖店']
export const ups: Kind = {
  suffix: 'UPS',
  type: 'other',
  driver: 'snmp',
  brand: 'Santak',
  model: 'C3K',
  version: '1.09',
}
export const offline = ['西湖店网关', '西湖店AP2', '静安店AP2'] as const
/** It missed the last campaign. */
export const oldFirmware = { name: '浦东店网关', version: '2.3.0' } as const
export const newFirmware = kinds[0].version

export const deviceCount = places.filter((one) => !('isEmpty' in one)).length * kinds.length + withUps.length

export const lines = [
  {
    name: '虹桥店电信专线',
    place: '虹桥店',
    isp: 'telecom',
    type: 'dedicated',
    down: 200,
    up: 200,
    account: 'SH-TEL-88016621',
  },
  {
    name: '虹桥店联通宽带',
    place: '虹桥店',
    isp: 'unicom',
    type: 'broadband',
    down: 500,
    up: 50,
    account: 'SH-CUC-52207714',
  },
  {
    name: '徐汇店电信宽带',
    place: '徐汇店',
    isp: 'telecom',
    type: 'broadband',
    down: 300,
    up: 30,
    account: 'SH-TEL-88016905',
  },
  {
    name: '静安店联通宽带',
    place: '静安店',
    isp: 'unicom',
    type: 'broadband',
    down: 300,
    up: 30,
    account: 'SH-CUC-52208860',
  },
  {
    name: '浦东店移动宽带',
    place: '浦东店',
    isp: 'mobile',
    type: 'broadband',
    down: 1000,
    up: 50,
    account: 'SH-CMC-30117342',
  },
  {
    name: '西湖店移动专线',
    place: '西湖店',
    isp: 'mobile',
    type: 'dedicated',
    down: 100,
    up: 100,
    account: 'HZ-CMC-71400921',
  },
  {
    name: '滨江店电信宽带',
    place: '滨江店',
    isp: 'telecom',
    type: 'broadband',
    down: 300,
    up: 30,
    account: 'HZ-TEL-60551187',
  },
  {
    name: '宁波店移动5G',
    place: '宁波店',
    isp: 'mobile',
    type: '5g',
    down: 300,
    up: 60,
    account: 'NB-CMC-90033128',
  },
] as const satisfies readonly {
  name: string
  place: PlaceName
  isp: string
  type: string
  down: number
  up: number
  account: string
}[]
export type LineName = (typeof lines)[number]['name']

/** Round trips (95th percentile, ms) and loss (%) of the slow line, before and since it is slow. */
export const slowLine = {
  name: '虹桥店电信专线',
  sinceHours: 20,
  before: { rtt: 11, loss: 0 },
  since: { rtt: 27, loss: 0.4 },
} as const satisfies { name: LineName } & Record<string, unknown>
export const brokenLine = { name: '西湖店移动专线', sinceHours: 3 } as const satisfies {
  name: LineName
} & Record<string, unknown>

/** Outages that are over: hours since they began, minutes that they lasted. */
export const outages = [
  {
    line: '虹桥店联通宽带',
    hoursAgo: 50,
    minutes: 47,
    cause: 'isp',
    responsibility: 'isp',
    note: '联通机房割接',
  },
  {
    line: '虹桥店联通宽带',
    hoursAgo: 122,
    minutes: 13,
    cause: 'unknown',
    responsibility: 'unknown',
    note: '',
  },
  {
    line: '徐汇店电信宽带',
    hoursAgo: 74,
    minutes: 22,
    cause: 'power',
    responsibility: 'customer',
    note: '商场停电',
  },
] as const satisfies readonly { line: LineName; [more: string]: unknown }[]
