import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { placeRepo } from './place.repo.ts'
import type { Owner } from './conversation.repo.ts'

/** Who asks, about which company. */
export interface Asker {
  readonly owner: Owner
  readonly personName: string
  readonly timeZone: string
}

/** A conversation is stored with the company of its person, whatever tenant they act in (decisions.md 9). */
export function asker(
  ctx: SeveralTransactions,
  also: (inside: RequestContext) => Promise<unknown> = async () => null,
): Promise<Asker> {
  return ctx.inTransaction(null, async (inside) => {
    const { scope } = inside
    const { companyName, timeZone } = await placeRepo.get(inside)
    await also(inside)
    return {
      owner: {
        companyId: scope.homeCompanyId,
        personId: scope.personId,
        subjectId: scope.companyId,
        subjectName: companyName,
      },
      personName: scope.actorName,
      timeZone,
    }
  })
}
