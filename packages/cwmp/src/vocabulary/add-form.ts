import { isSecretPath } from '../data-model.ts'
import { addField, encode, type FieldSpec, nameOf, typeOfSpec } from './field.ts'
import type { AddField, NewValue, Refusal, Term, TermValue } from './terms.ts'
import type { GatewayTree } from './tree.ts'

/** A field to fill in for a new object. */
export interface Asked {
  readonly spec: FieldSpec
  readonly required?: boolean
  /** Default value. */
  readonly initial?: TermValue
  /** Not every gateway has it: shown only if another instance does. */
  readonly rare?: boolean
}

/** Fields of this table, by the names its instances use; without instances, by the standard's names. */
export function askedIn(tree: GatewayTree, table: string, asked: readonly Asked[]): Asked[] {
  const [like] = tree.instances(table)
  return asked.flatMap((one) => {
    const known = like === undefined ? undefined : nameOf(tree, like, one.spec.names)
    if (known !== undefined) return [{ ...one, spec: { ...one.spec, names: [known] } }]
    return one.rare === true ? [] : [one]
  })
}

export function fieldsOf(asked: readonly Asked[]): AddField[] {
  return asked.map(({ spec, ...form }) => addField(spec, form))
}

/** Texts to send to the gateway, by term, and validation errors. Empty fields are left to the gateway. */
export function textsOf(
  asked: readonly Asked[],
  given: ReadonlyMap<Term, TermValue>,
): { texts: Map<Term, string>; wrong: Map<Term, Refusal> } {
  const texts = new Map<Term, string>()
  const wrong = new Map<Term, Refusal>()
  for (const { spec, required = false, initial } of asked) {
    const value = given.get(spec.key) ?? initial
    if (value === undefined) {
      if (required) wrong.set(spec.key, 'required')
      continue
    }
    const encoded = encode(spec, value)
    if ('refusal' in encoded) wrong.set(spec.key, encoded.refusal)
    else if (encoded.text !== '') texts.set(spec.key, encoded.text)
  }
  return { texts, wrong }
}

/** Which of these fields an object has, each by its name there. */
export function valuesOf(asked: readonly Asked[], texts: ReadonlyMap<Term, string>): NewValue[] {
  return asked.flatMap(({ spec }) => {
    const [name] = spec.names
    const value = texts.get(spec.key)
    return value === undefined || typeof name !== 'string'
      ? []
      : [{ name, value, type: typeOfSpec(spec), secret: isSecretPath(name), field: spec.key }]
  })
}

/** A value that was not set by a user. */
export const ownValue = (name: string, value: string, type = 'string'): NewValue => ({
  name,
  value,
  type,
  secret: false,
  field: null,
})

/** Objects in deletion order; null unless the gateway reports all of them as deletable. */
export function removable(tree: GatewayTree, objects: readonly string[]): readonly string[] | null {
  return objects.every((object) => tree.find(object)?.writable === true) ? objects : null
}
