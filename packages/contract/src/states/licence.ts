/** What a quota counts. */
export const quotaKinds = ['internet_lines', 'devices', 'outlets', 'work_orders', 'members'] as const
/** Of an installation, in the licence files that are for it: see `request-code.ts` of the server. */
export const requestCodePattern = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/

export type QuotaKind = (typeof quotaKinds)[number]

/** Whether new companies are given the package of this code: it stays on sale. */
export const isGivenToNew = (packageCode: string): boolean => ['trial', 'basic'].includes(packageCode)

/** `pending`: not yet effective; `exceeded`: more of its kind is used than granted, which blocks additions alone. */
export const licenceStates = ['valid', 'permanent', 'pending', 'exceeded', 'expired', 'revoked'] as const
export type LicenceState = (typeof licenceStates)[number]

/** What of a licence decides its state and moves. Instants are RFC 3339. */
export interface LicenceStanding {
  readonly startsAt: string
  /** Null: permanent. */
  readonly endsAt: string | null
  readonly revokedAt: string | null
  /** More of its kind is used than the company has. */
  readonly overused: boolean
}

/** The first that fits, from what ends a licence to what merely tells of it. */
export function licenceState(licence: LicenceStanding, now: Date): LicenceState {
  if (licence.revokedAt !== null) return 'revoked'
  if (licence.endsAt !== null && Date.parse(licence.endsAt) <= now.getTime()) return 'expired'
  if (Date.parse(licence.startsAt) > now.getTime()) return 'pending'
  if (licence.overused) return 'exceeded'
  return licence.endsAt === null ? 'permanent' : 'valid'
}

/** What decides whether the caller may move a licence. */
export interface LicenceForMoves {
  readonly state: LicenceState
  /** Came from a file: its next revision changes it. */
  readonly fromFile: boolean
  /** The caller issued it, or is the platform. */
  readonly issuedHere: boolean
  /** Of a pool: how much of it is handed down. */
  readonly handed: number
}

/** Keys of phrases under `licences.refusal`: why a move is not allowed. */
export type LicenceRefusal = 'revoked' | 'fromFile' | 'notIssuedHere' | 'handedDown'

type Rule = (licence: LicenceForMoves) => LicenceRefusal | null

const changeable: Rule = ({ state, fromFile, issuedHere }) =>
  state === 'revoked' ? 'revoked' : fromFile ? 'fromFile' : issuedHere ? null : 'notIssuedHere'

/**
 * The moves of a licence and what allows each: the server enforces this table and the console's buttons ask it why they
 * are disabled. A move answers null when it is allowed. An expired licence can be renewed, never one that was revoked.
 */
export const licenceMoves = {
  renew: changeable,
  resize: changeable,
  revoke: (licence) => changeable(licence) ?? (licence.handed > 0 ? 'handedDown' : null),
} as const satisfies Record<string, Rule>

export type LicenceMove = keyof typeof licenceMoves
