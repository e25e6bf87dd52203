/** A page that is open as a tab: its address with all of its state. */
export interface OpenPage {
  /** Path without search: the same path is the same tab. */
  path: string
  href: string
  /** A name of its own, such as that of the device; without it the title of the route. */
  name?: string
}

const most = 20

/** Adds a page or renews its address; beyond the limit the oldest other one goes. */
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

/** Where one is led when the page in sight is closed: its right neighbour, else its left one. */
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
