import { paths } from '../../lib/paths.ts'
import { createStore } from '../../lib/store.ts'

/** Where the list was left for the edit page: its search, and the row that was edited. */
export interface ListLeft {
  readonly search: string
  readonly rowId: string | null
}

let left: ListLeft | null = null

/** What the list restores; null for anybody who does not come from the edit page. */
export const returned = createStore<ListLeft | null>(null)

/** The list is left for the edit page. */
export function leaveList(search: string, rowId: string | null): void {
  left = { search, rowId }
}

/** The edit page goes, and the next page is at `path`: for a user who goes elsewhere the list is fresh later. */
export function leaveEdit(path: string): void {
  if (path === paths.integrations) returned.set(left)
  if (path !== paths.integrationEdit) left = null
}

/** The list goes, and the next page is at `path`. */
export function leaveReturned(path: string): void {
  if (path !== paths.integrations) returned.set(null)
}
