import type { CustomName, Entity, EntityColumn, FieldName } from '@netward/contract/entity-fields'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Fact } from '../detail-page.tsx'
import type { ListColumn } from '../list-page.tsx'
import { labelOf, phraseOf, valueText } from './entity-text.ts'

type PlainName<E extends Entity> = Exclude<FieldName<E>, CustomName<E>>

/** Renderers by name: of each custom field and each computed value; a plain field may have one too. */
export type Renderers<E extends Entity, Name extends string, Row> = {
  readonly [N in Exclude<Name, PlainName<E>>]: (row: Row) => ReactNode
} & { readonly [N in Name]?: (row: Row) => ReactNode }

function rendererOf<Row extends object>(
  t: TFunction,
  entity: Entity,
  name: string,
  renderers: Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>,
): (row: Row) => ReactNode {
  return (
    renderers[name] ??
    ((row) => valueText(t, entity.fields[name], (row as Readonly<Record<string, unknown>>)[name]))
  )
}

/** The columns of a list from the table of its entity. */
export function entityColumns<E extends Entity, Name extends string, Row extends object>(
  t: TFunction,
  entity: E,
  columns: readonly EntityColumn<Name>[],
  renderers: Renderers<E, Name, Row>,
): readonly ListColumn<Row>[] {
  return columns.map(({ label, ...column }) => ({
    ...column,
    title: label === undefined ? labelOf(t, entity, column.key) : phraseOf(t, label),
    render: rendererOf(t, entity, column.key, renderers),
  }))
}

/** Facts of one object, in the given order. */
export function entityFacts<E extends Entity, Name extends string, Row extends object>(
  t: TFunction,
  entity: E,
  names: readonly Name[],
  object: Row,
  renderers: Renderers<E, Name, Row>,
): readonly Fact[] {
  return names.map((name) => ({
    label: labelOf(t, entity, name),
    value: rendererOf(t, entity, name, renderers)(object),
  }))
}
