/** Markup, or the text between. Comments and CDATA may contain anything up to their end. */
const piece = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]*>|[^<]+|</g

/** Deeper than any data model: a hostile message cannot grow through its indentation. */
const deepest = 40
const indentOf = (depth: number) => '  '.repeat(Math.min(Math.max(0, depth), deepest))

const isOpening = (tag: string) => /^<[^/!?]/.test(tag) && !tag.endsWith('/>')

/**
 * Indents XML by its tags alone, for reading: nothing is parsed, resolved or corrected, and no character but
 * white space between tags is added or removed. A leaf stays on one line. Non-XML is returned unchanged.
 */
export function prettyXml(source: string): string {
  const pieces = (source.match(piece) ?? [])
    .map((one) => (one.startsWith('<') ? one : one.trim()))
    .filter(Boolean)
  if (!pieces.some((one) => one.startsWith('<') && one.endsWith('>'))) return source
  const lines: string[] = []
  let depth = 0
  for (let index = 0; index < pieces.length; index++) {
    const one = pieces[index] ?? ''
    const next = pieces[index + 1] ?? ''
    const afterNext = pieces[index + 2] ?? ''
    const indent = indentOf(depth)
    if (one.startsWith('</')) {
      depth = Math.max(0, depth - 1)
      lines.push(indentOf(depth) + one)
    } else if (isOpening(one) && one.endsWith('>')) {
      const leafText = (!next.startsWith('<') || next.startsWith('<![CDATA[')) && afterNext.startsWith('</')
      if (next.startsWith('</')) {
        lines.push(indent + one + next)
        index += 1
      } else if (leafText) {
        lines.push(indent + one + next + afterNext)
        index += 2
      } else {
        lines.push(indent + one)
        depth += 1
      }
    } else {
      lines.push(indent + one)
    }
  }
  return lines.join('\n')
}
