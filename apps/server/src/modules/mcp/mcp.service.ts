import type { PermissionCode } from '@netward/contract'
import { personalTokenPrefix } from '@netward/contract/personal-token-values'
import { AppError } from '../../platform/errors.ts'
import type { Claims } from '../../platform/db/scope.ts'
import type { App } from '../../platform/http/route.ts'
import { readingTools } from '../conversations/index.ts'
import type { Agent } from './mcp-server.ts'
import { placeRepo } from './place.repo.ts'

const needed = 'DMS_SERVER_ASSISTANT'

/**
 * The tools that the person of a token may use now. Their endpoints check each right again.
 * @throws AppError if the token is none, or its person may not use the assistant.
 */
export async function agentOf(app: App, claims: Claims): Promise<Pick<Agent, 'tools' | 'timeZone'>> {
  if (!claims.token.startsWith(personalTokenPrefix)) throw new AppError('40001')
  const inside = <T>(code: PermissionCode, work: Parameters<typeof app.scopes.withRequest<T>>[2]) =>
    app.scopes.withRequest<T>(
      claims,
      { needed: code, product: 'assistant', reads: true, forPersonalTokens: true },
      work,
    )
  let isCounted = false
  const timeZone = await inside(needed, async ({ db }, { personId, companyId }) => {
    if (!isCounted) app.rate?.takePerson(personId)
    isCounted = true
    return placeRepo.timeZone(db, companyId)
  })
  const holds = async (code: PermissionCode) => {
    try {
      return await inside(code, async () => true)
    } catch (error) {
      if (error instanceof AppError && error.code === 'permission.denied') return false
      throw error
    }
  }
  const held = new Set<PermissionCode>()
  for (const code of new Set(readingTools.flatMap(({ needs }) => needs)))
    if (await holds(code)) held.add(code)
  return { timeZone, tools: readingTools.filter(({ needs }) => needs.every((code) => held.has(code))) }
}
