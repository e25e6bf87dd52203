/** Written into the page by the server (apps/server/src/platform/http/pages.ts). */
const metaName = 'netward-single-account-home'

/**
 * Where single-account mode sends users who are not at their account's settings; null without that mode. Part
 * of the page, because the first navigation depends on it.
 */
export const singleAccountHome: string | null =
  typeof document === 'undefined'
    ? null
    : (document.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content ?? null)

/** Whether the home address is the open page: navigating there would reload it endlessly. */
export function isSamePage(home: string, current: string): boolean {
  const wanted = new URL(home, current)
  const here = new URL(current)
  const pathOf = ({ pathname }: URL) => pathname.replace(/\/+$/, '')
  return wanted.origin === here.origin && pathOf(wanted) === pathOf(here) && wanted.search === here.search
}
