import type { syslog as zh, texts as zhTexts } from '../zh/syslog.ts'

export const syslog: typeof zh = {
  at: 'Received',
  device: 'Device',
  company: 'Tenant',
  outlet: 'Site',
  severity: 'Severity',
  severities: {
    emergency: 'Emergency',
    alert: 'Alert',
    critical: 'Critical',
    error: 'Error',
    warning: 'Warning',
    notice: 'Notice',
    info: 'Info',
    debug: 'Debug',
  },
  facility: 'Facility',
  app: 'Application',
  text: 'Message',
  search: 'Message or application',
  searchLabel: 'Search',
  from: 'From',
  to: 'To',
  live: 'Live',
  chart: 'Messages by severity',
  groups: { severe: 'Critical and above', error: 'Error', warning: 'Warning', other: 'Notice and below' },
  dropped: '{{count, message|messages}} dropped: the rate limit was exceeded',
  total: '{{count, message|messages}}',
  none: 'No messages in this period',
  noneHint:
    'The last 24 hours are shown by default; messages are kept for 7 days. Set this platform as the log host of your devices.',
  tab: 'Syslog',
}

export const texts: typeof zhTexts = {
  errors: {},
  permissions: {
    DMS_SERVER_DEVICE_SYSLOG: { name: 'View syslog', allows: 'View syslog messages of devices' },
  },
  actions: {},
  groups: {},
  titles: { syslog: 'Syslog' },
}
