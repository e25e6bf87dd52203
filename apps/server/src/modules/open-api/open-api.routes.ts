import { openApi, type OutputOf } from '@netward/contract'
import { applicationTokenPrefix } from '@netward/contract/open-api'
import { languageOf } from '@netward/phrases/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { callContext } from '../../platform/http/context.ts'
import type { App } from '../../platform/http/route.ts'
import { credentialsOf, type TokenError } from './client-credentials.ts'
import { issueCounted, waitBefore } from './tokens.service.ts'

const bearer = `Bearer ${applicationTokenPrefix}`

/**
 * The token endpoint, and the rate limit of calls with its tokens. Registered before all routes it guards.
 */
export function openApiRoutes({ http, scopes }: App): void {
  http.addHook('onRequest', async ({ headers: { authorization = '' } }) => {
    if (!authorization.startsWith(bearer)) return
    const wait = await waitBefore(scopes, authorization.slice('Bearer '.length).trim())
    if (wait > 0) throw new AppError('request.too_many', { data: { retryAfterSeconds: wait } })
  })

  http.route({
    method: openApi.openToken.method,
    url: openApi.openToken.path,
    // Unreadable requests get the standard's error, not the usual envelope.
    errorHandler: (error, request, reply) => void refuse(request, reply, errorOf(error), secondsOf(error)),
    async handler(request, reply): Promise<OutputOf<typeof openApi.openToken> | FastifyReply> {
      const who = credentialsOf(request)
      if (typeof who === 'string') return refuse(request, reply, who)
      const issued = await issueCounted(scopes, callOf(request), who.appId, who.key)
      if ('refusal' in issued) {
        return issued.refusal === 'wait'
          ? refuse(request, reply, 'temporarily_unavailable', issued.wait)
          : refuse(request, reply, 'invalid_client')
      }
      void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
      return { access_token: issued.token, token_type: 'Bearer', expires_in: issued.seconds }
    },
  })
}

const described: Record<TokenError, string> = {
  invalid_request: 'the request lacks a parameter, repeats one, or proves the client in two ways',
  invalid_client: 'no such app ID and key, or the application cannot be used at present',
  unsupported_grant_type: 'grant_type must be client_credentials',
  temporarily_unavailable: 'too many attempts; try again after Retry-After seconds',
  server_error: 'unexpected error',
}

const statusOf: Record<TokenError, number> = {
  invalid_request: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  temporarily_unavailable: 429,
  server_error: 500,
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: TokenError, seconds?: number) {
  if (error === 'invalid_client' && request.headers.authorization !== undefined) {
    void reply.header('www-authenticate', 'Basic realm="Netward"')
  }
  if (seconds !== undefined) void reply.header('retry-after', String(seconds))
  if (error === 'server_error') request.log.error({ reqId: request.id }, 'the token endpoint failed')
  return reply
    .status(statusOf[error])
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .send({ error, error_description: described[error] })
}

function errorOf(error: unknown): TokenError {
  if (error instanceof AppError)
    return error.code === 'sign_in.wait' ? 'temporarily_unavailable' : 'server_error'
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? 'invalid_request' : 'server_error'
}

function secondsOf(error: unknown): number | undefined {
  const data = error instanceof AppError ? (error.data as { retryAfterSeconds?: number } | null) : null
  return data?.retryAfterSeconds
}

function callOf(request: FastifyRequest) {
  return callContext({
    requestId: request.id,
    language: languageOf(request.headers['accept-language']),
    remoteAddress: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
  })
}
