import type { panels as zhPanels, texts as zhTexts } from '../zh/charts.ts'

export const panels: typeof zhPanels = {
  name: 'Name',
  group: 'Group',
  moment: 'Time',
  before: 'previous period',
  noRegion: 'No region',
  asOf: 'As of {{time}}',
  stale: 'Not updated for {{time}}',
  compared: 'Compared with {{from}} – {{to}}',
  points: '{{value}} pp',
  same: 'No change',
  coverage: 'Monitoring coverage {{value}}',
  lowCoverage: 'Monitoring coverage is below 95 %: treat the figure with care',
  tooFew: 'Fewer than 5 ratings: not computed',
  cut: 'Only the first items are shown',
  provisional: 'The last 7 days are provisional',
  empty: 'No data in this period',
  emptyHint: 'Choose another period or other filters.',
  failed: 'Loading failed',
  retry: 'Retry',
  menu: '{{title}}: more',
  table: 'Show as a table',
  chart: 'Show as a chart',
  csv: 'Export CSV',
  definition: 'Definition',
  open: 'View {{count, item|items}}',
  actIn: 'Act in {{name}}',
  noPanels: 'No charts to show',
  noPanelsHint:
    'You have no permission for their data, or your company does not have the products. Contact your administrator.',
  filters: {
    companyId: 'Company',
    region: 'Region',
    departmentId: 'Department',
    type: 'Device type',
    isp: 'ISP',
  },
  filtersLabel: 'Filters',
  clearFilters: 'Clear filters',
  notFiltered: 'Not narrowed by: {{filters}}',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  of: {
    outlets_normal: {
      title: 'Healthy sites',
      definition: 'Sites whose health score is good, and all sites. The score is computed every 2 minutes.',
      measures: { normal: 'Healthy', total: 'Total', abnormal: 'Abnormal' },
    },
    devices_online: {
      title: 'Devices online',
      definition:
        'Devices online ÷ managed devices, now. Overdue devices count as online; unknown, quarantined and driverless devices do not count.',
      measures: { rate: 'Online', offline: 'Offline' },
    },
    alarms_active: {
      title: 'Active alarms',
      definition:
        'Critical and major alarms that are active now, without those that another alarm explains. Compared with the same moment of the previous period.',
      measures: { critical: 'Critical', major: 'Major' },
    },
    orders_open: {
      title: 'Open work orders',
      definition:
        'Work orders that are not closed. Overdue: past the deadline to respond or to resolve. Compared with the same moment of the previous period.',
      measures: { open: 'Open', overdue: 'Overdue' },
    },
    orders_in_time: {
      title: 'Resolved in time',
      definition:
        'Work orders resolved in time ÷ work orders whose deadline lies in the period, each once, without cancelled ones.',
      measures: { resolved: 'In time', late: 'Late' },
    },
    satisfaction: {
      title: 'Satisfaction',
      definition:
        'Mean of the ratings (1–5) by customers of work orders resolved in the period; fewer than 5 ratings give no figure.',
      measures: { score: 'Mean', ratings: 'Ratings', answered: 'Answer rate' },
    },
    regions: {
      title: 'Health by region',
      definition: 'Sites by region: the area is their number, the colour the worst health among them.',
      measures: { outlets: 'Sites', abnormal: 'Abnormal' },
    },
    alarms_raised: {
      title: 'Alarms raised',
      definition:
        'Alarms raised in the period by severity, without those that another alarm explains.',
      measures: { critical: 'Critical', major: 'Major', minor: 'Minor', warning: 'Warning' },
    },
    orders_flow: {
      title: 'Flow of work orders',
      definition: 'Work orders created and resolved in each step, and those not closed at its end.',
      measures: { created: 'Created', resolved: 'Resolved', backlog: 'Backlog' },
    },
  },
}

export const texts: typeof zhTexts = {
  errors: { 'chart.period_wrong': 'The period must end after it begins and last at most 400 days' },
  permissions: {
    DMS_SERVER_MANAGE_OPERATIONS_CENTER: { name: 'Operations centre', allows: 'Open the operations centre' },
    DMS_SERVER_CENTER_GLOBAL_OPERATIONS: {
      name: 'Overall network operations',
      allows: 'See the overview of the whole network',
    },
    DMS_SERVER_CENTER_HEALTH_MONITOR: { name: 'Service health', allows: 'See how healthy the services are' },
    DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION: {
      name: 'Resource distribution',
      allows: 'See where the resources are',
    },
    DMS_SERVER_CENTER_PERSONAL_PERFORMANCE: {
      name: 'Personal performance',
      allows: 'See workload and performance of people',
    },
  },
  actions: { 'chart.exported': 'Export chart data' },
  groups: { chart: 'Operations charts' },
  titles: {
    operationsCenter: 'Operations centre',
    overall_operations_overview: 'Overall network operations',
    service_health_monitoring: 'Service health',
    resource_distribution_profile: 'Resource distribution',
    personal_performance_overview: 'Personal performance',
  },
}
