/** Closed lists of outlets and lines, without a library: forms and imports use them too. */

/**
 * `partial`: some of its gateways are online and some are offline. `overdue`: the others are unknown. `none`: it has no
 * devices.
 */
export const healths = ['online', 'partial', 'overdue', 'offline', 'unknown', 'none'] as const
export type OutletHealth = (typeof healths)[number]

export const isps = ['telecom', 'unicom', 'mobile', 'broadnet', 'other'] as const
export type Isp = (typeof isps)[number]
export const lineTypes = ['dedicated', 'broadband', '5g', '4g', 'satellite', 'other'] as const
/** How the WAN gets its address. */
export const addressings = ['dhcp', 'pppoe', 'static'] as const
/** Control characters cannot be sent to a gateway. */
export const linePassword = { most: 128, pattern: /^[^\p{Cc}\p{Cs}]*$/u } as const
/**
 * Whether the gateway has the WAN that a line names: `unknown` when it reports none, `none` when none is
 * named.
 */
export const wanStates = ['none', 'present', 'missing', 'unknown'] as const
export type WanState = (typeof wanStates)[number]

export const maxContacts = 5
/** Rows of a file. */
export const maxImported = 10_000

/** Health of an outlet from its devices. */
export function healthOf({
  devices,
  online,
  overdue,
  offline,
}: {
  readonly devices: number
  readonly online: number
  readonly overdue: number
  readonly offline: number
}): OutletHealth {
  if (devices === 0) return 'none'
  if (online === devices) return 'online'
  if (online > 0) return offline > 0 ? 'partial' : 'online'
  if (offline > 0) return 'offline'
  return overdue > 0 ? 'overdue' : 'unknown'
}

/** Level-one regions of China, offered where a company has no regions yet. */
export const provinces = [
  '北京市',
  '天津市',
  '上海市',
  '重庆市',
  '河北省',
  '山西省',
  '辽宁省',
  '吉林省',
  '黑龙江省',
  '江苏省',
  '浙江省',
  '安徽省',
  '福建省',
  '江西省',
  '山东省',
  '河南省',
  '湖北省',
  '湖南省',
  '广东省',
  '海南省',
  '四川省',
  '贵州省',
  '云南省',
  '陕西省',
  '甘肃省',
  '青海省',
  '台湾省',
  '内蒙古自治区',
  '广西壮族自治区',
  '西藏自治区',
  '宁夏回族自治区',
  '新疆维吾尔自治区',
  '香港特别行政区',
  '澳门特别行政区',
] as const
