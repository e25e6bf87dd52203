import { paths } from '../lib/paths.ts'
import type { RouteEntry } from './route-entry.ts'

export const monitoringRoutes: readonly RouteEntry[] = [
  {
    path: '/operationsMonitoring',
    permission: 'DMS_SERVER_ALARM',
    mode: 'both',
    title: 'shell.titles.operationsMonitoring',
    layout: 'console',
    icon: 'monitoring',
    redirect: paths.alarms,
  },
  {
    path: paths.alarms,
    permission: 'DMS_SERVER_ALARM',
    mode: 'both',
    title: 'shell.titles.alarms',
    layout: 'console',
    icon: 'alarms',
    parent: '/operationsMonitoring',
    screen: async () => (await import('../features/alarms/alarm-list.tsx')).AlarmList,
  },
  {
    path: `${paths.alarms}/$alarmId`,
    permission: 'DMS_SERVER_ALARM',
    mode: 'both',
    title: 'shell.titles.alarmDetail',
    layout: 'console',
    hidden: true,
    parent: paths.alarms,
    screen: async () => (await import('../features/alarms/alarm-detail.tsx')).AlarmDetail,
  },
  {
    path: paths.alarmRules,
    permission: 'DMS_SERVER_ALARM',
    mode: 'both',
    title: 'shell.titles.alarmRules',
    layout: 'console',
    icon: 'alarmRules',
    parent: '/operationsMonitoring',
    screen: async () => (await import('../features/alarms/rule-list.tsx')).RuleList,
  },
  {
    path: paths.syslog,
    permission: 'DMS_SERVER_DEVICE_SYSLOG',
    mode: 'both',
    title: 'shell.titles.syslog',
    layout: 'console',
    icon: 'syslog',
    parent: '/operationsMonitoring',
    screen: async () => (await import('../features/syslog/syslog-list.tsx')).SyslogList,
  },
]
