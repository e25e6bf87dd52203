import { z } from 'zod'

type Def = Record<string, unknown> & { type: string }

const strictOf = new WeakMap<z.ZodType, z.ZodType>()

/** The schema with every object in it closed, at any depth: an undeclared field is an error, not ignored. */
export function strictInput(schema: z.ZodType): z.ZodType {
  const known = strictOf.get(schema)
  if (known) return known
  const made = closed(schema)
  strictOf.set(schema, made)
  return made
}

/** The parts of a definition that hold schemas, by the kind of schema. */
const inner: Readonly<Record<string, readonly string[]>> = {
  array: ['element'],
  catch: ['innerType'],
  default: ['innerType'],
  nonoptional: ['innerType'],
  nullable: ['innerType'],
  optional: ['innerType'],
  pipe: ['in', 'out'],
  prefault: ['innerType'],
  readonly: ['innerType'],
  record: ['valueType'],
  tuple: ['items', 'rest'],
  union: ['options'],
}

function closed(schema: z.ZodType): z.ZodType {
  const def = schema.def as unknown as Def
  const changed: Record<string, unknown> = {}
  if (def.type === 'object') {
    const { shape } = schema as z.ZodObject
    changed['shape'] = Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, strictInput(field as z.ZodType)]),
    )
    // A schema that takes any other field says so itself.
    changed['catchall'] = def['catchall'] ?? z.never()
  }
  for (const part of inner[def.type] ?? []) {
    const value = def[part]
    if (Array.isArray(value)) changed[part] = value.map((one: z.ZodType) => strictInput(one))
    else if (value instanceof z.ZodType) changed[part] = strictInput(value)
  }
  // A clone keeps the checks of its schema.
  return Object.keys(changed).length === 0 ? schema : z.core.clone(schema, { ...schema.def, ...changed })
}
