/** Of one configuration file: what is longer is no configuration. */
export const backupLimitBytes = 2 * 1024 * 1024

/** Before its upgrade a gateway is not asked for its configuration, is asked, or is upgraded with one alone. */
export const backupModes = ['none', 'try', 'require'] as const
export type BackupMode = (typeof backupModes)[number]

export const backupStates = ['ordered', 'stored', 'failed'] as const
