import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { type FormEvent, memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { useNarrow } from '../lib/use-narrow.ts'
import { clockAt, instantOf } from '../lib/wall-clock.ts'
import { DateField } from './date-field.tsx'
import type { FilterField, ListState } from './list-state.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

/** A field of the search form with its label and placeholder. */
export interface SearchField extends FilterField {
  readonly label: string
  readonly placeholder?: string
  readonly options?: readonly Option[]
  /**
   * For choices that the server finds: receives typed text and updates `options`, which are shown unfiltered.
   */
  readonly onSearch?: (text: string) => void
}

type Filters = ListState['filters']

/** Fields shown before "more" is pressed. */
const shownWide = 3
const shownNarrow = 1

/**
 * The search form above a list: texts apply on Enter or the button, choices at once. It is expensive to
 * render, and the list renders with each chunk that scrolling loads.
 */
export const ListSearchForm = memo(function ListSearchForm(props: {
  fields: readonly SearchField[]
  filters: Filters
  onSearch: (filters: Filters) => void
}) {
  const { t } = useTranslation()
  const { fields, filters, onSearch } = props
  const shownAtFirst = useNarrow() ? shownNarrow : shownWide
  const [draft, setDraft] = useState<Filters>(filters)
  const [open, setOpen] = useState(() =>
    fields.slice(shownAtFirst).some(({ name }) => filters[name] !== undefined),
  )
  const [known, setKnown] = useState(filters)
  if (known !== filters) {
    // The address changed: through this form, a chip, or the back button.
    setKnown(filters)
    setDraft(filters)
  }

  const cleaned = (values: Filters): Filters =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0))
  const choose = (name: string, value: string | readonly string[]) => {
    const next = { ...draft, [name]: value }
    setDraft(next)
    onSearch(cleaned(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = Object.entries(draft).map(
      ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
    )
    onSearch(cleaned(Object.fromEntries(trimmed)))
  }
  const shown = open ? fields : fields.slice(0, shownAtFirst)

  return (
    <search>
      <form className="list-search" onSubmit={submit}>
        {shown.map((field) => (
          <SearchInput
            key={field.name}
            field={field}
            value={draft[field.name]}
            onType={(value) => setDraft({ ...draft, [field.name]: value })}
            onChoose={(value) => choose(field.name, value)}
          />
        ))}
        <div className="list-search-buttons">
          <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
            {t('common.search')}
          </Button>
          <Button onClick={() => onSearch({})}>{t('common.reset')}</Button>
          {fields.length > shownAtFirst && (
            <Button
              type="link"
              aria-expanded={open}
              icon={open ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              onClick={() => setOpen(!open)}
            >
              {open ? t('common.collapse') : t('common.expand')}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
})

function SearchInput(props: {
  field: SearchField
  value: string | readonly string[] | undefined
  onType: (value: string) => void
  onChoose: (value: string | readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { field, value } = props
  const id = useId()
  return (
    <div className="list-search-field">
      <label htmlFor={id}>{field.label}</label>
      {field.kind === 'text' ? (
        <Input
          id={id}
          allowClear
          maxLength={100}
          value={typeof value === 'string' ? value : ''}
          placeholder={field.placeholder ?? t('common.pleaseEnter')}
          onChange={(event) => props.onType(event.target.value)}
          onClear={() => props.onChoose('')}
        />
      ) : field.kind === 'moment' ? (
        <DateField
          kind="moment"
          id={id}
          value={typeof value === 'string' ? localMoment(value) : ''}
          onChange={(clock) => props.onType(clock === '' ? '' : instantOf(clock))}
        />
      ) : (
        <Select
          id={id}
          allowClear
          {...(field.kind === 'multi' && { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
          showSearch={
            field.onSearch === undefined
              ? { optionFilterProp: 'label' }
              : { filterOption: false, onSearch: field.onSearch }
          }
          value={value as string | string[] | undefined}
          placeholder={field.placeholder ?? t('common.all')}
          options={(field.options ?? []).map((option) => ({ ...option }))}
          onChange={(chosen: string | string[] | undefined) => props.onChoose(chosen ?? '')}
        />
      )}
    </div>
  )
}

/** `2026-11-21T09:05` in the user's time zone, as the field holds it. */
function localMoment(value: string): string {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? '' : clockAt(at)
}

/** The active filters, each with a button to remove it. */
export function FilterChips(props: {
  fields: readonly SearchField[]
  filters: Filters
  onSearch: (filters: Filters) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { fields, filters, onSearch } = props
  const chips = fields.flatMap((field) => {
    const value = filters[field.name]
    if (value === undefined) return []
    return (typeof value === 'string' ? [value] : value).map((item) => ({ field, item }))
  })
  if (chips.length === 0) return null
  const remove = (name: string, item: string) => {
    const { [name]: before, ...rest } = filters
    const left = Array.isArray(before) ? before.filter((value: string) => value !== item) : []
    onSearch(left.length > 0 ? { ...rest, [name]: left } : rest)
  }
  return (
    <ul className="list-chips" aria-label={t('common.filters')}>
      {chips.map(({ field, item }) => {
        const text =
          field.kind === 'moment'
            ? format.dateTime(item)
            : (field.options?.find((option) => option.value === item)?.label ?? item)
        return (
          <li className="list-chip" key={`${field.name} ${item}`}>
            <span>{t('common.filterSelected', { label: field.label, value: text })}</span>
            <button
              type="button"
              aria-label={t('common.removeFilter', { label: `${field.label} ${text}` })}
              onClick={() => remove(field.name, item)}
            >
              ×
            </button>
          </li>
        )
      })}
      <li>
        <Button type="link" size="small" onClick={() => onSearch({})}>
          {t('common.clearFilters')}
        </Button>
      </li>
    </ul>
  )
}
