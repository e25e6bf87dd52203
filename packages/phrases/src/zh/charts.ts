import type { chartApi } from '@netward/contract'
import type * as codes from '@netward/contract/charts-codes'
import type { PanelTexts } from '../panel-texts.ts'
import type { DomainTexts } from '../domain-texts.ts'

export const panels = {
  name: '名称',
  group: '分组',
  moment: '时间',
  before: '上期',
  noRegion: '未设区域',
  asOf: '数据截至 {{time}}',
  stale: '数据已 {{time}} 未更新',
  compared: '与 {{from}} – {{to}} 相比',
  points: '{{value}} 个百分点',
  same: '持平',
  coverage: '监测覆盖率 {{value}}',
  lowCoverage: '监测覆盖率低于 95%，数值仅供参考',
  tooFew: '评价不足 5 条，暂不计算',
  cut: '仅显示前若干项',
  provisional: '最近 7 天的数据为初步结果',
  empty: '所选时段无数据',
  emptyHint: '请更换时段或筛选条件。',
  failed: '加载失败',
  retry: '重试',
  menu: '{{title}}：更多操作',
  table: '以表格显示',
  chart: '以图表显示',
  csv: '导出 CSV',
  definition: '指标说明',
  open: '查看 {{count}} 项',
  actIn: '代管 {{name}}',
  noPanels: '没有可显示的图表',
  noPanelsHint: '您没有相应数据的权限，或公司未开通对应产品。请联系管理员。',
  filters: { companyId: '公司', region: '区域', departmentId: '部门', type: '设备类型', isp: '运营商' },
  filtersLabel: '筛选',
  clearFilters: '清除筛选',
  notFiltered: '不受此筛选影响：{{filters}}',
  fullScreen: '全屏',
  leaveFullScreen: '退出全屏',
  of: {
    outlets_normal: {
      title: '网点正常数',
      definition: '健康分为良好的网点数与网点总数。健康分每 2 分钟计算一次。',
      measures: { normal: '正常', total: '总数', abnormal: '异常' },
    },
    devices_online: {
      title: '设备在线率',
      definition: '在线设备数 ÷ 已纳管设备数（当前）。逾期上报的设备按在线计；未知、已隔离和无驱动的设备不计入。',
      measures: { rate: '在线率', offline: '离线' },
    },
    alarms_active: {
      title: '当前告警',
      definition: '当前活动的紧急和重要告警，不含由其他告警引起的告警。对比上期同一时刻。',
      measures: { critical: '紧急', major: '重要' },
    },
    orders_open: {
      title: '未结工单',
      definition: '尚未关闭的工单；超时指响应或解决已超过时限。对比上期同一时刻。',
      measures: { open: '未结', overdue: '超时' },
    },
    orders_in_time: {
      title: '解决及时率',
      definition: '按时解决的工单 ÷ 解决时限在该时段内的工单，每张工单计一次，已取消的不计入。',
      measures: { resolved: '及时率', late: '超时' },
    },
    satisfaction: {
      title: '满意度',
      definition: '时段内解决的工单中客户评分（1–5 分）的平均值；少于 5 条评价时不计算。',
      measures: { score: '平均分', ratings: '评价数', answered: '参评率' },
    },
    regions: {
      title: '区域健康',
      definition: '各区域的网点：面积为网点数，颜色为其中最差的健康等级。',
      measures: { outlets: '网点', abnormal: '异常' },
    },
    alarms_raised: {
      title: '告警趋势',
      definition: '按级别统计时段内产生的告警，不含由其他告警引起的告警。',
      measures: { critical: '紧急', major: '重要', minor: '次要', warning: '提示' },
    },
    orders_flow: {
      title: '工单流转',
      definition: '每个时间段内新建和解决的工单，以及时间段结束时尚未关闭的工单。',
      measures: { created: '新建', resolved: '解决', backlog: '积压' },
    },
  } satisfies PanelTexts,
}

export const texts = {
  errors: { 'chart.period_wrong': '时段的结束时间须晚于开始时间，且不超过 400 天' },
  permissions: {
    DMS_SERVER_MANAGE_OPERATIONS_CENTER: { name: '运营中心', allows: '进入运营中心' },
    DMS_SERVER_CENTER_GLOBAL_OPERATIONS: { name: '整体网络运营概览', allows: '查看整体网络运营大屏' },
    DMS_SERVER_CENTER_HEALTH_MONITOR: { name: '服务健康监控', allows: '查看服务健康大屏' },
    DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION: { name: '资源分布概况', allows: '查看资源分布大屏' },
    DMS_SERVER_CENTER_PERSONAL_PERFORMANCE: { name: '个人效能概况', allows: '查看人员工作量与效率' },
  },
  actions: { 'chart.exported': '导出图表数据' },
  groups: { chart: '运营图表' },
  titles: {
    operationsCenter: '运营中心',
    overall_operations_overview: '整体网络运营概览',
    service_health_monitoring: '服务健康监控',
    resource_distribution_profile: '资源分布概况',
    personal_performance_overview: '个人效能概况',
  },
} satisfies DomainTexts<typeof codes, typeof chartApi>
