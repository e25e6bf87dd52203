import { type Endpoint, type InputOf, type OutputOf, permissionOf } from '@netward/contract'
import { productOfPath } from '@netward/contract/product-routes'
import { appCodeOf } from '@netward/contract/request'
import { isToolEndpoint } from '@netward/contract/tool-endpoints'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Claims,
  RefusedRequest,
  type Scopes,
  type Transaction,
  type Scope,
  type Wall,
} from '../db/scope.ts'
import { frozenRequest } from '../db/frozen.ts'
import { AppError } from '../errors.ts'
import { compressed, mayBeCompressed } from './compressed.ts'
import {
  type CallContext,
  callContext,
  type RequestContext,
  requestContext,
  type UploadedFile,
} from './context.ts'
import { Cookies } from './cookies.ts'
import { type EndpointCaller, endpointCaller, proposalOf } from './endpoint-caller.ts'
import { copyDeclared } from './declared.ts'
import { StoredAnswers, lastingError, repeatableOf, resultOf } from './idempotency.ts'
import { checkOutput, parseInput } from './input.ts'
import { languageOf } from '@netward/phrases/server'
import type { Secrets } from '../secrets.ts'
import type { RequestRate } from './request-rate.ts'
import { answerSchema } from './schema.ts'
import type { FileLimit } from './upload.ts'

/** The HTTP server of the console, with what its routes need. */
export interface App {
  readonly http: FastifyInstance
  readonly scopes: Scopes
  /** Of the requests of signed-in people; absent: no limit. */
  readonly rate?: RequestRate
  /** Answers are parsed by their schema, so that a wrong one fails: on in tests. */
  readonly checkAnswers: boolean
  /** Seals the answers that are kept for repeated requests of applications. */
  readonly secrets: Secrets
  /** Megabytes that an uploaded image or any other file may have, as the installation is set. */
  readonly fileLimit: FileLimit
}

/** A CSV answer: the file name without its ending, and the rows with their heading. */
export interface CsvAnswer {
  readonly name: string
  /** Rows that it holds, where there are more; the browser says so. */
  readonly cutAt?: number | undefined
  /** In pieces it is streamed, with all reads after the handler's transactions. */
  readonly csv: string | AsyncIterable<string>
}

/** A workbook: the file name without its ending, and its content. */
export interface XlsxAnswer {
  readonly name: string
  readonly cutAt?: number | undefined
  readonly xlsx: AsyncIterable<Uint8Array>
}

/** A printed document: the file name without its ending, and its content. */
export interface PdfAnswer {
  readonly name: string
  readonly pdf: Buffer
}

/** A ZIP that is streamed: the file name without its ending, and its content, piece by piece. */
export interface ZipAnswer {
  readonly name: string
  readonly zip: AsyncIterable<Uint8Array>
}

/** A stream of lines, each an `output` of the endpoint. */
export interface LinesAnswer<Line = unknown> {
  readonly lines: AsyncIterable<Line>
}

type Answer<E extends Endpoint> = E['answer'] extends 'csv' ? CsvAnswer : OutputOf<E>

export type Handler<E extends Endpoint> = (
  ctx: RequestContext,
  input: InputOf<E>,
  file: UploadedFile | null,
) => Promise<OutputOf<E> | CsvAnswer | XlsxAnswer>

/**
 * Registers an endpoint behind a session. The handler runs inside the request's transaction; it may run
 * twice, and has no effect but its statements and `afterCommit`.
 */
export function route<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void {
  register(app, endpoint, async (request, call) => {
    const claims = claimsFor(endpoint, request)
    const input = await inputBehind(app, endpoint, claims, request, call)
    const kept = storedAnswers(app, endpoint, claims, request, call, input)
    const effects: (() => void)[] = []
    const answer = await asSession(app, endpoint, claims, call, ({ db }, scope) => {
      effects.length = 0
      const work = () =>
        handler(requestContext(call, db, scope, effects), input.fields as InputOf<E>, input.file)
      return kept === null ? work() : kept.once(db, scope, work)
    })
    for (const effect of effects) effect()
    return answer
  })
}

/** Tools of a route with several transactions in a row. */
export interface SeveralTransactions extends CallContext {
  /** One transaction, in the company of the headers or acting in `companyId`, which the database checks anew. */
  inTransaction<T>(companyId: string | null, work: (ctx: RequestContext) => Promise<T>): Promise<T>
}

/** What a request may do beside its transactions. */
export interface StepsContext extends SeveralTransactions {
  /** Calls another endpoint as the caller, in the same company. */
  readonly callEndpoint: EndpointCaller
}

export type StepsHandler<E extends Endpoint> = (
  ctx: StepsContext,
  input: InputOf<E>,
  file: UploadedFile | null,
) => Promise<OutputOf<E> | CsvAnswer | XlsxAnswer | ZipAnswer | PdfAnswer | LinesAnswer<OutputOf<E>>>

