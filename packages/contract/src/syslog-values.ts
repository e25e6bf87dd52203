/** RFC 5424, table 2: index is the code. */
export const syslogSeverities = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
] as const
export type SyslogSeverity = (typeof syslogSeverities)[number]

/** RFC 5424, table 1: index is the code. */
export const syslogFacilities = [
  'kern',
  'user',
  'mail',
  'daemon',
  'auth',
  'syslog',
  'lpr',
  'news',
  'uucp',
  'cron',
  'authpriv',
  'ftp',
  'ntp',
  'audit',
  'alert',
  'clock',
  'local0',
  'local1',
  'local2',
  'local3',
  'local4',
  'local5',
  'local6',
  'local7',
] as const
export type SyslogFacility = (typeof syslogFacilities)[number]

/** Messages are kept for so long. */
export const syslogDays = 7
