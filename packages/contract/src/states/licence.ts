/** What a quota counts. */
export const quotaKinds = ['internet_lines', 'devices', 'outlets', 'work_orders', 'members'] as const
/** `files`: entitlements come from the licence files of trusted issuers alone. */
export const licenceModes = ['platform', 'files'] as const
export type LicenceMode = (typeof licenceModes)[number]

/** Months that a licence file is valid at most: it cannot be revoked. */
export const licenceFileMonths = 13

/** An installation, in its licence files: see `request-code.ts` of the server. */
export const requestCodePattern = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/

export type QuotaKind = (typeof quotaKinds)[number]

/** Whether new companies get the package of this code: it stays on sale. */
export const isGivenToNew = (packageCode: string): boolean => ['trial', 'basic'].includes(packageCode)

/**
 * `pending`: not yet effective; `exceeded`: more of its kind is used than granted, which only blocks
 * additions.
 */
export const licenceStates = ['valid', 'permanent', 'pending', 'exceeded', 'expired', 'revoked'] as const
export type LicenceState = (typeof licenceStates)[number]

/** Facts of a licence that decide its state and moves. Instants are RFC 3339. */
export interface LicenceStanding {
  readonly startsAt: string
  /** Null: permanent. */
  readonly endsAt: string | null
  readonly revokedAt: string | null
  /** More of its kind is used than the company has. */
  readonly overused: boolean
}

/** The first that applies, from what ends a licence to mere warnings. */
export function licenceState(licence: LicenceStanding, now: Date): LicenceState {
  if (licence.revokedAt !== null) return 'revoked'
  if (licence.endsAt !== null && Date.parse(licence.endsAt) <= now.getTime()) return 'expired'
  if (Date.parse(licence.startsAt) > now.getTime()) return 'pending'
  if (licence.overused) return 'exceeded'
  return licence.endsAt === null ? 'permanent' : 'valid'
}

/** Whether the caller may move a licence. */
export interface LicenceForMoves {
  readonly state: LicenceState
  /** Came from a file: only its next revision changes it. */
  readonly fromFile: boolean
  /** The caller issued it, or is the platform. */
  readonly issuedHere: boolean
  /** Of a pool: the part that is handed down. */
  readonly handed: number
}

/** Keys of phrases under `licences.refusal`: why a move is not allowed. */
export type LicenceRefusal = 'revoked' | 'fromFile' | 'notIssuedHere' | 'handedDown'

type Rule = (licence: LicenceForMoves) => LicenceRefusal | null

const changeable: Rule = ({ state, fromFile, issuedHere }) =>
  state === 'revoked' ? 'revoked' : fromFile ? 'fromFile' : issuedHere ? null : 'notIssuedHere'

/**
 * Moves of a licence and what allows each: the server enforces this table, and the console's buttons take
 * their disabled reason from it. A move returns null when it is allowed. An expired licence can be renewed, a
 * revoked one cannot.
 */
export const licenceMoves = {
  renew: changeable,
  resize: changeable,
  revoke: (licence) => changeable(licence) ?? (licence.handed > 0 ? 'handedDown' : null),
} as const satisfies Record<string, Rule>

export type LicenceMove = keyof typeof licenceMoves
