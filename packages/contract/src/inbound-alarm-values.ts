/** Systems that send their alarms. `generic`: anything that can post JSON. */
export const inboundKinds = ['zabbix', 'alertmanager', 'generic'] as const
export type InboundKind = (typeof inboundKinds)[number]

/** Why the last delivery of a source was not taken. */
export const inboundProblems = ['unreadable', 'too_many'] as const
export type InboundProblem = (typeof inboundProblems)[number]

/** What both raised, what only the other system did, and what only this one did. */
export const alarmComparisons = ['both', 'theirs', 'ours'] as const
export type AlarmComparison = (typeof alarmComparisons)[number]

/** Alarms of one device, line or outlet that begin within so many minutes of each other are the same to both systems. */
export const comparisonMinutes = 10
/** Without a start in the filter. */
export const comparisonDays = 7

export const inboundLimits = {
  /** Of a company. */
  sources: 20,
  /** Alarms of a source: the oldest make room. */
  alarms: 50_000,
  /** Alarms of one delivery. */
  perDelivery: 1000,
  /** Days for which an alarm is kept. */
  days: 90,
  bodyBytes: 1024 * 1024,
} as const

/** Where deliveries go; the id of the source follows. */
export const inboundPath = '/monitor/api/v1/inbound'
export const inboundTokenPrefix = 'nwi_'
