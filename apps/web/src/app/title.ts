import { phrase } from '../lib/phrases.ts'
import { platformName } from '../lib/platform-name.ts'
import { token } from '../lib/session.ts'
import { paths } from '../lib/paths.ts'
import { entryOf } from './route-rules.ts'

/** Sets the document title from the route's title, on each navigation (specification §2). */
export function setTitle(path: string): void {
  // Without a session the root is the sign-in page.
  const entry = entryOf(path === paths.root && token.read() === null ? paths.login : path)
  const product = platformName()
  document.title = entry === undefined ? product : `${phrase(entry.title)} - ${product}`
}
