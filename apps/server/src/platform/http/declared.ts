type Schema = Record<string, unknown>
type Copy = (value: unknown) => unknown

const simple = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const known = new Set(['type', 'properties', 'items', 'anyOf', 'additionalProperties', 'enum', 'const'])

/**
 * Copies of an answer what its schema declares, for JSON.stringify: no other property may leave the server. Null for a
 * schema that holds more than it knows (a choice of shapes, a record): the framework's serializer takes those. This one
 * is quicker, and leaves less garbage: one flat text instead of one put together of a thousand.
 */
export function copyDeclared(schema: unknown): Copy | null {
  if (typeof schema !== 'object' || schema === null) return null
  if (Object.keys(schema).some((key) => !known.has(key))) return null
  const { type, properties, items, anyOf, additionalProperties } = schema as Schema
  if (Array.isArray(anyOf)) return type === undefined ? orNull(anyOf as Schema[]) : null
  if (type === 'object' && !additionalProperties) return ofObject(properties as Schema | undefined)
  if (type === 'array') return ofArray(items)
  return [type].flat().every((one) => simple.has(one as string)) ? copySimple : null
}

/** An object where none is declared is told as null: its properties are not declared either. */
const copySimple: Copy = (value) => (typeof value === 'object' ? null : value)

function orNull(choices: Schema[]): Copy | null {
  const [given, ...others] = choices.filter(({ type }) => type !== 'null')
  return others.length === 0 ? copyDeclared(given) : null
}

function ofArray(items: unknown): Copy | null {
  const copy = copyDeclared(items)
  return copy && ((value) => (Array.isArray(value) ? value.map(copy) : absent(value)))
}

function ofObject(properties: Schema = {}): Copy | null {
  const copies = Object.values(properties).map(copyDeclared)
  if (copies.includes(null)) return null
  // Compiled, as the framework's serializers are: of objects made in a loop V8 knows no shape, and writes them slowly.
  const fields = Object.keys(properties).map((name, index) => {
    const quoted = JSON.stringify(name)
    return `${quoted}: copy${index}(value[${quoted}])`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is made of the contract's names alone
  return new Function(
    'copies',
    'absent',
    `const [${copies.map((_, index) => `copy${index}`).join(', ')}] = copies
     return (value) => typeof value === 'object' && value !== null ? { ${fields.join(', ')} } : absent(value)`,
  )(copies, absent) as Copy
}

/** What is left out stays out; anything else that does not fit is null. */
function absent(value: unknown): null | undefined {
  return value === undefined ? undefined : null
}
