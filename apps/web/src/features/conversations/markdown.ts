import { deepest, type Inline, inlineOf, type Line, plainOf } from './inline-markdown.ts'

/**
 * The markdown of answers as data. It has no HTML, no images and no addresses: what is not known here is text. Every text
 * keeps its place in the source, since the server names numbers by it.
 */

export interface Item {
  readonly children: readonly Block[]
}
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly Item[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly aligns: readonly ('left' | 'right' | 'center')[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'rule' }

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)[^`]*$/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const rule = /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$|^ {0,3}(?:_\s*){3,}$/
const quote = /^ {0,3}>\s?/
const bullet = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)/
const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const blank = /^\s*$/

/** @param isOpen the text still grows: what it has begun is shown as begun */
export function markdownOf(source: string, isOpen = false): readonly Block[] {
  const lines: Line[] = []
  let at = 0
  for (const text of source.split('\n')) {
    lines.push({ text: text.endsWith('\r') ? text.slice(0, -1) : text, at })
    at += text.length + 1
  }
  return blocksOf(lines, 0, isOpen)
}

const cut = (line: Line, from: number): Line => ({ text: line.text.slice(from), at: line.at + from })

function blocksOf(lines: readonly Line[], depth: number, isOpen: boolean): Block[] {
  const blocks: Block[] = []
  let place = 0
  while (place < lines.length) {
    const line = lines[place]!
    if (blank.test(line.text)) {
      place += 1
      continue
    }
    const { block, next } = blockAt(lines, place, depth, isOpen)
    blocks.push(block)
    place = next
  }
  return blocks
}

function blockAt(
  lines: readonly Line[],
  place: number,
  depth: number,
  isOpen: boolean,
): { block: Block; next: number } {
  const line = lines[place]!
  const fenced = fence.exec(line.text)
  if (fenced !== null) return codeAt(lines, place, fenced[1]!, fenced[2] ?? '')
  const headed = heading.exec(line.text)
  if (headed !== null) {
    const words = headed[2] ?? ''
    const own = { text: words, at: line.at + line.text.indexOf(words, headed[1]!.length) }
    return {
      block: { kind: 'heading', level: headed[1]!.length, children: inlineOf([own], isOpen) },
      next: place + 1,
    }
  }
  if (rule.test(line.text)) return { block: { kind: 'rule' }, next: place + 1 }
  if (depth < deepest && quote.test(line.text)) return quoteAt(lines, place, depth, isOpen)
  if (depth < deepest && bullet.test(line.text)) return listAt(lines, place, depth, isOpen)
  if (isTable(lines, place, isOpen)) return tableAt(lines, place, isOpen)
  return paragraphAt(lines, place, isOpen)
}

function codeAt(lines: readonly Line[], place: number, mark: string, language: string) {
  const own: string[] = []
  let next = place + 1
  while (next < lines.length && !lines[next]!.text.trimStart().startsWith(mark)) {
    own.push(lines[next]!.text)
    next += 1
  }
  return { block: { kind: 'code', text: own.join('\n'), language } as const, next: next + 1 }
}

function quoteAt(lines: readonly Line[], place: number, depth: number, isOpen: boolean) {
  const own: Line[] = []
  let next = place
  while (next < lines.length && quote.test(lines[next]!.text)) {
    const line = lines[next]!
    own.push(cut(line, quote.exec(line.text)![0].length))
    next += 1
  }
  return { block: { kind: 'quote', children: blocksOf(own, depth + 1, isOpen) } as const, next }
}

const indentOf = (text: string) => text.length - text.trimStart().length
const isNumbered = (mark: string) => /\d/.test(mark)

function listAt(lines: readonly Line[], place: number, depth: number, isOpen: boolean) {
  const first = bullet.exec(lines[place]!.text)!
  const indent = first[1]!.length
  const numbered = isNumbered(first[2]!)
  const items: Item[] = []
  let next = place
  while (next < lines.length) {
    const begun = bullet.exec(lines[next]!.text)
    if (begun === null || begun[1]!.length !== indent || isNumbered(begun[2]!) !== numbered) break
    const own: Line[] = [cut(lines[next]!, begun[0].length)]
    next += 1
    while (next < lines.length) {
      const line = lines[next]!
      const within = indentOf(line.text) > indent
      if (blank.test(line.text)) {
        const after = lines.slice(next + 1, next + 4).find(({ text }) => !blank.test(text))
        if (after === undefined || indentOf(after.text) <= indent) break
      } else if (!within && (bullet.test(line.text) || isBlockStart(line.text))) break
      own.push(cut(line, Math.min(indentOf(line.text), begun[0].length)))
      next += 1
    }
    items.push({ children: blocksOf(own, depth + 1, isOpen) })
    // An empty line between two items does not end the list.
    let after = next
    while (after < lines.length && blank.test(lines[after]!.text)) after += 1
    if (after < lines.length && bullet.exec(lines[after]!.text)?.[1]?.length === indent) next = after
  }
  return {
    block: { kind: 'list', start: numbered ? Number.parseInt(first[2]!, 10) : null, items } as const,
    next,
  }
}

const isBlockStart = (text: string) =>
  fence.test(text) || heading.test(text) || rule.test(text) || quote.test(text)

function isTable(lines: readonly Line[], place: number, isOpen: boolean): boolean {
  const [head, below] = [lines[place]!.text, lines[place + 1]?.text]
  if (!head.includes('|')) return false
  // The line of dashes has not come yet.
  if (below === undefined || (place + 2 === lines.length && below === ''))
    return isOpen && head.trimStart().startsWith('|')
  const isWhole = below.includes('-') && delimiter.test(below) && below.includes('|')
  return isWhole || (isOpen && place + 2 === lines.length && /^\s*\|[\s|:-]*$/.test(below))
}

function tableAt(lines: readonly Line[], place: number, isOpen: boolean) {
  const head = cellsOf(lines[place]!)
  const aligns = cellsOf(lines[place + 1] ?? { text: '', at: 0 }).map(({ text }) =>
    text.endsWith(':') ? (text.startsWith(':') ? ('center' as const) : ('right' as const)) : 'left',
  )
  const rows: Line[][] = []
  let next = place + 2
  while (next < lines.length && lines[next]!.text.includes('|') && !isBlockStart(lines[next]!.text)) {
    const cells = cellsOf(lines[next]!)
    rows.push(head.map((_, column) => cells[column] ?? { text: '', at: 0 }))
    next += 1
  }
  return {
    block: {
      kind: 'table',
      head: head.map((cell) => inlineOf([cell], isOpen)),
      aligns: head.map((_, column) => aligns[column] ?? 'left'),
      rows: rows.map((cells) => cells.map((cell) => inlineOf([cell], isOpen))),
    } as const,
    next,
  }
}

/** Between bars that nothing escapes. */
function cellsOf(line: Line): Line[] {
  const cells: Line[] = []
  let from = line.text.trimStart().startsWith('|') ? line.text.indexOf('|') + 1 : 0
  const add = (to: number) => {
    const raw = line.text.slice(from, to)
    cells.push({ text: raw.trim(), at: line.at + from + indentOf(raw) })
  }
  for (let place = from; place < line.text.length; place += 1) {
    if (line.text[place] === '\\') place += 1
    else if (line.text[place] === '|') {
      add(place)
      from = place + 1
    }
  }
  if (line.text.slice(from).trim() !== '') add(line.text.length)
  return cells
}

function paragraphAt(lines: readonly Line[], place: number, isOpen: boolean) {
  const own: Line[] = []
  let next = place
  while (next < lines.length) {
    const line = lines[next]!
    const isOther =
      blank.test(line.text) ||
      (next > place && (isBlockStart(line.text) || bullet.test(line.text) || isTable(lines, next, isOpen)))
    if (isOther) break
    own.push(cut(line, indentOf(line.text)))
    next += 1
  }
  return { block: { kind: 'paragraph', children: inlineOf(own, isOpen) } as const, next }
}

/** An answer without its marks, for reading aloud. */
export const plainOfAnswer = (source: string): string =>
  markdownOf(source)
    .flatMap((block) => plainOfBlock(block))
    .join('\n')

function plainOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [plainOf(block.children)]
    case 'code':
      return [block.text]
    case 'quote':
      return block.children.flatMap(plainOfBlock)
    case 'list':
      return block.items.flatMap(({ children }) => children.flatMap(plainOfBlock))
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(plainOf).join(', '))
    case 'rule':
      return []
  }
}
