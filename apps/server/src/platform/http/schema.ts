import { answersFile, type Endpoint } from '@netward/contract'
import { z } from 'zod'

/**
 * The answer's JSON schema, from which the serializer is compiled: an undeclared property cannot leave the
 * server.
 */
export function answerSchema(endpoint: Endpoint): Record<string, unknown> | null {
  if (answersFile(endpoint)) return null
  const envelope = { code: { type: 'integer' }, message: { type: 'string' } }
  const { $schema: _, ...output } = z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' })
  const closed = withoutPatterns(output) as { properties?: Record<string, unknown> }
  if (endpoint.answer === 'oauth') return closed
  return endpoint.answer === 'token'
    ? { type: 'object', properties: { ...envelope, ...closed.properties } }
    : { type: 'object', properties: { ...envelope, data: closed } }
}

const validating = new Set(['pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'required', 'format'])

/** Keywords for validation only are left out: the serializer becomes smaller and faster. */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !validating.has(key))
      .map(([key, value]) => [key, key === 'properties' ? withProperties(value) : withoutPatterns(value)]),
  )
}

/** A property may have the name of a keyword. */
const withProperties = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutPatterns(schema)]))
