import { endpoints } from '@netward/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { strictInput } from './strict-input.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The paths of the objects in a JSON schema that take fields that they do not declare. */
function open(schema: unknown, path = ''): string[] {
  if (!isRecord(schema)) return []
  const here = isRecord(schema['properties']) && schema['additionalProperties'] !== false ? [path] : []
  return [...here, ...Object.entries(schema).flatMap(([name, part]) => open(part, `${path}/${name}`))]
}

test('no object in the input of an endpoint takes a field that it does not declare', () => {
  const found = endpoints.flatMap((endpoint) =>
    open(z.toJSONSchema(strictInput(endpoint.input), { io: 'input', unrepresentable: 'any' })).map(
      (path) => `${endpoint.method} ${endpoint.path} ${path}`,
    ),
  )
  expect(found).toEqual([])
})

test.each([
  ['a nested object', z.object({ a: z.object({ b: z.string() }) }), { a: { b: 'x', c: 1 } }],
  ['an item of an array', z.object({ a: z.array(z.object({})) }), { a: [{ c: 1 }] }],
  ['an optional object', z.object({ a: z.object({}).nullable().optional() }), { a: { c: 1 } }],
  ['a value of a record', z.object({ a: z.record(z.string(), z.object({})) }), { a: { b: { c: 1 } } }],
  [
    'a variant',
    z.discriminatedUnion('k', [
      z.object({ k: z.literal('x') }),
      z.object({ k: z.literal('y'), c: z.number() }),
    ]),
    { k: 'x', c: 1 },
  ],
  ['a refined object', z.object({}).refine(() => true), { c: 1 }],
  ['a transformed object', z.object({}).transform(() => 1), { c: 1 }],
])('refuses an undeclared field in %s', (_kind, schema, value) => {
  expect(schema.safeParse(value).success).toBe(true)
  expect(strictInput(schema).safeParse(value).success).toBe(false)
})

test('keeps checks, transformations and defaults', () => {
  const schema = z
    .object({ a: z.string().transform(Number), b: z.number().default(2) })
    .refine(({ a, b }) => a < b, 'order')
  expect(strictInput(schema).parse({ a: '1' })).toEqual({ a: 1, b: 2 })
  expect(strictInput(schema).safeParse({ a: '3' }).error?.issues[0]?.message).toBe('order')
})
