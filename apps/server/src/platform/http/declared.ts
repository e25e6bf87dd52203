type Schema = Record<string, unknown>
type Copy = (value: unknown) => unknown

const simple = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const known = new Set(['type', 'properties', 'items', 'anyOf', 'additionalProperties', 'enum', 'const'])

/**
 * Copies the declared properties of an answer for JSON.stringify: no other property may leave the server.
 * Null for a schema with other keywords (a choice of shapes, a record): the framework's serializer takes
 * those. It refuses an answer with an undeclared property below a nullable object (500), where this copy drops it.
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

/** An object where none is declared becomes null: its properties are not declared either. */
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
  const fields = Object.keys(properties).map((name, index) => [name, copies[index] as Copy] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return absent(value)
    const given = value as Record<string, unknown>
    return Object.fromEntries(fields.map(([name, copy]) => [name, copy(given[name])]))
  }
}

/** Undefined stays undefined; any other mismatch becomes null. */
function absent(value: unknown): null | undefined {
  return value === undefined ? undefined : null
}
