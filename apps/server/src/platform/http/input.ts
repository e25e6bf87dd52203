import { answersFile, type Endpoint, type FieldError, type InputKind } from '@netward/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { CallContext, UploadedFile } from './context.ts'
import { fieldMessage } from './field-message.ts'
import { strictInput } from './strict-input.ts'
import { type FileLimit, readUpload } from './upload.ts'

/**
 * Reads the fields of an endpoint's input from where its declaration says. A field that is not declared, or stands
 * elsewhere, is refused: what is ignored would look done.
 * @throws AppError request.invalid, naming the fields.
 */
export async function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  call: CallContext,
  fileLimit: FileLimit,
): Promise<{ fields: unknown; file: UploadedFile | null }> {
  const query = request.query as object
  const body = bodyOf(request)
  const params = request.params as object
  refuseFields(call, misplaced(endpoint, { query, body, params }))
  const file =
    endpoint.inputKind === 'multipart' ? await readUpload(endpoint, request, call, fileLimit) : null
  const parsed = strictInput(endpoint.input).safeParse({ ...query, ...body, ...params })
  if (parsed.success) return { fields: parsed.data, file }
  throw new AppError('request.invalid', { data: { fields: fieldErrors(parsed.error, call) } })
}

/** A request without a body sends no field. @throws AppError request.invalid for a body that is not an object. */
function bodyOf({ body }: FastifyRequest): object {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('request.invalid')
  return body
}

const readsQuery: ReadonlySet<InputKind> = new Set(['query', 'query-or-form', 'multipart'])
const readsBody: ReadonlySet<InputKind> = new Set(['json', 'form', 'query-or-form'])

/** Fields in a part of the request that the endpoint does not read, and those that the path already names. */
function misplaced(
  { inputKind }: Endpoint,
  { query, body, params }: Record<'query' | 'body' | 'params', object>,
): string[] {
  return [
    ...Object.keys(query).filter((name) => !readsQuery.has(inputKind) || Object.hasOwn(params, name)),
    ...Object.keys(body).filter((name) => !readsBody.has(inputKind) || Object.hasOwn(params, name)),
  ]
}

function refuseFields(call: CallContext, names: readonly string[]): void {
  if (names.length === 0) return
  const fields = names
    .slice(0, 20)
    .map((field) => ({ field, message: call.phrase('validation.unrecognised') }))
  throw new AppError('request.invalid', { data: { fields } })
}

function fieldErrors(error: z.ZodError, call: CallContext): FieldError[] {
  return error.issues
    .flatMap((issue) => {
      const message = fieldMessage(issue, call)
      const keys =
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      return keys.map((path) => ({ field: path.map(String).join('.'), message }))
    })
    .slice(0, 20)
}

/** In tests: an answer that does not fit its declaration is a defect. */
export function checkOutput(endpoint: Endpoint, answer: unknown): void {
  if (answersFile(endpoint)) return
  const parsed = endpoint.output.safeParse(answer)
  if (!parsed.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered what it does not declare: ${parsed.error.message}`,
    )
  }
}
