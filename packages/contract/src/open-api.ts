import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Prefix of an application's access token: tokens of people contain no dot. */
export const applicationTokenPrefix = 'nwt.'
export const applicationTokenSeconds = 3600

/** RFC 6749 §4.4; errors are those of §5.2. */
export const openToken = endpoint({
  method: 'POST',
  path: '/api/v1/open/token',
  access: 'public',
  summary: "An access token for an application's app ID and key (OAuth 2.0 client credentials)",
  inputKind: 'form',
  answer: 'oauth',
  input: z.object({
    grant_type: z.literal('client_credentials'),
    /** The app ID and the key, unless sent by HTTP Basic. */
    client_id: z.string().max(100).optional(),
    client_secret: z.string().max(200).optional(),
  }),
  output: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number().int(),
  }),
})
