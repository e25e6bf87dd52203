/** Companies of the demo: an MSP with three customers, and a direct customer of the platform. */
export interface DemoCompany {
  readonly code: string
  readonly name: string
  readonly kind: 'middleman' | 'company'
  /** Code of the parent company; defaults to the platform. */
  readonly parent?: string
  readonly administrator: string
  readonly engineer: string
  readonly gateways: number
  /** Site names, assigned to gateways in turn. */
  readonly sites: readonly string[]
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    code: 'beichen',
    name: '北辰网络服务',
    kind: 'middleman',
    administrator: '周敏',
    engineer: '陈志远',
    gateways: 0,
    sites: [],
  },
  {
    code: 'yuelai',
    name: '悦来连锁酒店',
    kind: 'company',
    parent: 'beichen',
    administrator: '林晓燕',
    engineer: '何俊',
    gateways: 14,
    sites: [
      '杭州西湖店',
      '上海虹桥店',
      '苏州观前店',
      '南京新街口店',
      '宁波天一店',
      '无锡崇安店',
      '合肥政务店',
    ],
  },
  {
    code: 'qinghe',
    name: '青禾便利店',
    kind: 'company',
    parent: 'beichen',
    administrator: '吴建国',
    engineer: '孙倩',
    gateways: 18,
    sites: [
      '滨江路店',
      '人民路店',
      '大学城店',
      '科技园店',
      '火车站店',
      '湖滨店',
      '建设路店',
      '中山路店',
      '东门店',
    ],
  },
  {
    code: 'haiyue',
    name: '海岳精密制造',
    kind: 'company',
    parent: 'beichen',
    administrator: '赵宏',
    engineer: '钱立',
    gateways: 6,
    sites: ['一号厂房', '二号厂房', '研发楼', '物流仓'],
  },
  {
    code: 'yunfan',
    name: '云帆物流',
    kind: 'company',
    administrator: '郑涛',
    engineer: '冯雪',
    gateways: 5,
    sites: ['华东分拨中心', '华南分拨中心', '总部'],
  },
]

/** Serial numbers run across all gateways of the demo: this is the number of the company's first. */
export function firstNumberOf(company: DemoCompany): number {
  const before = demoCompanies.slice(0, demoCompanies.indexOf(company))
  return before.reduce((sum, { gateways }) => sum + gateways, 1)
}

/** Numeric part of a serial number: gateway numbers count from here. */
export const serialBase = 20_260_000
