import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import { type ErrorCode, errorStatus, wireCode } from '@netward/contract'
import { languageOf } from '@netward/phrases/server'
import { errorText } from './error-text.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { isConnectionLost } from '../db/connection-lost.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'

const jsonLimit = 1024 * 1024
const fileLimit = 20 * 1024 * 1024

export interface HttpOptions {
  readonly log: Logger
  /** Addresses or ranges whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[]
}

/** The console's HTTP server with what every route shares: limits, headers, error envelope, request ids. */
export async function createHttp({ log, trustedProxies }: HttpOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log
  const http = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: jsonLimit,
    requestTimeout: 180_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // The contract validates and serialises; the framework's own validation is off.
    ajv: { customOptions: { coerceTypes: false } },
  })
  http.setValidatorCompiler(() => () => true)

  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // The component library writes its styles at run time.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Only the proxy in front knows whether this host speaks https.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // For obsolete browsers, or covered by the policy above: bytes on every answer.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  await http.register(formbody, { bodyLimit: 64 * 1024 })
  await http.register(multipart, { limits: { fileSize: fileLimit, files: 1, fields: 10, fieldSize: 10_000 } })
  await http.register(websocket, { options: { maxPayload: 64 * 1024 } })

  http.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/assets/')) void reply.header('x-request-id', request.id)
  })
  // The path without its query: a query string can hold a password (sign-in) or a ticket.
  http.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0]
    log.info(
      {
        reqId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error)
    if (known.code === 'system.error') {
      log.error(
        { err: error, reqId: request.id, method: request.method, path: request.url.split('?', 1)[0] },
        'unexpected error',
      )
    }
    const seconds =
      (known.data as { retryAfterSeconds?: number } | null)?.retryAfterSeconds ?? retryAfter[known.code]
    if (seconds !== undefined) void reply.header('retry-after', String(seconds))
    void reply
      .status(errorStatus[known.code])
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
    return reply
      .serializer(JSON.stringify)
      .send(errorBody(known, request.headers['accept-language'], request.id))
  })
  return http
}

/** An error as the caller sees it: code, text in their language, data, and the id of its log entry. */
export function errorBody(error: AppError, acceptLanguage: string | undefined, requestId: string) {
  const message = errorText(error, languageOf(acceptLanguage))
  return { code: wireCode(error.code), message, data: error.data, requestId }
}

/** Seconds after which a retry makes sense, where the error has no value of its own. */
const retryAfter: Partial<Record<ErrorCode, number>> = { 'application.maintenance': 60 }

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_FILES_LIMIT: 'request.invalid',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
  FST_ERR_NOT_FOUND: 'route.not_found',
}

/** SQLSTATEs that mean "try again later": shutting down, starting up, too many connections, time-outs. */
const unavailable = /^(08|57P0|53300|57014|55P03|40001|40P01)/

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  const byCode = frameworkCodes[error.code]
  if (byCode) return new AppError(byCode)
  if (isConnectionLost(error) || (typeof error.code === 'string' && unavailable.test(error.code))) {
    return new AppError('system.unavailable', { cause: error })
  }
  // A text that PostgreSQL cannot store: a NUL, half a surrogate pair.
  if (['22021', '22P05', '22P02'].includes(error.code)) return new AppError('request.invalid')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('request.invalid')
  }
  return new AppError('system.error', { cause: error })
}
