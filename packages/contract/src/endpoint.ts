import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PermissionCode } from './permissions.ts'

/**
 * Who may call: anyone, any signed-in person, or a session that holds the code in the company acted in.
 * `own`: any signed-in person about themselves, as a member of their own company, whatever tenant they act
 * in. `wall`: wall screens alone, which may call nothing else.
 */
export type Access = 'public' | 'session' | 'own' | 'wall' | PermissionCode

/** The code that a session must hold; null: none. */
export function permissionOf({ access }: Pick<Endpoint, 'access'>): PermissionCode | null {
  return access === 'public' || access === 'session' || access === 'own' || access === 'wall' ? null : access
}

/**
 * Shape of the answer's body.
 * - `envelope`: `{code: 0, message, data}` with `data` as `output` declares.
 * - `oauth`: `output`'s fields only; errors as RFC 6749 §5.2 (the token of an application).
 * - `token`: `output`'s fields beside `code` and `message` at the top level (sign-in only).
 * - `csv`: text/csv, UTF-8 with BOM; `output` is not used.
 * - `zip`: application/zip, streamed; `output` is not used.
 * - `xlsx`: a workbook; `output` is not used.
 * - `pdf`: application/pdf; `output` is not used.
 * - `lines`: application/x-ndjson, streamed: each line is one `output`. What fails after the first line is a line.
 */
export type AnswerKind = 'envelope' | 'token' | 'oauth' | 'csv' | 'zip' | 'xlsx' | 'pdf' | 'lines'

/** Whether the answer is a file or a stream, which no schema describes as a whole. */
export const answersFile = ({ answer }: Pick<Endpoint, 'answer'>): boolean =>
  answer === 'csv' || answer === 'zip' || answer === 'xlsx' || answer === 'pdf' || answer === 'lines'

/**
 * Where the input's fields are read, beside path parameters, which are fields of the same flat input.
 * - `query`: the query string (the default for GET).
 * - `json`: a JSON body (the default for the other methods).
 * - `query-or-form`: both the query string and a form or JSON body (sign-in).
 * - `form`: a form body only: its content must never be in a URL.
 * - `multipart`: one file field named `file`, other fields as text.
 */
export type InputKind = 'query' | 'json' | 'query-or-form' | 'form' | 'multipart'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends string = string,
  K extends AnswerKind = AnswerKind,
> {
  readonly method: M
  /** Fastify style: `/api/v1/devices/:deviceId`. Every `:name` is a field of `input`. */
  readonly path: P
  readonly access: Access
  /** One line, English, for the OpenAPI document. */
  readonly summary: string
  readonly input: I
  readonly output: O
  /** Its declared errors, beside those that every endpoint can give. */
  readonly errors: readonly ErrorCode[]
  readonly inputKind: InputKind
  readonly answer: K
  /** Megabytes of the file of a multipart request, or `image`: the installation's limit of images. Without it that of files. */
  readonly fileLimit?: number | 'image'
  /** It changes nothing: its transaction is read-only, which the database enforces. The default for GET. */
  readonly reads: boolean
  /** Name of the act in the audit log; absent for reads. */
  readonly audit?: A
}

type Declaration<
  M extends Method,
  P extends string,
  I extends z.ZodType,
  O extends z.ZodType,
  A extends string,
  K extends AnswerKind,
> = Pick<Endpoint<M, P, I, O, A, K>, 'method' | 'path' | 'access' | 'summary' | 'input' | 'output'> &
  Partial<Pick<Endpoint<M, P, I, O, A, K>, 'errors' | 'inputKind' | 'fileLimit' | 'reads' | 'audit'>> &
  // Left out, it is an envelope: the compiler knows which call of the client reads it.
  ('envelope' extends K ? { readonly answer?: K } : { readonly answer: K })

/**
 * Declares an endpoint: the server registers it, the web client calls it, the OpenAPI document and the tests
 * iterate over it.
 */
export function endpoint<
  const M extends Method,
  const P extends string,
  I extends z.ZodType,
  O extends z.ZodType,
  const A extends string = never,
  const K extends AnswerKind = 'envelope',
>(declared: Declaration<M, P, I, O, A, K>): Endpoint<M, P, I, O, A, K> {
  return {
    errors: [],
    inputKind: declared.method === 'GET' ? 'query' : 'json',
    answer: 'envelope' as K,
    reads: declared.method === 'GET',
    ...declared,
  }
}

export type InputOf<E extends Endpoint> = z.output<E['input']>
/** What a caller sends, before defaults and coercion. */
export type SentOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
