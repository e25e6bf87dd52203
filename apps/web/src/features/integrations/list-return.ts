import { paths } from '../../lib/paths.ts'

/** Where the list was left for the edit page: its search, and the row that was edited. */
interface Left {
  readonly search: string
  readonly rowId: string | null
}

let left: Left | null = null
let isReturning = false

/** The list is left for the edit page. */
export function leaveList(search: string, rowId: string | null): void {
  left = { search, rowId }
  isReturning = false
}

/** The edit page goes, and the next page is at `path`: whoever goes elsewhere finds a fresh list later. */
export function leaveEdit(path: string): void {
  isReturning = path === paths.integrations && left !== null
  if (!isReturning && path !== paths.integrationEdit) left = null
}

/** What a list that is now entered restores; null for anybody who does not come from the edit page. */
export function returnedTo(): Left | null {
  return isReturning ? left : null
}

/** A list that is left otherwise is forgotten. */
export function forgetReturn(): void {
  isReturning = false
}
