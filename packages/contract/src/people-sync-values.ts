import type { ChannelKind } from './integration-values.ts'

/** Kinds of channels whose directory can be read: WeCom, DingTalk, Microsoft Entra, Feishu, LDAP. */
export const directoryKinds = [1, 2, 3, 8, 9] as const satisfies readonly ChannelKind[]

/** Whether a channel of this kind has a directory. */
export function isDirectoryKind(kind: number): boolean {
  return (directoryKinds as readonly number[]).includes(kind)
}

/** Whether its service tells what changed since the last reading. Others are read in full each time. */
export const readsChanges = (kind: number): boolean => kind === 3 || kind === 9

export const syncCauses = ['hand', 'schedule', 'event'] as const
/** All of the directory, what changed since the last reading, or people whom an event named. */
export const syncReadings = ['full', 'incremental', 'people'] as const
export type SyncReading = (typeof syncReadings)[number]

/**
 * reading: the directory is read and compared. waiting: its differences wait for a confirmation. applying: they are carried
 * out.
 */
export const syncStates = ['reading', 'waiting', 'applying', 'done', 'failed', 'stopped'] as const
export type SyncState = (typeof syncStates)[number]
export const activeSyncStates: readonly SyncState[] = ['reading', 'applying']

/** Why differences wait: a dry run, nothing was confirmed before, or more people leave than may without a confirmation. */
export const syncWaits = ['dry', 'first', 'limit'] as const
export type SyncWait = (typeof syncWaits)[number]

/** Why a run ended before its end. The reasons of a failed call to a service are those of its channel. */
export const syncEnds = [
  'by_hand',
  'channel_paused',
  'company_frozen',
  'interrupted',
  'expired',
  'replaced',
  'empty',
  'too_many_departments',
  'too_many_people',
  'unexpected',
] as const
export type SyncEnd = (typeof syncEnds)[number]

/**
 * How changes of a directory are reported. none: its service reports none. no_address: services on the Internet do not reach this
 * installation. keys_missing, ready: whether the channel has the keys of events. later: it is subscribed to once the
 * synchronisation runs by itself.
 */
export const syncEventStates = [
  'none',
  'no_address',
  'keys_missing',
  'ready',
  'later',
  'subscribed',
  'failing',
] as const
export type SyncEventState = (typeof syncEventStates)[number]

/** What a run does. `keep` and `ask` change nothing here. */
export const syncActs = [
  'add_department',
  'rename_department',
  'move_department',
  'remove_department',
  'add',
  'link',
  'new_id',
  'rename',
  'move',
  'roles',
  'enable',
  'disable',
  'keep',
  'ask',
] as const
export type SyncAct = (typeof syncActs)[number]

/** What people see first of a run: added, changed, moved, disabled. */
export const changeStates = ['planned', 'done', 'failed'] as const

/** Why an act is as it is. */
export const syncReasons = [
  'new_there',
  'changed_there',
  'known_by_link',
  'back_there',
  'gone_there',
  'inactive_there',
  'by_rule',
  'by_default',
  'other_channel',
  'new_id_there',
  'new_id_asked',
  'disabled_here',
  'not_empty',
  'not_made_by_sync',
  'circle',
  'too_deep',
  'parent_unknown',
  'same_name',
] as const
export type SyncReason = (typeof syncReasons)[number]

/** What the synchronisation does not decide by itself. */
export const questionKinds = [
  'same_address',
  'same_user_name',
  'same_name',
  'other_channel',
  'unlinked',
  'address_changed',
  'new_id',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/** The same person; somebody else, who is added; not followed by the synchronisation. */
export const questionAnswers = ['link', 'create', 'ignore'] as const

export const syncFields = ['name', 'department', 'roles'] as const
export const fieldWinners = ['directory', 'console'] as const
/** To whom goes what a leaver holds: the head of the department, a named member, or nobody: it stays. */
export const leaverRules = ['head', 'member', 'nobody'] as const

export const mostRoleRules = 100
export const shareBounds = { least: 1, most: 100, usual: 10 } as const
export const countBounds = { least: 0, most: 100_000, usual: 50 } as const
/** Days that differences wait for a confirmation. */
export const waitDays = 3
/** Days that the history is kept. */
export const historyDays = 90
export const mostSyncDepartments = 10_000
export const mostSyncPeople = 200_000
