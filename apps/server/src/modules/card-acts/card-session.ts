import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '@netward/contract'
import { permissionOf } from '@netward/contract'
import { productOfPath } from '@netward/contract/product-routes'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { callContext, requestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { cardRepo } from '../notices/index.ts'

/**
 * Runs `work` as the person whom a card was sent to, as their request to the endpoint would run now: with the rights, the
 * membership and the products that they have then. The session opens the company of its channel alone, and ends with the work.
 * @throws AppError with what refuses the request
 */
export async function asPersonOfCard<T>(
  scopes: Scopes,
  messageId: string,
  { endpoint, language, address }: { endpoint: Endpoint; language: 'zh' | 'en'; address: string },
  work: (ctx: SeveralTransactions) => Promise<T>,
): Promise<T> {
  const token = randomBytes(32).toString('base64url')
  const session = await cardRepo.session(scopes, messageId, hashToken(token))
  if (session === null) throw new AppError('40005')
  const call = callContext({ requestId: randomUUID(), language, remoteAddress: address, userAgent: '' })
  const needs = {
    needed: permissionOf(endpoint),
    reads: false,
    product: productOfPath(endpoint.path),
  }
  try {
    return await work({
      ...call,
      async inTransaction(companyId, inside) {
        const effects: (() => void)[] = []
        const claims = {
          token,
          companyId: null,
          tenantCompanyId: companyId,
          proxy: companyId !== null,
          address,
        }
        const result = await scopes.withRequest(claims, needs, ({ db }, scope) => {
          effects.length = 0
          return inside(requestContext(call, db, scope, effects))
        })
        for (const effect of effects) effect()
        return result
      },
    })
  } finally {
    await cardRepo.endSession(scopes, session)
  }
}
