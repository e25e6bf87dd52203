import type { EndpointInput, EndpointOutput } from '@netward/contract'
import { type PanelMeasure, panelLists, panelPages } from '@netward/contract/panels/panel'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import { stringifySearch } from '../../lib/search.ts'

export const panelEndpoint = 'POST /api/v1/chart/panel'
export type PanelAnswer = EndpointOutput<typeof panelEndpoint>
export type PanelRow = PanelAnswer['rows'][number]
export type PanelInput = EndpointInput<typeof panelEndpoint>

export interface NamedMeasure extends PanelMeasure {
  readonly name: string
}

export const measureEntries = (key: PanelKey): readonly NamedMeasure[] =>
  Object.entries(panelOf(key).measures).map(([name, measure]) => ({ name, ...measure }))

/** The address of the list that a value opens; null: none. */
export function listOf(key: PanelKey, row: PanelRow, place: number): string | null {
  const opens = row.opens[place] ?? null
  const list = measureEntries(key)[place]?.list
  return opens === null || list === undefined ? null : `${panelLists[list]}${stringifySearch(opens)}`
}

/** The page of a row's thing, or the first list that it opens. */
export const rowPage = (key: PanelKey, row: PanelRow): string | null =>
  row.page !== null
    ? `${panelPages[row.page.kind]}/${encodeURIComponent(row.page.id)}`
    : (row.opens.map((_, place) => listOf(key, row, place)).find((one) => one !== null) ?? null)
