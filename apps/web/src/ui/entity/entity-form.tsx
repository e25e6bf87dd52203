import {
  type CustomName,
  type Entity,
  type EntityField,
  type EntityFormPart,
  type FieldName,
  fieldsOf,
  labelsOf,
} from '@netward/contract/entity-fields'
import { Form, type FormRule, Input, InputNumber, Select } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField, type DateFieldProps } from '../date-field.tsx'
import { phraseOf } from './entity-text.ts'
import './entity-form.css'

type PlainName<E extends Entity> = Exclude<FieldName<E>, CustomName<E>>

interface EntityFormProps<E extends Entity, Name extends string> {
  entity: E
  parts: readonly EntityFormPart<Name>[]
  /** Whole items of whatever is not a plain field; a plain field may have one too. */
  items: { readonly [N in Exclude<Name, PlainName<E>>]: ReactNode } & { readonly [N in Name]?: ReactNode }
  /** Plain fields that are kept but not shown. */
  hidden?: readonly Name[]
}

/** The form of an entity: its parts with rows of one, two or three fields. */
export function EntityForm<E extends Entity, Name extends string>({
  entity,
  parts,
  items,
  hidden = [],
}: EntityFormProps<E, Name>) {
  const item = (name: Name) => (
    <Fragment key={name}>
      {items[name] ?? <PlainItem entity={entity} name={name} hidden={hidden.includes(name)} />}
    </Fragment>
  )
  const { t } = useTranslation()
  return parts.map(({ title, rows }) => (
    <Fragment key={rows[0]?.[0]}>
      {title !== null && <h3 className="entity-form-part">{phraseOf(t, title)}</h3>}
      {rows.map((row) =>
        row.length === 1 ? (
          row.map(item)
        ) : (
          <div key={row[0]} className={`entity-form-row ${row.length === 3 ? 'entity-form-three' : ''}`}>
            {row.map(item)}
          </div>
        ),
      )}
    </Fragment>
  ))
}

/** The `Form.Item` of a plain field, with its label, hint and rules. */
function PlainItem({ entity, name, hidden }: { entity: Entity; name: string; hidden: boolean }) {
  const { t, i18n } = useTranslation()
  const field = entity.fields[name]
  if (field === undefined) return null
  const labels: Readonly<Record<string, string>> = labelsOf(entity)
  const label = labels[name]!
  const hint = `${label}Hint`
  const rules: FormRule[] = []
  if (field.required) {
    const message = phraseOf(t, field.empty ?? `${label}Empty`)
    rules.push(
      field.kind === 'name' ? { required: true, whitespace: true, message } : { required: true, message },
    )
  }
  if (field.kind === 'text' && field.pattern !== undefined)
    rules.push({ pattern: field.pattern, message: phraseOf(t, `${label}Wrong`) })
  return (
    <Form.Item
      name={name}
      label={phraseOf(t, label)}
      extra={i18n.exists(hint) ? phraseOf(t, hint) : undefined}
      rules={rules}
      hidden={hidden}
    >
      <PlainControl field={field} />
    </Form.Item>
  )
}

/** The control of a plain field; the form passes value and handler. */
function PlainControl({ field, ...given }: { field: EntityField }) {
  const { t } = useTranslation()
  switch (field.kind) {
    case 'name':
      return <Input maxLength={100} autoComplete="off" {...given} />
    case 'text':
      return (
        <Input
          maxLength={field.max}
          autoComplete="off"
          {...(field.spellCheck === false && { spellCheck: false, autoCapitalize: 'none' })}
          {...given}
        />
      )
    case 'multiline':
      return (
        <Input.TextArea maxLength={field.max} showCount autoSize={{ minRows: 2, maxRows: 8 }} {...given} />
      )
    case 'number':
      return (
        <InputNumber
          min={field.min}
          max={field.max}
          {...(field.decimals !== undefined && { precision: field.decimals })}
          className="entity-number"
          {...given}
        />
      )
    case 'date':
      return <NullableDate {...given} />
    case 'choice':
      return (
        <Select
          options={field.choices.map((value) => ({ value, label: phraseOf(t, `${field.phrases}.${value}`) }))}
          {...given}
        />
      )
    case 'custom':
      return null
  }
}

/** The form holds null where the field shows an empty text. */
function NullableDate({
  value = null,
  onChange,
  ...given
}: Omit<DateFieldProps, 'value' | 'onChange'> & {
  value?: string | null
  onChange?: (value: string | null) => void
}) {
  return <DateField {...given} value={value ?? ''} onChange={(text) => onChange?.(text || null)} />
}

/** What a form begins with: the values of the object, and empty ones where it has none. */
export function formValues(
  entity: Entity,
  object: object | null,
  empty: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const stored = object as Readonly<Record<string, unknown>> | null
  const values = fieldsOf(entity).map(([name, field]) => [
    name,
    stored?.[name] ?? (name in empty ? empty[name] : emptyValue(field)),
  ])
  return Object.fromEntries(values)
}

function emptyValue(field: EntityField): unknown {
  if (field.kind === 'number' || field.kind === 'date') return null
  return field.kind === 'choice' ? field.fallback : ''
}
