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
  strip: '关键指标',
  viewsLabel: '指标切换',
  ownShared: { engineers: '工程师', parts: '备件' },
  views: {
    tokens: 'Token',
    cost: '费用',
    acknowledge: '确认',
    clear: '清除',
    rtt: '时延',
    loss: '丢包',
    jitter: '抖动',
    change: '增减',
    held: '总数',
  },
  trend: '走势',
  trendOf: '{{from}} 至 {{to}}，最低 {{least}}，最高 {{most}}',
  units: { yuan: '元', minutes: '分钟', hours: '小时', ms: 'ms', mbps: 'Mbit/s', days: '天' },
  asOf: '数据截至 {{time}}',
  stale: '数据已 {{time}} 未更新',
  compared: '与 {{from}} – {{to}} 相比',
  points: '{{value}} pp',
  same: '持平',
  coverage: '监测覆盖率 {{value}}',
  lowCoverage: '监测覆盖率低于 95%，数值仅供参考',
  tooFew: '评价不足 5 条，暂不计算',
  cut: '仅显示前若干项',
  provisional: '最近 7 天的数据为初步结果',
  corrected: '所选时段含已结账月份，结账后收到的数据未计入',
  empty: '所选时段无数据',
  emptyHint: '请更换时段或筛选条件。',
  failed: '加载失败',
  retry: '重试',
  menu: '{{title}}：更多操作',
  table: '以表格显示',
  chart: '以图表显示',
  csv: '导出 CSV',
  pdf: '下载 PDF',
  paperFoot: '第 {{page}} 页，共 {{pages}} 页',
  paperPeriod: '{{from}} – {{to}}（{{zone}}）',
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
  bands: { good: '良好', fair: '一般', poor: '较差', unknown: '未知' },
  ages: { quarter: '3 个月以内', year: '3 个月至 1 年', three: '1–3 年', five: '3–5 年', older: '5 年以上' },
  timeParts: { response: '等待响应', customer: '等待客户', carrier: '等待运营商', work: '处理' },
  acts: { alarms: '确认告警', terminals: '远程终端', changes: '设备命令' },
  noBrand: '未知品牌',
  noVersion: '未知版本',
  listFields: {
    all: '全部',
    resolvedFrom: '解决时间从',
    resolvedTo: '解决时间至',
    dueFrom: '解决时限从',
    dueTo: '解决时限至',
    outageFrom: '中断时间从',
    outageTo: '中断时间至',
    region: '区域',
    departmentId: '部门',
    inTime: '解决及时',
    inTimeOf: { yes: '按时', no: '超时' },
    respondDueFrom: '响应时限从',
    respondDueTo: '响应时限至',
    respondedInTime: '响应及时',
    firmware: '固件合规',
    firmwareOf: { approved: '已批准', old: '旧版本', unknown: '未知' },
    actor: '操作人',
    actorMe: '我',
    partModel: '备件型号',
    rated: '评价',
    ratedYes: '已评价',
  },
  of: {
    outlet_availability: {
      title: '网点可用率',
      definition:
        '至少一条线路可用的分钟数 ÷ 计入的分钟数。营业时间以外、维护窗口和盲区不计入；无线路数据的分钟按网关在线状态计。点击可查看时段内中断过的线路。',
      measures: { share: '可用率', down: '断网时长', outages: '断网次数', lines: '中断过的线路' },
    },
    line_availability: {
      title: '线路可用率',
      definition:
        '各线路可用分钟数之和 ÷ 计入的分钟数之和。营业时间以外、维护窗口和盲区不计入。点击可查看时段内中断过的线路。',
      measures: { share: '可用率', down: '中断时长', outages: '中断次数', lines: '中断过的线路' },
    },
    availability_course: {
      title: '网点可用率趋势',
      definition: '各时间段的网点可用率，与 99.9% 的目标对比。无数据的时间段留空。',
      measures: { share: '可用率', target: '目标' },
    },
    orders_responded: {
      title: '响应及时率',
      definition: '按时响应的工单 ÷ 响应时限在该时段内的工单，每张工单计一次，已取消的不计入。',
      measures: { responded: '及时率', late: '超时' },
    },
    outlets_normal: {
      title: '网点正常数',
      definition: '健康分为良好的网点数与网点总数。健康分每 2 分钟计算一次。',
      measures: { normal: '正常', total: '总数', abnormal: '异常' },
    },
    devices_online: {
      title: '设备在线率',
      definition:
        '在线设备数 ÷ 已纳管设备数（当前）；时段内为在线分钟数 ÷ 计入的分钟数。逾期上报的设备按在线计；未知、已隔离和无驱动的设备，以及营业时间以外和维护窗口不计入。',
      measures: { rate: '当前', over: '时段内', offline: '离线' },
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
      definition:
        '按时解决的工单 ÷ 解决时限在该时段内的工单，每张工单计一次，已取消的不计入。挂起占比为因等待客户或运营商而挂起的时间占比。',
      measures: {
        resolved: '及时率',
        late: '超时',
        suspended: '挂起占比',
        by_hand: '手动时限',
        lowered: '降级',
      },
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
    outlets_down: {
      title: '断网时长最多的网点',
      definition: '时段内各网点线路的断网分钟数之和（前 10 个），不含网关表明线路正常的断网。',
      measures: { minutes: '断网时长', outages: '断网次数' },
    },
    alarm_categories: {
      title: '告警分类',
      definition: '时段内产生的告警按规则统计（前 10 条规则），不含由其他告警引起的告警。',
      measures: { raised: '告警数' },
    },
    order_levels: {
      title: '各优先级解决及时率',
      definition: '按优先级统计：按时解决的工单 ÷ 解决时限在该时段内的工单。竖线为目标 95%。',
      measures: { share: '及时率', target: '目标', late: '超时' },
    },
    polling_troubles: {
      title: '监测盲点',
      definition: '无法监测的设备，按原因统计（当前）。',
      measures: { devices: '设备' },
    },
    maintenance: {
      title: '维护窗口',
      definition: '正在进行和未来 7 天内开始的维护窗口。',
      measures: {},
    },
    alarm_events: {
      title: '最新告警',
      definition: '最近产生的 20 条告警，不含由其他告警引起的告警。',
      measures: {},
    },
    token_use: {
      title: 'AI Token 用量',
      definition:
        '时段内已结算的模型调用所用的 Token（输入与输出）、费用和次数，与上一时段对比。含下级公司。',
      measures: { tokens: 'Token', cost: '费用', calls: '调用次数' },
    },
    token_days: {
      title: 'AI Token 趋势',
      definition: '各时间段内已结算的模型调用的输入、输出 Token 和费用。含下级公司。',
      measures: { input: '输入', output: '输出', cost: '费用' },
    },
    token_companies: {
      title: '各公司 AI Token 用量',
      definition: '时段内各公司承担的模型调用的 Token、费用和次数，按 Token 排序。',
      measures: { tokens: 'Token', cost: '费用', calls: '调用次数' },
    },
    customers: {
      title: '客户概况',
      definition:
        '各客户的网点健康、离线设备、紧急告警、超时工单和最高配额使用率，最差的排在最前。数据来自健康分，每 2 分钟计算一次。',
      measures: {
        health: '最低健康分',
        outlets: '网点',
        poor: '较差网点',
        devices: '设备',
        offline: '离线',
        critical: '紧急告警',
        overdue: '超时工单',
        quota: '配额使用率',
      },
    },
    lines_within: {
      title: '线路达标率',
      definition:
        '达标线路 ÷ 被监测线路。达标：丢包率、时延、抖动在计入分钟的 95% 以上处于线路配置的限值内；营业时间以外和维护窗口不计入。测量间隔超过 5 分钟的线路不计入。最近 24 小时和 7 天以线路列表的判定为准。',
      measures: { share: '达标率', outside: '未达标', measured: '被监测' },
    },
    lines_now: {
      title: '线路状态',
      definition: '当前各状态的线路数。',
      measures: { up: '正常', down: '中断', blind: '盲区', unmeasured: '未监测' },
    },
    alarm_times: {
      title: '告警处理时长',
      definition:
        '紧急和重要告警：MTTA 为时段内产生的告警从产生到确认的平均时长，MTTR 为时段内清除的告警从产生到清除的平均时长（不含震荡告警）。',
      measures: {
        acknowledged: 'MTTA',
        p50: '确认中位数',
        p90: '确认 P90',
        cleared: 'MTTR',
        waiting: '未确认',
      },
    },
    health_bands: {
      title: '网点健康分布',
      definition:
        '按健康等级统计网点：90 分及以上为良好，75–89 分为一般，75 分以下为较差；数据不足时为未知。',
      measures: { outlets: '网点' },
    },
    outlet_matrix: {
      title: '网点矩阵',
      definition: '每格为一个网点及其健康分，最差的排在最前。',
      measures: { score: '健康分' },
    },
    line_scatter: {
      title: '线路时延与丢包',
      definition: '每个点为一条线路在时段内的平均 P95 往返时延与平均丢包率，按运营商区分。',
      measures: { p95: 'P95 时延', loss: '丢包率' },
    },
    line_course: {
      title: '线路质量趋势',
      definition: '各时间段内线路往返时延、丢包率和抖动的中位数与 P95。',
      measures: {
        p50: '时延中位数',
        p95: '时延 P95',
        loss_p50: '丢包率中位数',
        loss_p95: '丢包率 P95',
        jitter: '抖动中位数',
        jitter_p95: '抖动 P95',
      },
    },
    isp_cities: {
      title: '运营商与城市',
      definition: '同一城市同一运营商至少有 5 条线路时的时延中位数、P95 和丢包率。',
      measures: { lines: '线路', p50: '时延中位数', p95: '时延 P95', loss: '丢包率' },
    },
    test_kinds: {
      title: '拨测成功率',
      definition: '时段内完成的拨测按类型统计：通过 ÷ 完成。',
      measures: { passed: '成功率', runs: '拨测数', failed: '未通过' },
    },
    lines_worst: {
      title: '质量最差的线路',
      definition: '时段内平均丢包率最高的 10 条线路，及其丢包率走势；实测带宽为时段内下行测速的平均值。',
      measures: {
        loss: '丢包率',
        p95: 'P95 时延',
        jitter: '抖动',
        contracted: '签约带宽',
        measured: '实测带宽',
      },
    },
    alarm_course: {
      title: '告警处理时长趋势',
      definition:
        '紧急和重要告警在各时间段内的平均确认时长（MTTA）及其中位数和 P90，以及平均清除时长（MTTR）。',
      measures: { acknowledged: 'MTTA', p50: '确认中位数', p90: '确认 P90', cleared: 'MTTR' },
    },
    device_types: {
      title: '各类设备在线情况',
      definition: '按设备类型统计的在线率、总数、离线数和未知数（当前），以及时段内的在线率及其走势。',
      measures: { rate: '在线率', over: '时段在线率', total: '总数', offline: '离线', unknown: '未知' },
    },
    outlets_held: {
      title: '网点',
      definition: '当前的网点数，以及时段内新增的网点数。',
      measures: { total: '总数', added: '新增' },
    },
    devices_held: {
      title: '设备',
      definition: '当前已纳管的设备数，以及时段内新增和解绑的设备数。',
      measures: { total: '总数', added: '新增', removed: '解绑' },
    },
    lines_held: {
      title: '互联网线路',
      definition: '当前的线路数和下行签约带宽之和，以及时段内新增的线路数。',
      measures: { total: '总数', added: '新增', contracted: '签约带宽' },
    },
    type_brands: {
      title: '设备类型与品牌',
      definition: '已纳管设备按类型和品牌统计（前 30 组）。',
      measures: { devices: '设备', models: '型号' },
    },
    model_versions: {
      title: '固件版本分布',
      definition: '各型号的固件版本及其占比（前 30 组）。',
      measures: { devices: '设备', share: '占比' },
    },
    firmware_states: {
      title: '固件合规',
      definition:
        '各型号的设备：版本与已发布固件一致、与已发布固件不同、该型号没有已发布固件（前 30 个型号）。',
      measures: { approved: '已批准', old: '旧版本', unknown: '未知' },
    },
    quota_use: {
      title: '配额使用',
      definition:
        '已用 ÷ 已授权，使用率最高的排在最前。剩余天数按最近 90 天的线性拟合估算；不足 7 天的数据或未增长时为空。',
      measures: { share: '使用率', used: '已用', granted: '已授权', licences: '许可', left: '剩余天数' },
    },
    engineer_regions: {
      title: '各区域工程师',
      definition: '负责各区域的工程师数，以及该区域及其下级区域的未结工单数（当前）。',
      measures: { engineers: '工程师', open: '未结工单' },
    },
    parts_under: {
      title: '低于下限的备件',
      definition: '备件库中可用数低于下限的备件型号，缺口最大的排在最前。',
      measures: { short: '缺口', available: '可用', minimum: '下限' },
    },
    isp_lines: {
      title: '线路分布',
      definition:
        '线路按运营商和类型统计，下行签约带宽之和，以及下行 P95 用量：近 30 天每日 P95 的平均值之和及其占签约带宽的比例（仅统计有用量数据的线路）。',
      measures: { lines: '线路', contracted: '签约带宽', p95: 'P95 用量', use: 'P95 利用率' },
    },
    own_shared: {
      title: '自有与共享资源',
      definition:
        '工程师和可用备件数：本企业自有，以及通过已兑换的数据共享密钥可用的其他企业资源（未公开数量的型号按 1 件计）。',
      measures: { own: '自有', shared: '共享', share: '共享占比' },
    },
    device_ages: {
      title: '设备纳管年限',
      definition: '已纳管设备按纳管至今的时间统计。',
      measures: { devices: '设备' },
    },
    devices_claimed: {
      title: '设备增减',
      definition: '各时间段内纳管和解绑的设备、净增数，以及时间段末的设备总数。',
      measures: { claimed: '纳管', removed: '解绑', net: '净增', held: '设备总数' },
    },
    own_orders: {
      title: '我的未结工单',
      definition: '指派给我且尚未关闭的工单，其中今天到期和已超时的工单。',
      measures: { assigned: '未结', due_today: '今天到期', overdue: '超时' },
    },
    own_resolved: {
      title: '我解决的工单',
      definition: '时段内解决且指派给我的工单，及其中按时解决的占比。',
      measures: { resolved: '已解决', in_time: '及时率' },
    },
    own_first_fix: {
      title: '我的一次解决率',
      definition:
        '时段内解决且指派给我的工单中，未重开、未转派，且 7 天内同一对象、同一分类没有新工单的占比；最近 7 天解决的为初步结果。',
      measures: { share: '一次解决率', resolved: '已解决' },
    },
    own_ratings: {
      title: '我的评分',
      definition: '时段内解决且指派给我的工单的客户评分平均值；少于 5 条评价时不计算。',
      measures: { score: '平均分', ratings: '评价数' },
    },
    own_flow: {
      title: '我的工单趋势',
      definition: '各时间段内新建和解决的、指派给我的工单。',
      measures: { created: '新建', resolved: '解决' },
    },
    own_types: {
      title: '我的工单类型',
      definition: '时段内新建且指派给我的工单，按类型和优先级统计。',
      measures: { p1: 'P1', p2: 'P2', p3: 'P3', p4: 'P4' },
    },
    own_durations: {
      title: '我的处理时长',
      definition:
        '时段内解决且指派给我的工单从创建到解决的时长（不含挂起）的中位数和 P90，以及团队中位数；团队不足 5 人时不显示。',
      measures: { p50: '中位数', p90: 'P90', team: '团队中位数' },
    },
    own_time: {
      title: '我的时间去向',
      definition: '时段内解决且指派给我的工单的时间分布：等待响应、等待客户、等待运营商和处理。',
      measures: { hours: '时长' },
    },
    own_parts: {
      title: '我使用的备件',
      definition: '时段内我为工单领用的备件，按型号统计（前 10 个）。',
      measures: { pieces: '数量', entries: '领用记录' },
    },
    own_acts: {
      title: '我的其他操作',
      definition: '时段内我确认的告警、发起的远程终端会话和下发的设备命令。',
      measures: { acts: '次数' },
    },
    people: {
      title: '人员',
      definition: '有指派工单的人员，按姓名排列，限于您的数据范围。少于 5 条评价时不计算平均分。',
      measures: { open: '未结', overdue: '超时', resolved: '已解决', in_time: '及时率', score: '平均分' },
    },
  } satisfies PanelTexts,
}

