/** Controls but line ends and tabs, and what hides or turns the text behind it. */
const controls = /(?![\t\n\r])[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** PostgreSQL stores no NUL and no lone surrogates; control characters show nothing in a list. */
export function cleanText(text: unknown, most: number): string {
  if (typeof text !== 'string') return ''
  return text
    .slice(0, most * 2)
    .replaceAll(controls, '')
    .toWellFormed()
    .slice(0, most)
    .toWellFormed()
}
