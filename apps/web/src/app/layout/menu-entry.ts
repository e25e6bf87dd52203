import { useLocation } from '@tanstack/react-router'
import { entryOf, type MenuGroup, trailOf } from '../route-rules.ts'
import type { RouteEntry } from '../route-entry.ts'

/** Whether an entry belongs to the open page; a hidden page, such as a detail, marks its parent. */
export function useIsOpen(): (entry: RouteEntry) => boolean {
  const pathname = useLocation({ select: (location) => location.pathname })
  const open = entryOf(pathname)
  const trail = open === undefined ? [] : trailOf(open)
  return (entry) => trail.some(({ path }) => path === entry.path)
}

/** A group with one page is shown as that page. */
export function shownGroup({ entry, children }: MenuGroup): MenuGroup {
  const [only, ...others] = children
  return only !== undefined && others.length === 0 ? { entry: only, children: [] } : { entry, children }
}
