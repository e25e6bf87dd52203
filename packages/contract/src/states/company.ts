import type { CompanyKind, CompanyStanding, CompanyStatus } from '../organisations.ts'

/** Days between requesting a deletion and the deletion: until then it can be cancelled. */
export const deletionDays = 7

/** Days by which an MSP extends a trial, once; further only by the platform. */
export const mspTrialExtensionDays = 15

/** Facts of a company that decide which moves it allows. */
export interface CompanySituation {
  readonly kind: CompanyKind
  readonly status: CompanyStatus
  /** By hand, or because its trial or contract ended. */
  readonly frozenBecause: 'hand' | 'ended' | null
  readonly standing: CompanyStanding
  /** Its trial or contract is over. */
  readonly isOver: boolean
  readonly hasEnd: boolean
  /** Its trial was extended by an MSP, and the caller is not the platform. */
  readonly trialSpent: boolean
  readonly hasChildren: boolean
  /** A deletion was requested. */
  readonly deletion: 'none' | 'counting' | 'started'
  /** A level above the caller's froze or deactivated it. */
  readonly stateIsAbove: boolean
  /** A level above the caller's asked for the deletion. */
  readonly deletionIsAbove: boolean
}

/** Keys of phrases under `tenants.refusal`: why a move is not allowed. */
export type CompanyRefusal =
  | 'platform'
  | 'alreadyFrozen'
  | 'notFrozen'
  | 'isOver'
  | 'deactivated'
  | 'notDeactivated'
  | 'alreadyFormal'
  | 'noEnd'
  | 'trialSpent'
  | 'hasChildren'
  | 'beingDeleted'
  | 'notBeingDeleted'
  | 'stateIsAbove'
  | 'deletionIsAbove'

type Rule = (company: CompanySituation) => CompanyRefusal | null

/** No move applies to the platform's own company; during a deletion countdown only cancelling it does. */
const when =
  (rule: Rule): Rule =>
  (company) =>
    company.kind === 'op' ? 'platform' : company.deletion === 'none' ? rule(company) : 'beingDeleted'

/** What a level above did, only that level or one above it undoes. */
const unlessAbove =
  (rule: Rule): Rule =>
  (company) =>
    rule(company) ?? (company.stateIsAbove ? 'stateIsAbove' : null)

/** A trial that is over needs another end, which the caller cannot set. */
const spent: Rule = ({ isOver, trialSpent }) => (isOver && trialSpent ? 'trialSpent' : null)

/**
 * Moves of a company and what allows each: the server enforces this table, and the console's buttons take
 * their disabled reason from it. A move returns null when it is allowed.
 */
export const companyMoves = {
  edit: (company) => (company.deletion === 'started' ? 'beingDeleted' : null),
  freeze: when(({ status }) =>
    status === 'frozen' ? 'alreadyFrozen' : status === 'deactivated' ? 'deactivated' : null,
  ),
  thaw: when(unlessAbove((company) => (company.status === 'frozen' ? spent(company) : 'notFrozen'))),
  // A frozen one would come back from it active.
  deactivate: when(unlessAbove(({ status }) => (status === 'deactivated' ? 'deactivated' : null))),
  reactivate: when(
    unlessAbove((company) => (company.status === 'deactivated' ? spent(company) : 'notDeactivated')),
  ),
  convert: when(({ standing, status }) =>
    standing === 'formal' ? 'alreadyFormal' : status === 'deactivated' ? 'deactivated' : null,
  ),
  extend: when(({ hasEnd, trialSpent }) => (hasEnd ? (trialSpent ? 'trialSpent' : null) : 'noEnd')),
  delete: when(
    unlessAbove(({ status, hasChildren }) =>
      status !== 'deactivated' ? 'notDeactivated' : hasChildren ? 'hasChildren' : null,
    ),
  ),
  cancelDeletion: ({ deletion, deletionIsAbove }) =>
    deletion === 'counting'
      ? deletionIsAbove
        ? 'deletionIsAbove'
        : null
      : deletion === 'started'
        ? 'beingDeleted'
        : 'notBeingDeleted',
} as const satisfies Record<string, Rule>

export type CompanyMove = keyof typeof companyMoves

/** An expired trial or contract would freeze it again at once: such a move requires another end. */
export const endNeeded = (move: CompanyMove, { isOver }: Pick<CompanySituation, 'isOver'>): boolean =>
  isOver && (move === 'thaw' || move === 'reactivate')

export interface CompanyState {
  readonly status: CompanyStatus
  readonly frozenBecause: 'hand' | 'ended' | null
  readonly standing: CompanyStanding
}

/**
 * The company after an allowed move. Moving or removing an end lifts the freeze that the end caused; a freeze
 * by hand stays.
 */
export function afterMove(move: CompanyMove, before: CompanyState): CompanyState {
  const unfrozen =
    before.frozenBecause === 'ended' ? ({ status: 'active', frozenBecause: null } as const) : {}
  switch (move) {
    case 'freeze':
      return { ...before, status: 'frozen', frozenBecause: 'hand' }
    case 'thaw':
    case 'reactivate':
      return { ...before, status: 'active', frozenBecause: null }
    case 'deactivate':
      return { ...before, status: 'deactivated', frozenBecause: null }
    case 'convert':
      return { ...before, ...unfrozen, standing: 'formal' }
    case 'extend':
      return { ...before, ...unfrozen }
    default:
      return before
  }
}
