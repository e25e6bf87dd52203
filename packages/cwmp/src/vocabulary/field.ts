import { isSecretPath } from '../data-model.ts'
import { canonicalMac } from '../wan.ts'
import type {
  AddField,
  Field,
  FieldForm,
  FieldKind,
  Refusal,
  Term,
  TermValue,
  Unit,
  Write,
  Written,
} from './terms.ts'
import { cleanText, type GatewayTree } from './tree.ts'

/** A term and its accepted spellings; the first is written. */
export type Words = Readonly<Record<string, readonly string[]>>

export interface FieldSpec {
  key: Term
  kind: FieldKind
  /** Below the object; the first that the gateway has is used. */
  names: readonly (string | RegExp)[]
  unit?: Unit
  min?: number
  max?: number
  maxLength?: number
  words?: Words
  /** Terms that are read but not accepted by every gateway: not offered. */
  factWords?: Words
  /** An inverted flag. */
  inverted?: boolean
  readOnly?: boolean
  /** Additional text format check. */
  pattern?: RegExp
  /** An empty text is a valid value. */
  optional?: boolean
  /** XML Schema type if the gateway's own is unknown. */
  type?: string
  /** Texts that mean "no value". */
  nothing?: readonly string[]
}

const longestText = 256

/** An object's name for a field; undefined if it has none. */
export function nameOf(tree: GatewayTree, object: string, names: FieldSpec['names']): string | undefined {
  for (const name of names) {
    if (typeof name === 'string') {
      if (tree.find(object + name) !== undefined) return name
      continue
    }
    const found = tree.leaves(object).find((leaf) => name.test(leaf))
    if (found !== undefined) return found
  }
  return undefined
}

/** The term for a gateway's spelling; `other` if unknown, null if empty. */
export function termOf<Word extends string>(
  words: Readonly<Record<Word, readonly string[]>>,
  text: string,
): Word | 'other' | null {
  const said = text.trim().toLowerCase()
  if (said === '') return null
  const spelt = (term: Word) => words[term].some((spelling) => spelling.toLowerCase() === said)
  return (Object.keys(words) as Word[]).find(spelt) ?? 'other'
}

const flags = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

function decode(spec: FieldSpec, reported: string): { value: TermValue | null; raw: string | null } {
  const text = cleanText(reported)
  if (spec.kind === 'secret' || text === '' || spec.nothing?.includes(text) === true) {
    const said = text === '' && spec.optional === true && spec.kind !== 'secret'
    return { value: said ? '' : null, raw: null }
  }
  switch (spec.kind) {
    case 'number': {
      const number = /^[+-]?\d{1,20}$/.test(text) ? Number(text) : Number.NaN
      return Number.isNaN(number) ? { value: null, raw: text } : { value: number, raw: null }
    }
    case 'flag': {
      const flag = flags.get(text.toLowerCase())
      return flag === undefined
        ? { value: null, raw: text }
        : { value: flag !== (spec.inverted === true), raw: null }
    }
    case 'choice': {
      const term = termOf({ ...spec.words, ...spec.factWords }, text)
      return { value: term, raw: term === 'other' ? text : null }
    }
    case 'mac':
      return { value: canonicalMac(text) ?? text, raw: null }
    default:
      return { value: text, raw: null }
  }
}

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const ipv4 = new RegExp(`^(?:${octet}\\.){3}${octet}$`)

export type Encoded = { text: string } | { refusal: Refusal }

