import type { EndpointInput } from '@netward/contract'
import { useLocation } from '@tanstack/react-router'
import { pageNames } from '../../lib/page-names.ts'
import { parseSearch } from '../../lib/search.ts'
import { useStore } from '../../lib/store.ts'
import { subjectOf } from './reference.ts'

export type Screen = NonNullable<EndpointInput<'POST /api/v1/assistant/ask'>['screen']>

const mostFilters = 20

/** What is on the screen, as a question tells it. */
export function useScreen(titleOf: (path: string) => string): Screen {
  const { pathname, searchStr } = useLocation()
  const names = useStore(pageNames)
  const search = parseSearch(searchStr)
  const filters = Object.entries(search)
    .map(([name, value]) => [name.slice(0, 60), String(value).slice(0, 300)] as const)
    .filter(([, value]) => value !== '')
    .slice(0, mostFilters)
  return {
    path: pathname.slice(0, 300),
    title: (names[pathname] ?? titleOf(pathname)).slice(0, 200),
    subject: subjectOf(pathname, search),
    filters: Object.fromEntries(filters),
  }
}
