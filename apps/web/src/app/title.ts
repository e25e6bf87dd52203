import i18next from 'i18next'
import { entryOf } from './route-table.ts'
import { paths } from '../lib/paths.ts'

/** The document title from the route's title, on each navigation (specification §2). */
export function setTitle(path: string): void {
  const entry = entryOf(path)
  // The titles of the shell are downloaded after signing in; the login page has its own.
  const title =
    path === paths.login ? i18next.t('signIn.title') : entry === undefined ? '' : i18next.t(entry.title)
  document.title =
    title === '' ? i18next.t('common.productName') : `${title} - ${i18next.t('common.productName')}`
}
