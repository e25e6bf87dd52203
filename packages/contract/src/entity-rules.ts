import { z } from 'zod'
import {
  type CustomName,
  type DetailOnlyName,
  type Entity,
  type EntityField,
  type FieldName,
  fieldsOf,
} from './entity-fields.ts'
import { name } from './schemas.ts'

type ChoiceRule<C extends string> = z.ZodEnum<{ [K in C]: K }>

/** What a caller sends in a field. */
type InputRule<F extends EntityField> = F extends { kind: 'name' }
  ? typeof name
  : F extends { kind: 'text' | 'multiline' }
    ? z.ZodDefault<z.ZodString>
    : F extends { kind: 'number'; required: true }
      ? z.ZodNumber
      : F extends { kind: 'number' }
        ? z.ZodDefault<z.ZodNullable<z.ZodNumber>>
        : F extends { kind: 'date' }
          ? z.ZodDefault<z.ZodNullable<z.ZodISODate>>
          : F extends { kind: 'choice'; choices: readonly (infer C extends string)[]; fallback: string }
            ? z.ZodDefault<ChoiceRule<C>>
            : F extends { kind: 'choice'; choices: readonly (infer C extends string)[] }
              ? ChoiceRule<C>
              : never

/** What an edit sends in a field: absent, it stays as it is. */
type EditRule<F extends EntityField> = F extends { kind: 'name' }
  ? z.ZodOptional<typeof name>
  : F extends { kind: 'text' | 'multiline' }
    ? z.ZodOptional<z.ZodString>
    : F extends { kind: 'number'; required: true }
      ? z.ZodOptional<z.ZodNumber>
      : F extends { kind: 'number' }
        ? z.ZodOptional<z.ZodNullable<z.ZodNumber>>
        : F extends { kind: 'date' }
          ? z.ZodOptional<z.ZodNullable<z.ZodISODate>>
          : F extends { kind: 'choice'; choices: readonly (infer C extends string)[] }
            ? z.ZodOptional<ChoiceRule<C>>
            : never

/** What an answer holds in a field. */
type OutputRule<F extends EntityField> = F extends { kind: 'number'; required: true }
  ? z.ZodNumber
  : F extends { kind: 'number' }
    ? z.ZodNullable<z.ZodNumber>
    : F extends { kind: 'date' }
      ? z.ZodNullable<z.ZodString>
      : F extends { kind: 'choice'; choices: readonly (infer C extends string)[] }
        ? ChoiceRule<C>
        : z.ZodString

type Custom<E extends Entity> = { readonly [N in CustomName<E>]: z.ZodType }

function inputRule(field: EntityField): z.ZodType {
  switch (field.kind) {
    case 'name':
      return name
    case 'text': {
      const text = z.string().trim().max(field.max)
      return (field.pattern === undefined ? text : text.regex(field.pattern)).default('')
    }
    case 'multiline':
      return z.string().max(field.max).default('')
    case 'number': {
      const number = z.number().min(field.min).max(field.max)
      return field.required ? number : number.nullable().default(null)
    }
    case 'date':
      return z.iso.date().nullable().default(null)
    case 'choice': {
      const choice = z.enum(field.choices)
      return field.fallback === undefined ? choice : choice.default(field.fallback)
    }
    case 'custom':
      throw new Error('A custom field has its own rule')
  }
}

function editRule(field: EntityField): z.ZodType {
  const rule = inputRule(field)
  return (rule instanceof z.ZodDefault ? (rule.unwrap() as z.ZodType) : rule).optional()
}

function outputRule(field: EntityField): z.ZodType {
  switch (field.kind) {
    case 'number':
      return field.required ? z.number() : z.number().nullable()
    case 'date':
      return z.string().nullable()
    case 'choice':
      return z.enum(field.choices)
    default:
      return z.string()
  }
}

function rulesOf<E extends Entity>(
  entity: E,
  custom: Custom<E>,
  ruleOf: (field: EntityField) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    fieldsOf(entity).map(([field, options]) => [
      field,
      options.kind === 'custom' ? custom[field as CustomName<E>] : ruleOf(options),
    ]),
  )
}

type PlainName<E extends Entity> = Exclude<FieldName<E>, CustomName<E>>
type InputRules<E extends Entity, C extends Custom<E>> = {
  [N in PlainName<E>]: InputRule<E['fields'][N]>
} & { [N in CustomName<E>]: C[N] }
type DetailRules<E extends Entity, C extends Custom<E>> = {
  [N in PlainName<E>]: OutputRule<E['fields'][N]>
} & { [N in CustomName<E>]: C[N] }

/** The rules of what callers send, in the order of the table. */
export function inputRules<E extends Entity, const C extends Custom<E>>(
  entity: E,
  custom: C,
): InputRules<E, C> {
  return rulesOf(entity, custom, inputRule) as InputRules<E, C>
}

type EditRules<E extends Entity, C extends Custom<E>> = {
  [N in PlainName<E>]: EditRule<E['fields'][N]>
} & { [N in CustomName<E>]: C[N] }

/** The rules of an edit that leaves absent fields as they are. */
export function editRules<E extends Entity, const C extends Custom<E>>(
  entity: E,
  custom: C,
): EditRules<E, C> {
  return rulesOf(entity, custom, editRule) as EditRules<E, C>
}

/** The rules of what the answer for one object holds. */
export function detailRules<E extends Entity, const C extends Custom<E>>(
  entity: E,
  custom: C,
): DetailRules<E, C> {
  return rulesOf(entity, custom, outputRule) as DetailRules<E, C>
}

/** Those of a list's row. */
export function rowRules<E extends Entity, const C extends Custom<E>>(
  entity: E,
  custom: C,
): Omit<DetailRules<E, C>, DetailOnlyName<E>> {
  const { fields }: Entity = entity
  const listed = Object.entries(rulesOf(entity, custom, outputRule)).filter(
    ([field]) => !fields[field]?.detailOnly,
  )
  return Object.fromEntries(listed) as Omit<DetailRules<E, C>, DetailOnlyName<E>>
}
