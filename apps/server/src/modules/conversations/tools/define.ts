import type { Endpoint, OutputOf, PermissionCode, SentOf } from '@netward/contract'
import type { AssistantTool } from '@netward/contract/conversation-values'
import type { Sent } from '@netward/contract/request'
import { phrase } from '@netward/phrases/server'
import { z } from 'zod'
import { fieldMessage } from '../../../platform/http/field-message.ts'
import { fitted, withoutNothing } from './fit.ts'
import { type Tool, type ToolAnswer, type ToolContext, ToolFailure } from './tool.ts'

interface Declared<S extends z.ZodRawShape> {
  readonly name: string
  readonly shown: AssistantTool
  readonly description: string
  readonly input: S
  readonly needs?: readonly PermissionCode[]
  readonly run: (context: ToolContext, input: z.output<z.ZodObject<S>>) => Promise<ToolAnswer>
}

/** A tool whose input is checked and whose answer fits. */
export function defineTool<S extends z.ZodRawShape>({ input: shape, run, ...tool }: Declared<S>): Tool {
  const input = z.strictObject(shape)
  return {
    needs: [],
    ...tool,
    input,
    run: async (context, given) => {
      const parsed = input.safeParse(asGiven(given))
      if (!parsed.success) throw invalidInput(context, parsed.error)
      const answer = await run(context, parsed.data)
      return { ...answer, data: fitted(withoutNothing(answer.data)), references: distinct(answer.references) }
    },
  }
}

/** Models write `null` and `""` for what they leave out, and ids as numbers. */
function asGiven(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => [
        key,
        key.endsWith('Id') && typeof value === 'number' && Number.isSafeInteger(value)
          ? String(value)
          : value,
      ]),
  )
}

function invalidInput(context: ToolContext, { issues }: z.ZodError): ToolFailure {
  const texts = issues.slice(0, 5).map((issue) => {
    const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
    const message = fieldMessage(issue, { phrase: (key, params) => phrase(context.language, key, params) })
    const allowed = issue.code === 'invalid_value' ? ` (${issue.values.join(', ')})` : ''
    return `${field}: ${message}${allowed.length < 400 ? allowed : ''}`
  })
  return new ToolFailure('invalid', texts.join('; '))
}

/** A field of the input that only the tool can judge. */
export const wrongField = (
  context: ToolContext,
  field: string,
  key: 'missing' | 'format' | 'range' | 'notAllowed' | 'unrecognised',
): ToolFailure => new ToolFailure('invalid', `${field}: ${phrase(context.language, `validation.${key}`)}`)

const reasons: Readonly<Record<number, ToolFailure['reason']>> = {
  400: 'invalid',
  401: 'session',
  403: 'denied',
  404: 'not_found',
  422: 'invalid',
}

/** What an endpoint answers the person who asks. */
export async function read<E extends Endpoint>(
  { call, signal }: ToolContext,
  endpoint: E,
  input: SentOf<E> & Sent,
): Promise<OutputOf<E>> {
  const answered = await call(endpoint, input, { signal })
  if (answered.ok) return answered.data
  const fields = answered.fields.map(({ field, message }) => `${field}: ${message}`)
  throw new ToolFailure(
    reasons[answered.status] ?? 'failed',
    fields.length > 0 ? fields.join('; ') : answered.message || answered.code,
  )
}

/** The same where a right or a thing may be lacking: null then. */
export async function readIfAllowed<E extends Endpoint>(
  context: ToolContext,
  endpoint: E,
  input: SentOf<E> & Sent,
): Promise<OutputOf<E> | null> {
  try {
    return await read(context, endpoint, input)
  } catch (error) {
    if (error instanceof ToolFailure && (error.reason === 'denied' || error.reason === 'not_found'))
      return null
    throw error
  }
}

/** Some fields of an answer; absent ones stay absent. */
export function pick<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

const distinct = (references: ToolAnswer['references']) => [
  ...new Map(references.map((reference) => [`${reference.kind}:${reference.id}`, reference])).values(),
]