/** Registers an endpoint that needs several transactions: a batch over many companies, or I/O between two of them. */
export function routeInSteps<E extends Endpoint>(app: App, endpoint: E, handler: StepsHandler<E>): void {
  register(app, endpoint, async (request, call) => {
    const claims = claimsFor(endpoint, request)
    const input = await inputBehind(app, endpoint, claims, request, call)
    const inTransaction: SeveralTransactions['inTransaction'] = async (companyId, work) => {
      const effects: (() => void)[] = []
      const acted = companyId === null ? claims : { ...claims, tenantCompanyId: companyId, proxy: true }
      const result = await asSession(app, endpoint, acted, call, ({ db }, scope) => {
        effects.length = 0
        return work(requestContext(call, db, scope, effects))
      })
      for (const effect of effects) effect()
      return result
    }
    const callEndpoint = endpointCaller(app.http, request)
    const work = () =>
      handler({ ...call, inTransaction, callEndpoint }, input.fields as InputOf<E>, input.file)
    const kept = storedAnswers(app, endpoint, claims, request, call, input)
    return kept === null ? work() : onceInSteps(kept, inTransaction, work)
  })
}

/** A concurrent equal request is refused: no transaction stays open that long. */
async function onceInSteps<T>(
  kept: StoredAnswers,
  inTransaction: SeveralTransactions['inTransaction'],
  work: () => Promise<T>,
): Promise<T> {
  const earlier = await inTransaction(null, ({ db, scope }) => kept.begin(db, scope))
  if (earlier !== null) return resultOf(earlier) as T
  try {
    const answer = await work()
    await inTransaction(null, ({ db, scope }) => kept.keep(db, scope, { answer }))
    return answer
  } catch (error) {
    const lasting = lastingError(error)
    await inTransaction(null, ({ db, scope }) =>
      lasting === null ? kept.release(db, scope) : kept.keep(db, scope, lasting),
    )
    throw error
  }
}

function storedAnswers(
  app: App,
  endpoint: Endpoint,
  claims: Claims,
  request: FastifyRequest,
  call: CallContext,
  input: Awaited<ReturnType<typeof parseInput>>,
): StoredAnswers | null {
  const repeatable = repeatableOf(endpoint, claims, request, call, input)
  return repeatable && new StoredAnswers(app.secrets, repeatable)
}

/** Registers a public endpoint. */
export function publicRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (ctx: CallContext, input: InputOf<E>) => Promise<Answer<E>>,
): void {
  register(app, endpoint, async (request, call) => {
    const input = await parseInput(endpoint, request, call, app.fileLimit)
    return handler(call, input.fields as InputOf<E>)
  })
}

/** What a wall screen may be shown: the transaction has the sight of its maker, and only reads. */
export interface WallContext extends RequestContext {
  readonly wall: Wall
}

/** Registers an endpoint of wall screens: no other session opens it. */
export function wallRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (ctx: WallContext, input: InputOf<E>) => Promise<OutputOf<E>>,
): void {
  register(app, endpoint, async (request, call) => {
    const { token } = claimsOf(request)
    const input = await parseInput(endpoint, request, call, app.fileLimit)
    return app.scopes.withWall({ token, address: call.remoteAddress }, ({ db }, scope, wall) =>
      handler({ ...requestContext(call, db, scope, []), wall }, input.fields as InputOf<E>),
    )
  })
}

/** A caller without the permission is refused before their file is read. */
async function inputBehind(
  app: App,
  endpoint: Endpoint,
  claims: Claims,
  request: FastifyRequest,
  call: CallContext,
) {
  if (endpoint.inputKind === 'multipart') await asSession(app, endpoint, claims, call, async () => null)
  return parseInput(endpoint, request, call, app.fileLimit)
}

async function asSession<T>(
  app: App,
  endpoint: Endpoint,
  claims: Claims,
  call: CallContext,
  work: (transaction: Transaction, scope: Scope) => Promise<T>,
): Promise<T> {
  const needed = permissionOf(endpoint)
  try {
    const product = productOfPath(endpoint.path)
    return await app.scopes.withRequest(
      claims,
      { needed, reads: endpoint.reads, product, forPersonalTokens: isToolEndpoint(endpoint) },
      (inside, scope) => {
        countPerson(app, call, scope.personId)
        return work(inside, scope)
      },
    )
  } catch (error) {
    if (error instanceof RefusedRequest && error.personId !== null) countPerson(app, call, error.personId)
    if (error instanceof RefusedRequest && error.code === '40027')
      throw await frozenRequest(app.scopes, call, claims)
    // Survives the rollback: attempts are recorded.
    if (error instanceof RefusedRequest && error.code === 'permission.denied') {
      await app.scopes.asLoginRole('select note_refused_act($1, $2, $3, $4, $5)', [
        error.companyId,
        error.personId,
        error.actorName,
        JSON.stringify({ needed, endpoint: `${endpoint.method} ${endpoint.path}` }),
        call.requestId,
      ])
    }
    throw error
  }
}

/** Requests that have been counted: one may take several transactions, and a transaction may run twice. */
const counted = new WeakSet<CallContext>()

function countPerson({ rate }: App, call: CallContext, personId: string): void {
  if (rate === undefined || counted.has(call)) return
  counted.add(call)
  rate.takePerson(personId)
}

