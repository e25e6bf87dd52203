const shownLength = 80

/** A value of an input as people read it; empty: it says nothing. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The values of an input in a line. */
export function valuesText(values: Readonly<Record<string, unknown>>): string {
  const text = Object.values(values)
    .map(valueText)
    .filter((value) => value !== '')
    .join(' · ')
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
