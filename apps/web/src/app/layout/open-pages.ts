/** A page open as a tab: its address with its whole state. */
export interface OpenPage {
  /** Path without search: the key of the tab. */
  path: string
  href: string
  /** Its own name, such as the device's; defaults to the route's title. */
  name?: string
}

const most = 20

/** Adds a page or updates its address; beyond the limit, drops the oldest other one. */
export function visit(pages: readonly OpenPage[], page: OpenPage): readonly OpenPage[] {
  const before = pages.find(({ path }) => path === page.path)
  if (before !== undefined) {
    if (before.href === page.href) return pages
    return pages.map((one) => (one === before ? { ...before, href: page.href } : one))
  }
  return [...pages, page].slice(-most)
}

export function close(pages: readonly OpenPage[], path: string): readonly OpenPage[] {
  return pages.filter((page) => page.path !== path)
}

/** Where closing the current page leads: its right neighbour, else its left one. */
export function afterClosing(pages: readonly OpenPage[], path: string): string {
  const index = pages.findIndex((page) => page.path === path)
  return (pages[index + 1] ?? pages[index - 1])?.href ?? '/'
}

export function isOpenPages(value: unknown): value is OpenPage[] {
  return (
    Array.isArray(value) &&
    value.every(
      (page: unknown) =>
        typeof page === 'object' &&
        page !== null &&
        'path' in page &&
        typeof page.path === 'string' &&
        'href' in page &&
        typeof page.href === 'string',
    )
  )
}
