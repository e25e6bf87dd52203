import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mostPersonalTokenDays, personalTokenStates } from './personal-token-values.ts'
import { done, id, instant, name } from './schemas.ts'

export const personalTokens = endpoint({
  method: 'GET',
  path: '/api/v1/auth/account/tokens',
  access: 'own',
  summary:
    "One's own personal tokens that are active, or were in the last 30 days; never the tokens themselves",
  input: z.object({}),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      /** The company that it reads. */
      companyName: z.string(),
      state: z.enum(personalTokenStates),
      createdAt: instant,
      expiresAt: instant,
      /** Written at most once a minute. */
      lastUsedAt: instant.nullable(),
      endedAt: instant.nullable(),
      endedBecause: z.enum(['person', 'password', 'membership']).nullable(),
    }),
  ),
})

export const makePersonalToken = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/tokens',
  access: 'own',
  summary:
    'Make a token for own programs and agents, which reads in the company of the session what the person may; answered this once',
  input: z.object({ name, days: z.number().int().min(1).max(mostPersonalTokenDays) }),
  output: z.object({ id, token: z.string(), expiresAt: instant }),
  errors: ['personal_token.too_many'],
  audit: 'personal_token.made',
})

export const endPersonalToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/account/tokens/:tokenId',
  access: 'own',
  summary: "End one of one's own personal tokens",
  input: z.object({ tokenId: id }),
  output: done,
  errors: ['personal_token.not_found'],
  audit: 'personal_token.ended',
})
