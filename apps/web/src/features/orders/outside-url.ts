/** The address of a page for people without an account; its ticket stands in the fragment. */
export const outsideUrl = (path: string): string =>
  `${window.location.origin}${window.location.pathname}#${path}`