function register(
  app: App,
  endpoint: Endpoint,
  handle: (request: FastifyRequest, call: CallContext) => Promise<unknown>,
): void {
  const serializerOf = answerSerializer(endpoint)
  app.http.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(mayBeCompressed(endpoint) && { onSend: compressed }),
    handler: async (request, reply) => {
      if (endpoint.access !== 'public') app.rate?.takeAddress(request.ip)
      requireAppCode(endpoint, request)
      const call = callContext(
        {
          requestId: request.id,
          language: languageOf(request.headers['accept-language']),
          remoteAddress: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
          proposalId: proposalOf(request),
        },
        new Cookies(request.headers.cookie),
      )
      const answer = await handle(request, call)
      if (call.cookies.lines.length > 0) void reply.header('set-cookie', call.cookies.lines)
      if (app.checkAnswers) checkOutput(endpoint, answer)
      const serialize = serializerOf(reply)
      if (serialize) void reply.type('application/json; charset=utf-8').serializer(serialize)
      return send(reply, endpoint, answer)
    },
  })
}

type Serialize = (answer: unknown) => string

/** Created with the first answer: serializers of all endpoints would slow the start and take memory. */
function answerSerializer(endpoint: Endpoint): (reply: FastifyReply) => Serialize | null {
  let made: Serialize | null | undefined
  return (reply) => {
    if (made !== undefined) return made
    const schema = answerSchema(endpoint)
    const declared = copyDeclared(schema)
    if (declared) made = (answer) => JSON.stringify(declared(answer))
    else made = schema && (reply.compileSerializationSchema(schema) as Serialize)
    return made
  }
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown): unknown {
  if (endpoint.answer === 'csv') {
    const { name, csv, cutAt } = answer as CsvAnswer
    if (cutAt !== undefined) void reply.header('x-cut-at', cutAt)
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`)
    // The byte order mark makes spreadsheets read it as UTF-8.
    return typeof csv === 'string' ? `\uFEFF${csv}` : Readable.from(marked(csv), { objectMode: false })
  }
  void reply.header('cache-control', 'no-store')
  if (endpoint.answer === 'zip') {
    const { name, zip } = answer as ZipAnswer
    void reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.zip`)}`)
    return Readable.from(zip, { objectMode: false })
  }
  if (endpoint.answer === 'pdf') {
    const { name, pdf } = answer as PdfAnswer
    void reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.pdf`)}`)
    return pdf
  }
  if (endpoint.answer === 'xlsx') {
    const { name, xlsx, cutAt } = answer as XlsxAnswer
    if (cutAt !== undefined) void reply.header('x-cut-at', cutAt)
    void reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`)
    return Readable.from(xlsx, { objectMode: false })
  }
  if (endpoint.answer === 'lines') {
    const { lines } = answer as LinesAnswer
    // A proxy that buffers would hold the words back.
    void reply.type('application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no')
    return Readable.from(jsonLines(endpoint, lines), { objectMode: false })
  }
  if (endpoint.answer === 'token') return { code: 0, message: '', ...(answer as object) }
  return { code: 0, message: '', data: answer }
}

/** Acts on one's own account stay out of the log of the tenant acted in. */
function claimsFor(endpoint: Endpoint, request: FastifyRequest): Claims {
  const claims = claimsOf(request)
  return endpoint.access === 'own' ? { ...claims, tenantCompanyId: null, proxy: false } : claims
}

/** Token and company claims of a request. Only the Bearer header counts, never the cookie. */
export function claimsOf(request: FastifyRequest): Claims {
  const authorization = request.headers.authorization
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : ''
  if (token === '') throw new AppError('40001')
  return {
    token,
    address: request.ip,
    companyId: idHeader(request, 'x-company-id'),
    ...tenantClaims(request),
  }
}

/** A request may leave the header out; a wrong one names another service than the path (specification §6). */
function requireAppCode({ path }: Endpoint, { headers }: FastifyRequest): void {
  const claimed = headers['x-app-code'] ?? ''
  if (claimed !== '' && claimed !== appCodeOf(path)) throw new AppError('request.invalid')
}

/** An invalid claim is refused: a request meant for a tenant must not run in one's own company. */
function tenantClaims(request: FastifyRequest): Pick<Claims, 'tenantCompanyId' | 'proxy'> {
  const tenantCompanyId = idHeader(request, 'x-tenant-company-id')
  const proxy = request.headers['x-proxy'] ?? ''
  if (!['', '0', '1'].includes(String(proxy)) || (proxy === '1' && tenantCompanyId === null))
    throw new AppError('company.not_found')
  return { tenantCompanyId, proxy: proxy === '1' }
}

function idHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  if (value === undefined || value === '') return null
  // A malformed id reads like another company's.
  if (typeof value !== 'string' || !/^[1-9][0-9]{0,17}$/.test(value)) throw new AppError('company.not_found')
  return value
}

/** Only what is declared leaves, as in other answers. */
async function* jsonLines({ output }: Endpoint, lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(output.parse(line))}\n`
}

async function* marked(csv: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\uFEFF'
  yield* csv
}
