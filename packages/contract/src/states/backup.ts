/** Maximum size of a configuration file. */
export const backupLimitBytes = 2 * 1024 * 1024

/** Backup before an upgrade: off, on, or required. */
export const backupModes = ['none', 'try', 'require'] as const
export type BackupMode = (typeof backupModes)[number]

export const backupStates = ['ordered', 'stored', 'failed'] as const
