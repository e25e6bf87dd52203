import { type PanelFilter, panelFilters } from '@netward/contract/panels/panel'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import type { ShownPage } from '../charts/index.ts'

/** Panels of a page that follow every filter of a wall screen: any other would show what lies beyond them. */
export function narrowedPanels(
  { panels }: ShownPage,
  filters: Readonly<Record<string, unknown>>,
): PanelKey[] {
  const set = panelFilters.filter((filter) => filters[filter] !== undefined)
  return panels.filter((key) => {
    const followed: readonly PanelFilter[] = panelOf(key).filters
    return set.every((filter) => followed.includes(filter))
  })
}
