import type { Endpoint } from '@netward/contract'
import { z } from 'zod'

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  anyOf?: JsonSchema[]
  /** Of a discriminated union. */
  oneOf?: JsonSchema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  minItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Texts that match the contract's patterns; a new pattern adds its own here. */
const texts = [
  '1',
  'sample',
  'Device.ManagementServer.',
  'Sample-text-1',
  'AABBCC',
  'someone@example.test',
  's',
]

/**
 * A valid input for an endpoint, generated from its schema: the required fields, and the optional ones that a
 * cross-field rule requires. Ids are `id`.
 */
export function sampleInput(endpoint: Endpoint, id: string): Record<string, unknown> {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const sample = sampleOf(schema, id) as Record<string, unknown>
  const missing = endpoint.input.safeParse(sample).error?.issues ?? []
  for (const [name] of missing.map(({ path }) => path.map(String))) {
    if (name !== undefined && !(name in sample)) sample[name] = sampleOf(schema.properties?.[name] ?? {}, id)
  }
  const parsed = endpoint.input.safeParse(sample)
  if (!parsed.success)
    throw new Error(`${endpoint.method} ${endpoint.path}: no sample fits: ${parsed.error.message}`)
  return sample
}

function sampleOf(schema: JsonSchema, id: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (variant) return sampleOf(variant, id)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleNamed(name, schema.properties?.[name] ?? {}, id)]),
      )
    case 'array':
      return schema.items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(schema.items!, id))
        : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return textFor(schema, id)
  }
}

/** A range ends after its beginning. */
function sampleNamed(name: string, schema: JsonSchema, id: string): unknown {
  const isRange = schema.format === 'date-time' && (name === 'from' || name === 'to')
  if (isRange) return `2026-01-0${name === 'from' ? 1 : 2}T00:00:00Z`
  return sampleOf(schema, id)
}

function textFor(schema: JsonSchema, id: string): string {
  if (schema.format === 'email') return 'someone@example.test'
  if (schema.format === 'ipv4') return '203.0.114.1'
  if (schema.pattern?.startsWith('^[1-9][0-9]{0,18}')) return id
  const pattern = new RegExp(schema.pattern ?? '')
  const fits = (text: string) =>
    pattern.test(text) && text.length >= (schema.minLength ?? 1) && text.length <= (schema.maxLength ?? 1000)
  const text = texts.find(fits)
  return text ?? 'x'.repeat(schema.minLength ?? 1)
}
