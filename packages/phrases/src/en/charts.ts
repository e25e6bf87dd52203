import type { panels as zhPanels, texts as zhTexts } from '../zh/charts.ts'

export const panels: typeof zhPanels = {
  name: 'Name',
  group: 'Group',
  moment: 'Time',
  before: 'previous period',
  noRegion: 'No region',
  strip: 'Key figures',
  viewsLabel: 'Measure',
  ownShared: { engineers: 'Engineers', parts: 'Spare parts' },
  views: {
    tokens: 'Tokens',
    cost: 'Cost',
    acknowledge: 'Acknowledge',
    clear: 'Clear',
    rtt: 'RTT',
    loss: 'Loss',
    jitter: 'Jitter',
    change: 'Change',
    held: 'Total',
  },
  trend: 'Trend',
  trendOf: 'From {{from}} to {{to}}, lowest {{least}}, highest {{most}}',
  units: { yuan: 'yuan', minutes: 'min', hours: 'h', ms: 'ms', mbps: 'Mbit/s', days: 'd' },
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
  corrected: 'A closed month is included: data that came later are not counted',
  empty: 'No data in this period',
  emptyHint: 'Choose another period or other filters.',
  failed: 'Loading failed',
  retry: 'Retry',
  menu: '{{title}}: more',
  table: 'Show as a table',
  chart: 'Show as a chart',
  csv: 'Export CSV',
  pdf: 'Download PDF',
  paperFoot: 'Page {{page}} of {{pages}}',
  paperPeriod: '{{from}} to {{to}} ({{zone}})',
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
  bands: { good: 'Good', fair: 'Fair', poor: 'Poor', unknown: 'Unknown' },
  ages: {
    quarter: 'Up to 3 months',
    year: '3 to 12 months',
    three: '1 to 3 years',
    five: '3 to 5 years',
    older: 'Over 5 years',
  },
  timeParts: {
    response: 'Until the response',
    customer: 'Waiting for the customer',
    carrier: 'Waiting for the carrier',
    work: 'Work',
  },
  acts: { alarms: 'Alarms acknowledged', terminals: 'Terminal sessions', changes: 'Device commands' },
  noBrand: 'Unknown brand',
  noVersion: 'Unknown version',
  listFields: {
    all: 'All',
    resolvedFrom: 'Resolved from',
    resolvedTo: 'Resolved before',
    dueFrom: 'Due from',
    dueTo: 'Due before',
    outageFrom: 'Outage from',
    outageTo: 'Outage before',
    region: 'Region',
    departmentId: 'Department',
    inTime: 'Resolved in time',
    inTimeOf: { yes: 'In time', no: 'Late' },
    respondDueFrom: 'Response due from',
    respondDueTo: 'Response due before',
    respondedInTime: 'Responded in time',
    firmware: 'Firmware approval',
    firmwareOf: { approved: 'Approved', old: 'Old version', unknown: 'Unknown' },
    actor: 'Done by',
    actorMe: 'Me',
    partModel: 'Part model',
    rated: 'Rating',
    ratedYes: 'Rated',
  },
  of: {
    outlet_availability: {
      title: 'Site availability',
      definition:
        'Minutes with at least one line up ÷ minutes that count. Closed hours, maintenance and blind minutes do not count; without data of lines the presence of gateways decides. Opens the lines that had an outage in the period.',
      measures: { share: 'Available', down: 'Downtime', outages: 'Outages', lines: 'Lines interrupted' },
    },
    line_availability: {
      title: 'Line availability',
      definition:
        'Minutes in which lines were up ÷ minutes that count, over all lines. Closed hours, maintenance and blind minutes do not count. Opens the lines that had an outage in the period.',
      measures: { share: 'Available', down: 'Downtime', outages: 'Outages', lines: 'Lines interrupted' },
    },
    availability_course: {
      title: 'Site availability over time',
      definition:
        'Availability of sites in each step beside the target of 99.9 %. Steps without data are gaps.',
      measures: { share: 'Available', target: 'Target' },
    },
    orders_responded: {
      title: 'Responded in time',
      definition:
        'Work orders responded to in time ÷ work orders whose deadline to respond lies in the period, each once, without cancelled ones.',
      measures: { responded: 'In time', late: 'Late' },
    },
    outlets_normal: {
      title: 'Healthy sites',
      definition: 'Sites whose health score is good, and all sites. The score is computed every 2 minutes.',
      measures: { normal: 'Healthy', total: 'Total', abnormal: 'Abnormal' },
    },
    devices_online: {
      title: 'Devices online',
      definition:
        'Devices online ÷ managed devices, now; in the period by minutes. Overdue devices count as online; unknown, quarantined and driverless devices do not count, nor do closed hours and maintenance.',
      measures: { rate: 'Now', over: 'In the period', offline: 'Offline' },
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
        'Work orders resolved in time ÷ work orders whose deadline lies in the period, each once, without cancelled ones. Suspended: share of their time spent waiting for the customer or the carrier.',
      measures: {
        resolved: 'In time',
        late: 'Late',
        suspended: 'Suspended',
        by_hand: 'Set by hand',
        lowered: 'Priority lowered',
      },
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
      definition: 'Alarms raised in the period by severity, without those that another alarm explains.',
      measures: { critical: 'Critical', major: 'Major', minor: 'Minor', warning: 'Warning' },
    },
    orders_flow: {
      title: 'Flow of work orders',
      definition: 'Work orders created and resolved in each step, and those not closed at its end.',
      measures: { created: 'Created', resolved: 'Resolved', backlog: 'Backlog' },
    },
    outlets_down: {
      title: 'Sites with most downtime',
      definition:
        'Minutes for which lines of each site were down in the period (the first 10), without outages that the gateway contradicts.',
      measures: { minutes: 'Downtime', outages: 'Outages' },
    },
    alarm_categories: {
      title: 'Alarms by rule',
      definition:
        'Alarms raised in the period by rule (the first 10 rules), without those that another alarm explains.',
      measures: { raised: 'Alarms' },
    },
    order_levels: {
      title: 'Resolved in time by priority',
      definition:
        'By priority: work orders resolved in time ÷ work orders whose deadline lies in the period. The line is the target, 95 %.',
      measures: { share: 'In time', target: 'Target', late: 'Late' },
    },
    polling_troubles: {
      title: 'Blind spots',
      definition: 'Devices of which nothing is measured, by the reason, now.',
      measures: { devices: 'Devices' },
    },
    maintenance: {
      title: 'Maintenance',
      definition: 'Maintenance windows that are open now or begin within 7 days.',
      measures: {},
    },
    alarm_events: {
      title: 'Latest alarms',
      definition: 'The 20 alarms raised last, without those that another alarm explains.',
      measures: {},
    },
    token_use: {
      title: 'AI tokens used',
      definition:
        'Tokens (input and output), cost and number of settled model calls, beside the period before; companies below included.',
      measures: { tokens: 'Tokens', cost: 'Cost', calls: 'Calls' },
    },
    token_days: {
      title: 'AI tokens over time',
      definition:
        'Input and output tokens and cost of settled model calls in each step; companies below included.',
      measures: { input: 'Input', output: 'Output', cost: 'Cost' },
    },
    token_companies: {
      title: 'AI tokens by company',
      definition: 'Tokens, cost and number of model calls that each company pays for, by tokens.',
      measures: { tokens: 'Tokens', cost: 'Cost', calls: 'Calls' },
    },
    customers: {
      title: 'Customers',
      definition:
        'Health of sites, devices offline, critical alarms, overdue work orders and the fullest quota of each customer, the worst first. Health is computed every 2 minutes.',
      measures: {
        health: 'Lowest score',
        outlets: 'Sites',
        poor: 'Poor sites',
        devices: 'Devices',
        offline: 'Offline',
        critical: 'Critical alarms',
        overdue: 'Overdue orders',
        quota: 'Quota used',
      },
    },
    lines_within: {
      title: 'Lines within target',
      definition:
        'Lines within target ÷ lines measured. Within target: loss, round-trip time and jitter are within the limits of the line profile in at least 95 % of the minutes that count, without closed hours and maintenance. Lines measured less often than every 5 minutes do not count. The last 24 hours and 7 days are as the list of lines judges them.',
      measures: { share: 'Within target', outside: 'Outside', measured: 'Measured' },
    },
    lines_now: {
      title: 'State of lines',
      definition: 'Lines by state, now.',
      measures: { up: 'Up', down: 'Down', blind: 'Blind', unmeasured: 'Unmeasured' },
    },
    alarm_times: {
      title: 'Handling of alarms',
      definition:
        'Critical and major alarms. MTTA: mean time from raise to acknowledgement of alarms raised in the period. MTTR: mean time from raise to clear of alarms cleared in the period, without flapping ones.',
      measures: {
        acknowledged: 'MTTA',
        p50: 'Median to acknowledge',
        p90: 'p90 to acknowledge',
        cleared: 'MTTR',
        waiting: 'Unacknowledged',
      },
    },
    health_bands: {
      title: 'Sites by health',
      definition:
        'Sites by health: good from a score of 90, fair from 75, poor below; unknown without enough data.',
      measures: { outlets: 'Sites' },
    },
    outlet_matrix: {
      title: 'Matrix of sites',
      definition: 'Each cell is a site with its health score, the worst first.',
      measures: { score: 'Score' },
    },
    line_scatter: {
      title: 'Delay and loss of lines',
      definition: 'Each point is a line: mean p95 round-trip time and mean loss in the period, by ISP.',
      measures: { p95: 'p95 delay', loss: 'Loss' },
    },
    line_course: {
      title: 'Quality of lines over time',
      definition: 'Median and 95th percentile over lines of round-trip time, loss and jitter in each step.',
      measures: {
        p50: 'RTT median',
        p95: 'RTT p95',
        loss_p50: 'Loss median',
        loss_p95: 'Loss p95',
        jitter: 'Jitter median',
        jitter_p95: 'Jitter p95',
      },
    },
    isp_cities: {
      title: 'ISPs by city',
      definition:
        'Median and 95th percentile of round-trip times and loss, where an ISP has at least 5 lines in a city.',
      measures: { lines: 'Lines', p50: 'Median delay', p95: 'p95 delay', loss: 'Loss' },
    },
    test_kinds: {
      title: 'Success of link tests',
      definition: 'Link tests completed in the period by kind: passed ÷ completed.',
      measures: { passed: 'Passed', runs: 'Tests', failed: 'Failed' },
    },
    lines_worst: {
      title: 'Worst lines',
      definition:
        'The 10 lines with the highest mean loss in the period, with its course. Measured: mean of the downstream throughput tests in the period.',
      measures: {
        loss: 'Loss',
        p95: 'p95 delay',
        jitter: 'Jitter',
        contracted: 'Contracted',
        measured: 'Measured',
      },
    },
    alarm_course: {
      title: 'Handling of alarms over time',
      definition:
        'Mean time to acknowledge (MTTA) with its median and 90th percentile, and mean time to clear (MTTR) critical and major alarms in each step.',
      measures: { acknowledged: 'MTTA', p50: 'Median', p90: 'p90', cleared: 'MTTR' },
    },
    device_types: {
      title: 'Devices by type',
      definition:
        'Online rate and number of devices of each type, offline and unknown ones, now; and the online rate in the period with its trend.',
      measures: {
        rate: 'Online',
        over: 'Online in period',
        total: 'Total',
        offline: 'Offline',
        unknown: 'Unknown',
      },
    },
    outlets_held: {
      title: 'Sites',
      definition: 'Sites now, and those added in the period.',
      measures: { total: 'Total', added: 'Added' },
    },
    devices_held: {
      title: 'Devices',
      definition: 'Managed devices now, and those claimed and released in the period.',
      measures: { total: 'Total', added: 'Added', removed: 'Released' },
    },
    lines_held: {
      title: 'Internet lines',
      definition: 'Lines now with their contracted downstream bandwidth, and those added in the period.',
      measures: { total: 'Total', added: 'Added', contracted: 'Contracted' },
    },
    type_brands: {
      title: 'Devices by type and brand',
      definition: 'Managed devices by type and brand (the first 30 groups).',
      measures: { devices: 'Devices', models: 'Models' },
    },
    model_versions: {
      title: 'Firmware by model',
      definition: 'Firmware versions of each model and their share (the first 30 groups).',
      measures: { devices: 'Devices', share: 'Share' },
    },
    firmware_states: {
      title: 'Firmware by model, approved or not',
      definition:
        'Devices of each model whose version is a released firmware, that have another version, or for whose model no firmware is released (the first 30 models).',
      measures: { approved: 'Approved', old: 'Old', unknown: 'Unknown' },
    },
    quota_use: {
      title: 'Quotas',
      definition:
        'Used ÷ granted, the fullest first. Days left: by a linear fit of the last 90 days; none with less than 7 days of data or without growth.',
      measures: {
        share: 'In use',
        used: 'Used',
        granted: 'Granted',
        licences: 'Licences',
        left: 'Days left',
      },
    },
    engineer_regions: {
      title: 'Engineers by region',
      definition: 'Engineers who work in each region, and open work orders there and below it, now.',
      measures: { engineers: 'Engineers', open: 'Open work orders' },
    },
    parts_under: {
      title: 'Parts under their minimum',
      definition: 'Models of which a warehouse has fewer available than its minimum, the largest gap first.',
      measures: { short: 'Missing', available: 'Available', minimum: 'Minimum' },
    },
    isp_lines: {
      title: 'Lines by ISP',
      definition:
        'Lines by ISP and type with their contracted downstream bandwidth, and their P95 downstream use: the sum of the mean daily 95th percentiles of the last 30 days, and its share of the contracted bandwidth, of the lines of which it is known.',
      measures: { lines: 'Lines', contracted: 'Contracted', p95: 'P95 use', use: 'P95 share' },
    },
    own_shared: {
      title: 'Own and shared resources',
      definition:
        "Engineers and available spare parts: the company's own, and those of other companies by the sharing keys that it has redeemed (a model without a shown quantity counts as one piece).",
      measures: { own: 'Own', shared: 'Shared', share: 'Shared share' },
    },
    device_ages: {
      title: 'Age of devices',
      definition: 'Managed devices by the time since they were claimed.',
      measures: { devices: 'Devices' },
    },
    devices_claimed: {
      title: 'Devices claimed and released',
      definition:
        'Devices claimed and released in each step, the net change, and the devices held at its end.',
      measures: { claimed: 'Claimed', removed: 'Released', net: 'Net change', held: 'Devices' },
    },
    own_orders: {
      title: 'My open work orders',
      definition: 'Work orders assigned to me that are not closed, those due today and those overdue.',
      measures: { assigned: 'Open', due_today: 'Due today', overdue: 'Overdue' },
    },
    own_resolved: {
      title: 'Resolved by me',
      definition: 'Work orders assigned to me and resolved in the period, and the share resolved in time.',
      measures: { resolved: 'Resolved', in_time: 'In time' },
    },
    own_first_fix: {
      title: 'My first-time fix',
      definition:
        'Share of work orders assigned to me and resolved in the period that were not reopened or transferred, without a new order on the same thing and category within 7 days. Those resolved in the last 7 days are provisional.',
      measures: { share: 'First-time fix', resolved: 'Resolved' },
    },
    own_ratings: {
      title: 'My ratings',
      definition:
        'Mean rating of work orders assigned to me and resolved in the period; fewer than 5 ratings give no figure.',
      measures: { score: 'Mean', ratings: 'Ratings' },
    },
    own_flow: {
      title: 'My work orders over time',
      definition: 'Work orders assigned to me that were created and resolved in each step.',
      measures: { created: 'Created', resolved: 'Resolved' },
    },
    own_types: {
      title: 'My work orders by type',
      definition: 'Work orders assigned to me and created in the period, by type and priority.',
      measures: { p1: 'P1', p2: 'P2', p3: 'P3', p4: 'P4' },
    },
    own_durations: {
      title: 'My time to resolve',
      definition:
        'Median and 90th percentile of the time from creation to resolution, without suspensions, of work orders assigned to me and resolved in the period; beside it the median of the team, from 5 people on.',
      measures: { p50: 'Median', p90: 'p90', team: 'Team median' },
    },
    own_time: {
      title: 'Where my time went',
      definition:
        'Hours of work orders assigned to me and resolved in the period: until the response, waiting for the customer, waiting for the carrier, and work.',
      measures: { hours: 'Hours' },
    },
    own_parts: {
      title: 'Parts that I used',
      definition: 'Spare parts that I issued for work orders in the period, by model (the first 10).',
      measures: { pieces: 'Pieces', entries: 'Entries' },
    },
    own_acts: {
      title: 'My other work',
      definition:
        'Alarms that I acknowledged, terminal sessions that I started and commands that I sent to devices in the period.',
      measures: { acts: 'Times' },
    },
    people: {
      title: 'People',
      definition:
        'People with assigned work orders, by name, within your data scope. Fewer than 5 ratings give no mean.',
      measures: {
        open: 'Open',
        overdue: 'Overdue',
        resolved: 'Resolved',
        in_time: 'In time',
        score: 'Mean rating',
      },
    },
  },
}

export const texts: typeof zhTexts = {
  errors: {
    'chart.period_wrong': 'The period must end after it begins and last at most 400 days',
    'chart.too_long': 'The page has too much for a PDF: narrow the filters',
  },
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
  actions: { 'chart.exported': 'Export chart data', 'chart.printed': 'Download a page of charts as PDF' },
  groups: { chart: 'Operations charts' },
  titles: {
    operationsCenter: 'Operations centre',
    overall_operations_overview: 'Overall network operations',
    service_health_monitoring: 'Service health',
    resource_distribution_profile: 'Resource distribution',
    personal_performance_overview: 'Personal performance',
  },
}
