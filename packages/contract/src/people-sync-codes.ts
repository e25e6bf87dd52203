import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** The service of the channel has no directory that can be read. */
  'people_sync.no_directory': 409,
  'people_sync.run_not_found': 404,
  /** A run of the channel is under way. */
  'people_sync.running': 409,
  /** Only differences that wait can be confirmed; they wait for three days. */
  'people_sync.not_waiting': 409,
  'people_sync.over': 409,
  /** The first dry run was not confirmed. */
  'people_sync.not_confirmed': 409,
  'people_sync.channel_paused': 409,
  'people_sync.successor_missing': 400,
  'people_sync.question_not_found': 404,
  'people_sync.unavailable': 502,
} as const satisfies Errors

/** Who configures channels configures their synchronisation. */
export const permissions = {} as const satisfies Permissions

export const events = {
  'people_sync.finished': 'done',
  'people_sync.failed': 'failed',
} as const satisfies Events
