import type { Scope } from '../../platform/db/scope.ts'

/** The scope of an order that no member makes: an alarm, or a stranger by that name. It has no permission of its own. */
export const nobodyIn = (companyId: string, actorName = ''): Scope => ({
  kind: 'company',
  companyId,
  rootId: companyId,
  homeCompanyId: companyId,
  identity: 4,
  acting: false,
  isPartial: false,
  sessionId: '0',
  personId: '0',
  memberId: '0',
  osId: '0',
  actorName,
})
