import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { copyDeclared } from './declared.ts'
import { answerSchema } from './schema.ts'

const copyOf = (output: z.ZodType) => {
  const copy = copyDeclared(answerSchema({ answer: 'envelope', output } as never))
  return copy && ((data: unknown) => JSON.parse(JSON.stringify(copy({ code: 0, message: '', data }))).data)
}

const row = z.object({
  id: z.string(),
  note: z.string().nullable(),
  count: z.int().optional(),
  tags: z.array(z.string()),
  owner: z.object({ name: z.string() }).nullable(),
})
const whole = { id: '1', note: null, count: 2, tags: ['a'], owner: { name: 'Li' } }

test('declared properties leave unchanged', () => {
  const copy = copyOf(z.object({ items: z.array(row), total: z.int() }))!
  const data = { items: [whole, { ...whole, owner: null }], total: 2 }
  expect(copy(data)).toEqual(data)
})

test.each([
  ['beside declared properties', { ...whole, secret: 'x' }, whole],
  ['one level below', { ...whole, owner: { name: 'Li', secret: 'x' } }, whole],
  ['as an object where a text is declared', { ...whole, note: { secret: 'x' } }, whole],
  ['as an object in a list of texts', { ...whole, tags: [{ secret: 'x' }] }, { ...whole, tags: [null] }],
  ['as a text where an object is declared', { ...whole, owner: 'secret' }, { ...whole, owner: null }],
  ['as a text where a list is declared', { ...whole, tags: 'secret' }, { ...whole, tags: null }],
])('nothing undeclared leaves %s', (_, given, left) => {
  expect(copyOf(row)!(given)).toEqual(left)
})

test('whatever an object holds, only declared properties leave', () => {
  const copy = copyOf(z.object({ a: z.string(), b: z.object({ c: z.int() }) }))!
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue()), (given) => {
      const left = copy(given) as Record<string, unknown>
      expect(Object.keys(left).filter((key) => !['a', 'b'].includes(key))).toEqual([])
      expect(typeof left['a'] === 'object' ? left['a'] : null).toBeNull()
      expect(Object.keys(left['b'] ?? {}).filter((key) => key !== 'c')).toEqual([])
    }),
  )
})

test.each([
  ['a record', z.object({ detail: z.record(z.string(), z.unknown()) })],
  ['a choice of shapes', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
  ['anything', z.object({ value: z.unknown() })],
])('%s is left to the serializer of the framework', (_, output) => {
  expect(copyOf(output)).toBeNull()
})