export const texts = {
  errors: {
    'chart.period_wrong': '时段的结束时间须晚于开始时间，且不超过 400 天',
    'chart.too_long': '页面内容过多，无法生成 PDF，请缩小筛选范围',
  },
  permissions: {
    DMS_SERVER_MANAGE_OPERATIONS_CENTER: { name: '运营中心', allows: '进入运营中心' },
    DMS_SERVER_CENTER_GLOBAL_OPERATIONS: { name: '整体网络运营概览', allows: '查看整体网络运营大屏' },
    DMS_SERVER_CENTER_HEALTH_MONITOR: { name: '服务健康监控', allows: '查看服务健康大屏' },
    DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION: { name: '资源分布概况', allows: '查看资源分布大屏' },
    DMS_SERVER_CENTER_PERSONAL_PERFORMANCE: { name: '个人效能概况', allows: '查看人员工作量与效率' },
  },
  actions: { 'chart.exported': '导出图表数据', 'chart.printed': '下载图表页面 PDF' },
  groups: { chart: '运营图表' },
  titles: {
    operationsCenter: '运营中心',
    overall_operations_overview: '整体网络运营概览',
    service_health_monitoring: '服务健康监控',
    resource_distribution_profile: '资源分布概况',
    personal_performance_overview: '个人效能概况',
  },
} satisfies DomainTexts<typeof codes, typeof chartApi>
