import type { CompanyKind, CompanyStanding, CompanyStatus } from '../organisations.ts'

/** Days between asking for a deletion and the deletion: until then it can be called back. */
export const deletionDays = 7

/** What of a company decides which moves it allows. */
export interface CompanySituation {
  readonly kind: CompanyKind
  readonly status: CompanyStatus
  /** By hand, or because its trial or contract ended. */
  readonly frozenBecause: 'hand' | 'ended' | null
  readonly standing: CompanyStanding
  /** Its trial or contract is over. */
  readonly isOver: boolean
  readonly hasEnd: boolean
  readonly hasChildren: boolean
  /** A deletion was asked for. */
  readonly deletion: 'none' | 'counting' | 'started'
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
  | 'hasChildren'
  | 'beingDeleted'
  | 'notBeingDeleted'

type Rule = (company: CompanySituation) => CompanyRefusal | null

/** No move is for the platform's own company, and none beside calling back for one whose deletion is counting down. */
const when =
  (rule: Rule): Rule =>
  (company) =>
    company.kind === 'op' ? 'platform' : company.deletion === 'none' ? rule(company) : 'beingDeleted'

/**
 * The moves of a company and what allows each: the server enforces this table and the console's buttons ask it why they
 * are disabled. A move answers null when it is allowed.
 */
export const companyMoves = {
  edit: (company) => (company.deletion === 'started' ? 'beingDeleted' : null),
  freeze: when(({ status }) =>
    status === 'frozen' ? 'alreadyFrozen' : status === 'deactivated' ? 'deactivated' : null,
  ),
  thaw: when(({ status }) => (status === 'frozen' ? null : 'notFrozen')),
  deactivate: when(({ status }) => (status === 'deactivated' ? 'deactivated' : null)),
  reactivate: when(({ status }) => (status === 'deactivated' ? null : 'notDeactivated')),
  convert: when(({ standing, status }) =>
    standing === 'formal' ? 'alreadyFormal' : status === 'deactivated' ? 'deactivated' : null,
  ),
  extend: when(({ hasEnd }) => (hasEnd ? null : 'noEnd')),
  delete: when(({ status, hasChildren }) =>
    status !== 'deactivated' ? 'notDeactivated' : hasChildren ? 'hasChildren' : null,
  ),
  cancelDeletion: ({ deletion }) =>
    deletion === 'counting' ? null : deletion === 'started' ? 'beingDeleted' : 'notBeingDeleted',
} as const satisfies Record<string, Rule>

export type CompanyMove = keyof typeof companyMoves

/** What is over would be frozen again at once: such a move asks for another end. */
export const endNeeded = (move: CompanyMove, { isOver }: Pick<CompanySituation, 'isOver'>): boolean =>
  isOver && (move === 'thaw' || move === 'reactivate')

export interface CompanyState {
  readonly status: CompanyStatus
  readonly frozenBecause: 'hand' | 'ended' | null
  readonly standing: CompanyStanding
}

/**
 * What a company is after a move that it allows. An end that was moved, or is none any more, lifts the freeze that the
 * end brought; a freeze by hand stays.
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
