/** What a personal token begins with, so that scanners of leaks find it. */
export const personalTokenPrefix = 'nwp_'
export const mostPersonalTokenDays = 90
/** That are not over, of one person. */
export const mostPersonalTokens = 20
export const personalTokenStates = ['active', 'expired', 'ended'] as const
