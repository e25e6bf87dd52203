/** What stands within a line of markdown. */

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'break' }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly target: string; readonly children: readonly Inline[] }

/** A line, and the place of its first character in the source. */
export interface Line {
  readonly text: string
  readonly at: number
}

/** What nests deeper is text. */
export const deepest = 6
const longestLabel = 300
const longestEmphasis = 2000

const marks = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const
const escapable = /[\\`*_{}[\]()#+\-.!|~<>]/
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** The text of lines that belong together. */
export function inlineOf(lines: readonly Line[], isOpen: boolean): Inline[] {
  const joined = lines.map(({ text }) => text.trimEnd()).join('\n')
  const starts: { from: number; at: number }[] = []
  let length = 0
  for (const { text, at } of lines) {
    starts.push({ from: length, at })
    length += text.trimEnd().length + 1
  }
  const placeOf = (place: number) => {
    const line = starts.findLast((one) => one.from <= place) ?? { from: 0, at: 0 }
    return line.at + place - line.from
  }
  return spanOf(joined, 0, joined.length, 0)

  function spanOf(text: string, begin: number, end: number, depth: number): Inline[] {
    const out: Inline[] = []
    let since = begin
    let place = begin
    const flush = (to: number) => {
      if (to > since) out.push({ kind: 'text', text: text.slice(since, to), at: placeOf(since) })
    }
    const take = (inline: Inline, next: number) => {
      flush(place)
      out.push(inline)
      place = next
      since = next
    }
    while (place < end) {
      const character = text[place]!
      if (character === '\n') take({ kind: 'break' }, place + 1)
      else if (character === '\\' && place + 1 < end && escapable.test(text[place + 1]!)) {
        flush(place)
        since = place + 1
        place += 2
      } else if (character === '`') {
        const mark = /^`+/.exec(text.slice(place, place + 8))![0]
        const close = text.indexOf(mark, place + mark.length)
        const isClosed = close !== -1 && close < end
        if (isClosed || isOpen)
          take(
            { kind: 'code', text: text.slice(place + mark.length, isClosed ? close : end).trim() },
            isClosed ? close + mark.length : end,
          )
        else place += mark.length
      } else if (character === '[' || (character === '!' && text[place + 1] === '[')) {
        const link = depth < deepest ? linkAt(text, place, end) : null
        if (link === null) place += 1
        else
          take(
            {
              kind: 'link',
              target: link.target,
              children: spanOf(text, link.from, link.to, depth + 1),
            },
            link.next,
          )
      } else {
        const found = depth < deepest ? emphasisAt(text, place, end) : null
        if (found === null) place += 1
        else take({ kind: found.kind, children: spanOf(text, found.from, found.to, depth + 1) }, found.next)
      }
    }
    flush(end)
    return out
  }

  function linkAt(text: string, place: number, end: number) {
    const isImage = text[place] === '!'
    const from = place + (isImage ? 2 : 1)
    const to = text.slice(from, Math.min(end, from + longestLabel)).search(/\]/)
    if (to === -1 || text[from + to + 1] !== '(') return null
    const target = from + to + 2
    const close = text.indexOf(')', target)
    const isClosed = close !== -1 && close < end && !/\s/.test(text.slice(target, close).trim())
    if (!isClosed && !(isOpen && !/[\s)]/.test(text.slice(target, end)))) return null
    return {
      from,
      to: from + to,
      target: isImage || !isClosed ? '' : text.slice(target, close).trim(),
      next: isClosed ? close + 1 : end,
    }
  }

  function emphasisAt(text: string, place: number, end: number) {
    for (const [mark, kind] of marks) {
      if (!text.startsWith(mark, place)) continue
      const from = place + mark.length
      if (from >= end || /\s/.test(text[from]!)) return null
      // Within names such as `wan_if_1` it is no mark.
      if (mark.startsWith('_') && isWord(text[place - 1])) return null
      const limit = Math.min(end, from + longestEmphasis)
      for (let close = text.indexOf(mark, from + 1); close !== -1; close = text.indexOf(mark, close + 1)) {
        if (close + mark.length > limit) break
        const isMark =
          !/\s/.test(text[close - 1]!) &&
          !(mark.startsWith('_') && isWord(text[close + mark.length])) &&
          !(mark.length === 1 && (text[close + 1] === mark || text[close - 1] === mark))
        if (isMark) return { kind, from, to: close, next: close + mark.length }
      }
      if (isOpen && mark === '**' && end === text.length && end - from < longestEmphasis)
        return { kind, from, to: end, next: end }
      if (mark.length === 2) return null
    }
    return null
  }
}

/** The text of a line without its marks, as for a title or a copy. */
export const plainOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((one) => (one.kind === 'break' ? '\n' : 'children' in one ? plainOf(one.children) : one.text))
    .join('')