/** A value in the gateway's form, or why it is invalid. */
export function encode(spec: FieldSpec, value: TermValue): Encoded {
  const refused = (refusal: Refusal): Encoded => ({ refusal })
  if (spec.kind === 'flag') {
    if (typeof value !== 'boolean') return refused('wrong_type')
    return { text: value !== (spec.inverted === true) ? '1' : '0' }
  }
  if (spec.kind === 'number') {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return refused('wrong_type')
    if (value < (spec.min ?? 0)) return refused('too_small')
    return value > (spec.max ?? 4_294_967_295) ? refused('too_big') : { text: String(value) }
  }
  if (typeof value !== 'string') return refused('wrong_type')
  if (spec.kind === 'choice') {
    const spelling = Object.hasOwn(spec.words ?? {}, value) ? spec.words?.[value]?.[0] : undefined
    return spelling === undefined ? refused('not_offered') : { text: spelling }
  }
  const text = spec.kind === 'secret' ? value : value.trim()
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return refused('format')
  if (text === '') return spec.optional === true ? { text } : refused('format')
  if (Buffer.byteLength(text) > (spec.maxLength ?? longestText)) return refused('too_long')
  if (spec.pattern?.test(text) === false) return refused('format')
  if (spec.kind === 'ipv4' && !ipv4.test(text)) return refused('format')
  if (spec.kind === 'ipv4_list' && !text.split(',').every((one) => ipv4.test(one.trim())))
    return refused('format')
  if (spec.kind === 'mac' && canonicalMac(text) === null) return refused('format')
  return { text: spec.kind === 'ipv4_list' ? text.replaceAll(/\s+/g, '') : text }
}

export function formOf(spec: FieldSpec): FieldForm {
  const { key, kind, unit, words, min, max, maxLength } = spec
  const isText = kind === 'text' || kind === 'secret'
  return {
    key,
    kind,
    unit: unit ?? null,
    choices: words === undefined ? null : Object.keys(words),
    min: kind === 'number' ? (min ?? 0) : null,
    max: max ?? null,
    maxLength: isText ? (maxLength ?? longestText) : null,
  }
}

const xmlTypes: Partial<Record<FieldKind, string>> = {
  number: 'unsignedInt',
  flag: 'boolean',
  instant: 'dateTime',
}
export const typeOfSpec = ({ type, kind }: FieldSpec): string => type ?? xmlTypes[kind] ?? 'string'

export function writeTo(tree: GatewayTree, path: string, text: string, type: string): Write {
  return { path, value: text, type: tree.find(path)?.type ?? type, secret: isSecretPath(path) }
}

/** A field of an object as the gateway has it; nothing if not reported. */
export function bind(tree: GatewayTree, object: string, spec: FieldSpec): Field[] {
  const name = nameOf(tree, object, spec.names)
  if (name === undefined) return []
  const path = object + name
  const known = tree.find(path)
  const writable = spec.readOnly === true ? false : (known?.writable ?? null)
  return [
    {
      ...formOf(spec),
      ...decode(spec, known?.value ?? ''),
      writable,
      path,
      paths: [path],
      readAt: known?.readAt ?? null,
      write(value): Written {
        if (writable === false) return { refusal: 'read_only' }
        const encoded = encode(spec, value)
        if ('refusal' in encoded) return encoded
        return { writes: [writeTo(tree, path, encoded.text, typeOfSpec(spec))] }
      },
    },
  ]
}

export function bindAll(tree: GatewayTree, object: string, specs: readonly FieldSpec[]): Field[] {
  return specs.flatMap((spec) => bind(tree, object, spec))
}

/** The first of several places with a reported value; if none has one, the first that exists. */
export function bindFirst(tree: GatewayTree, objects: readonly string[], spec: FieldSpec): Field[] {
  const found = objects.flatMap((object) => bind(tree, object, spec))
  const meaningful =
    found.find(({ value, raw }) => (value !== null && value !== '') || raw !== null) ?? found[0]
  return meaningful === undefined ? [] : [meaningful]
}

/** A read-only value derived from known data. */
export function derived(
  spec: Pick<FieldSpec, 'key' | 'kind' | 'unit' | 'words'>,
  from: { tree: GatewayTree; path: string },
  value: TermValue | null,
): Field[] {
  if (value === null) return []
  return [
    {
      ...formOf({ ...spec, names: [] }),
      value,
      raw: null,
      writable: false,
      path: from.path,
      paths: [],
      readAt: from.tree.find(from.path)?.readAt ?? null,
      write: () => ({ refusal: 'read_only' }),
    },
  ]
}

export function addField(
  spec: FieldSpec,
  { required = false, initial = null }: { required?: boolean; initial?: TermValue | null } = {},
): AddField {
  return { ...formOf(spec), required, initial }
}

export function valueOfField(fields: readonly Field[], key: Term): TermValue | null {
  return fields.find((field) => field.key === key)?.value ?? null
}

export function textOfField(fields: readonly Field[], ...keys: readonly Term[]): string {
  for (const key of keys) {
    const value = valueOfField(fields, key)
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
