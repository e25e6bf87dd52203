/**
 * Focus after a navigation: the page's heading, so that screen readers announce it and the next tab stop is
 * in the page. Focus already in the page stays: its screen has set it. So does focus in the header's search: somebody
 * types there while the page loads.
 */
export function focusPage(): void {
  const main = document.getElementById('content')
  if (main === null) return
  main.scrollTop = 0
  main.parentElement?.scrollTo({ top: 0 })
  const focused = document.activeElement
  if (main.contains(focused) || focused?.closest('.global-search')) return
  const heading = main.querySelector('h1')
  if (heading !== null) heading.tabIndex = -1
  const target = heading ?? main
  target.focus({ preventScroll: true })
}
