/** Parts of a check, in this order. */
export const checkSteps = ['facts', 'first_hop', 'dns_server', 'far', 'lookup', 'download'] as const
export type CheckStep = (typeof checkSteps)[number]

/** `skipped`: there was no target, the gateway lacks the function, or it was busy with another run. */
export const checkStepStates = ['waiting', 'running', 'done', 'failed', 'skipped'] as const
export const skipReasons = ['no_target', 'not_supported', 'busy', 'no_answer'] as const
export type SkipReason = (typeof skipReasons)[number]

export const checkStates = ['running', 'complete', 'cancelled'] as const

/** The worst first. `fine`: nothing is wrong. */
export const severities = ['critical', 'warning', 'notice', 'fine'] as const
export type Severity = (typeof severities)[number]

export const findingCodes = [
  'never_called',
  'offline',
  'overdue',
  'no_answer',
  'ppp_auth',
  'wan_down',
  'wan_down_backup',
  'no_address',
  'line_dead',
  'beyond_dead',
  'dns_broken',
  'dns_silent',
  'loss_first_hop',
  'loss_beyond',
  'latency_first_hop',
  'latency_beyond',
  'download_failed',
  'slow',
  'restarts',
  'memory_full',
  'cpu_busy',
  'provision_failed',
  'drift',
  'firmware_newer',
  'busy',
  'not_supported',
  'fine',
] as const
export type FindingCode = (typeof findingCodes)[number]
