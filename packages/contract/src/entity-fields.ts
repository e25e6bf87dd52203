/**
 * The field table of an entity: plain data, without a library, which the database access, the API, files, lists,
 * forms and the audit log share. Texts follow a convention: the label is the phrase `<area>.<field>`, the hint below
 * its control `<label>Hint`, the message for an empty required field `<label>Empty`, and the message for a text that
 * does not match its pattern `<label>Wrong`.
 */

interface CommonOptions {
  /** Phrase of the label, where it is not `<area>.<field>`. */
  readonly label?: string
  /** In a file: the column's name, the phrase of its heading and the phrase that says what its cells hold. */
  readonly csv?: { readonly name?: string; readonly label?: string; readonly help?: string }
  /** Absent from rows of lists. */
  readonly detailOnly?: true
  readonly required?: true
  /** Phrase for an empty required field, where it is not `<label>Empty`. */
  readonly empty?: string
}

/**
 * What a field holds: the kind decides its rule, its column, its cell in a file, its form control and how it is shown.
 * - `name`: a display name, always required.
 * - `text`: one line, `''` when empty. `multiline`: as typed.
 * - `number`, `date`: null when empty; a date is `2027-06-30`.
 * - `choice`: one of a closed list, whose labels are phrases below `phrases`. Required unless it has a `fallback`.
 * - `custom`: rule, cell and renderer are registered by the field's name.
 */
export type EntityField = CommonOptions &
  (
    | { readonly kind: 'name'; readonly required: true }
    | {
        readonly kind: 'text'
        readonly max: number
        readonly pattern?: RegExp
        /** False for codes, accounts and addresses. */
        readonly spellCheck?: false
      }
    | { readonly kind: 'multiline'; readonly max: number }
    | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly decimals?: number }
    | { readonly kind: 'date' }
    | {
        readonly kind: 'choice'
        readonly choices: readonly string[]
        readonly phrases: string
        readonly fallback?: string
      }
    | { readonly kind: 'custom' }
  )

/** A column of the list. `key` names a field or a computed value. */
export interface EntityColumn<Key extends string = string> {
  readonly key: Key
  readonly width: number
  /** Phrase of the heading, where it is not the label. */
  readonly label?: string
  readonly sortable?: true
  readonly mono?: true
  /** Hidden until the user selects it. */
  readonly hidden?: true
  readonly align?: 'right'
  /** Position on a phone's card. */
  readonly phone?: 'status' | 'value'
}

/** A part of the form: rows of one, two or three fields. */
export interface EntityFormPart<Name extends string = string> {
  readonly title: string | null
  readonly rows: readonly (readonly Name[])[]
}

export interface Entity {
  /** Prefix of its phrases. */
  readonly area: string
  /** What users enter, in the order of files. */
  readonly fields: Readonly<Record<string, EntityField>>
  /** What is only shown: the phrase of each label. */
  readonly computed: Readonly<Record<string, string>>
}

export type FieldName<E extends Entity> = keyof E['fields'] & string
/** What lists and details can show. */
export type ShownName<E extends Entity> = FieldName<E> | (keyof E['computed'] & string)
/** Fields of the kind `custom`. */
export type CustomName<E extends Entity> = {
  [N in FieldName<E>]: E['fields'][N] extends { kind: 'custom' } ? N : never
}[FieldName<E>]
export type DetailOnlyName<E extends Entity> = {
  [N in FieldName<E>]: E['fields'][N] extends { detailOnly: true } ? N : never
}[FieldName<E>]

export type Labels<E extends Entity> = {
  readonly [N in FieldName<E>]: E['fields'][N] extends { label: infer L extends string }
    ? L
    : `${E['area']}.${N}`
} & E['computed']

/** The phrase of each label. */
export function labelsOf<E extends Entity>(entity: E): Labels<E> {
  const labels = fieldsOf(entity).map(([name, field]) => [name, field.label ?? `${entity.area}.${name}`])
  return { ...Object.fromEntries(labels), ...entity.computed } as Labels<E>
}

/** The fields in order, with their names. */
export function fieldsOf<E extends Entity>({ fields }: E): readonly (readonly [FieldName<E>, EntityField])[] {
  return Object.entries(fields) as [FieldName<E>, EntityField][]
}

/** The columns by which a list can be sorted. */
export function sortableKeys<const C extends EntityColumn>(columns: readonly C[]) {
  return columns.filter(({ sortable }) => sortable === true).map(({ key }) => key) as Extract<
    C,
    { sortable: true }
  >['key'][]
}

/** The column of the database that holds a field, and its name in the audit log: `timeZone` is `time_zone`. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
