import { personalTokenPrefix } from '@netward/contract/personal-token-values'
import { AppError } from '../../platform/errors.ts'
import type { Claims } from '../../platform/db/scope.ts'
import type { App } from '../../platform/http/route.ts'
import { placeRepo, readingToolsFor } from '../conversations/index.ts'
import { heldPermissions } from '../identity/index.ts'
import type { Agent } from './mcp-server.ts'

const needs = {
  needed: 'DMS_SERVER_ASSISTANT',
  product: 'assistant',
  reads: true,
  forPersonalTokens: true,
} as const

/**
 * The tools that the person of a token may use now. Their endpoints check each right again.
 * @throws AppError if the token is none, or its person may not use the assistant.
 */
export async function agentOf(app: App, claims: Claims): Promise<Pick<Agent, 'tools' | 'timeZone'>> {
  if (!claims.token.startsWith(personalTokenPrefix)) throw new AppError('40001')
  const { personId, held, timeZone } = await app.scopes.withRequest(claims, needs, async ({ db }, scope) => ({
    personId: scope.personId,
    held: await heldPermissions({ db }),
    timeZone: (await placeRepo.get({ db, scope })).timeZone,
  }))
  app.rate?.takePerson(personId)
  return { timeZone, tools: readingToolsFor(new Set(held)) }
}
