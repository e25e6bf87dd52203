export const probeStates = ['waiting', 'enrolled', 'revoked'] as const
export type ProbeState = (typeof probeStates)[number]

/** What a probe is now, as lists filter it. `silent`: enrolled, and not connected. */
export const probeStandings = ['connected', 'silent', 'waiting', 'revoked'] as const
export type ProbeStanding = (typeof probeStandings)[number]

/** How far the upgrade to the version of this server is. `none`: it runs it already. */
export const probeUpgrades = ['none', 'unsigned', 'refused', 'running', 'failed'] as const
export type ProbeUpgrade = (typeof probeUpgrades)[number]

export const probeReaches = ['fping', 'ping', 'tcp'] as const

export const probeLimits = {
  /** Of a company. */
  probes: 5000,
  /** Of a probe. */
  outlets: 200,
  /** Of an outlet. */
  ranges: 20,
  /** For which an enrolment token is good. */
  tokenHours: 72,
} as const

export const probeTokenPrefix = 'nwp_'
/** Where probes connect, by WebSocket. */
export const probePath = '/dial/api/v1/probe/connect'
/** Where the program lies: `/probe/<version>.mjs`. */
export const probeProgramPath = '/probe'
