export const wallLooks = ['light', 'dark', 'clock'] as const
export type WallLook = (typeof wallLooks)[number]

export const wallStates = ['active', 'ended', 'expired'] as const

export const mostWallDays = 90
export const mostWallRanges = 20
/** That are not over, of one company. */
export const mostWalls = 200

/** Each page of a wall screen stands so long. */
export const wallRotateSeconds = 30
/** Panels are asked for again after so long. */
export const wallRefreshSeconds = 60
