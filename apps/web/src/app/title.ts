import { phrase } from '../lib/phrases.ts'
import { platformName } from '../lib/platform-name.ts'
import { token } from '../lib/session.ts'
import { paths } from '../lib/paths.ts'
import { parseSearch } from '../lib/search.ts'
import type { RouteEntry } from './route-entry.ts'
import { entryOf } from './route-rules.ts'

function titleOf({ title, titleWithout }: RouteEntry, search: string) {
  if (titleWithout === undefined) return title
  return parseSearch(search)[titleWithout.parameter] === undefined ? titleWithout.title : title
}

/** Sets the document title from the route's title, on each navigation (specification §2). */
export function setTitle(path: string, search = ''): void {
  // Without a session the root is the sign-in page.
  const entry = entryOf(path === paths.root && token.read() === null ? paths.login : path)
  const product = platformName()
  document.title = entry === undefined ? product : `${phrase(titleOf(entry, search))} - ${product}`
}
