/**
 * Where a person is after a navigation: the heading of the page, so that a screen reader says it and the next
 * tab stop is in the page. Focus that is in the page already stays: its screen has set it.
 */
export function focusPage(): void {
  const main = document.getElementById('content')
  if (main === null) return
  main.scrollTop = 0
  main.parentElement?.scrollTo({ top: 0 })
  if (main.contains(document.activeElement)) return
  const heading = main.querySelector('h1')
  if (heading !== null) heading.tabIndex = -1
  const target = heading ?? main
  target.focus({ preventScroll: true })
}
