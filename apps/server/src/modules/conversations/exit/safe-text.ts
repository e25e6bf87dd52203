import { plainCharacters } from './plain-characters.ts'

/**
 * The answer of a model, as Markdown that links to nothing but things that a tool answered. Without images, raw HTML,
 * addresses that open, and characters that nobody sees.
 *
 * A link of Markdown needs `](`, or `]:` for its definition: at the end none is left but of known things. Nothing
 * depends on where a renderer finds code.
 */
export function safeText(text: string, references: readonly { kind: string; id: string }[]) {
  const known = new Set(references.map(({ kind, id }) => `${kind}:${id}`))
  const pieces = piecesOf(plainCharacters(text))
  return pieces
    .map(({ isCode, text: piece }) => onlyKnown(isCode ? piece : withoutMarkup(piece, known), known, isCode))
    .join('')
}

interface Piece {
  readonly isCode: boolean
  readonly text: string
}

/** Code: fenced at the very left, where no list or quotation can end it; or within a line without cells of a table. */
function piecesOf(text: string) {
  const pieces: Piece[] = []
  let fence: string | null = null
  let plain = ''
  let code = ''
  const end = () => {
    if (plain !== '') pieces.push(...inlinePieces(plain))
    if (code !== '') pieces.push({ isCode: true, text: code })
    plain = code = ''
  }
  for (const line of text.split(/(?<=\n)/)) {
    if (fence !== null) {
      code += line
      const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1]
      if (closing?.startsWith(fence)) {
        end()
        fence = null
      }
      continue
    }
    const opening = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line.trimEnd())
    fence = opening?.[1] ?? opening?.[2] ?? null
    if (fence !== null) {
      end()
      code = line
    } else plain += line
  }
  end()
  return pieces
}

/**
 * Code within lines, where every renderer finds the same: single backticks in pairs on one line, and nothing beside
 * them that takes precedence (escapes, tags, cells). Else there is none.
 */
function inlinePieces(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const parts = line.split('`')
    const hasCode = parts.length > 1
    if (hasCode && (parts.length % 2 === 0 || /``|[\\|]/.test(line))) return [{ isCode: false, text }]
    for (const [index, part] of parts.entries())
      pieces.push(index % 2 === 1 ? { isCode: true, text: `\`${part}\`` } : { isCode: false, text: part })
  }
  if (pieces.some((one) => !one.isCode && /<[/!?a-z]/i.test(one.text))) return [{ isCode: false, text }]
  return joined(pieces)
}

/** Plain pieces that follow each other as one. */
function joined(pieces: readonly Piece[]) {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last && !last.isCode && !piece.isCode)
      result[result.length - 1] = { isCode: false, text: last.text + piece.text }
    else if (piece.text !== '') result.push(piece)
  }
  return result
}

const target = String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`
const images = new RegExp(String.raw`!\[[^\[\]\n]*\](?:${target}|\[[^\[\]\n]*\])`, 'g')
const links = new RegExp(String.raw`\[([^\[\]\n]*)\](${target})`, 'g')
const knownTarget = /^\(([a-z]{2,20}:[1-9]\d{0,17})\)$/

function withoutMarkup(text: string, known: ReadonlySet<string>) {
  return (
    text
      .replaceAll(images, '')
      .replaceAll(links, (whole, label: string, to: string) => {
        const reference = knownTarget.exec(to)?.[1]
        return reference !== undefined && known.has(reference) ? whole : label
      })
      .replaceAll(/^[ >]{0,12}\[[^[\]\n]{1,200}\]:[^\n]*$/gm, '')
      .replaceAll(/<!--[^<>]*-->/g, '')
      .replaceAll(/<((?:[a-z][a-z\d+.-]{1,30}:|[\w.+-]{1,64}@)[^<>\s]*)>/gi, '$1')
      .replaceAll(/<[/!?]?[a-z](?:[^<>]*)>/gi, '')
      .replaceAll(/<(?=[/!?a-z])/gi, '&lt;')
      // Renderers of GitHub's Markdown open bare addresses.
      .replaceAll(/(?:\b[a-z][a-z\d+.-]{1,20}:\/\/|\bwww\.){1,9}/gi, '')
      .replaceAll('://', ': //')
      .replaceAll(/\bwww\./gi, 'www .')
  )
}

function onlyKnown(text: string, known: ReadonlySet<string>, isCode: boolean) {
  return text.replaceAll(
    /(?<![!\\])\[[^[\]\n]*\]\(([a-z]{2,20}:[1-9]\d{0,17})\)|\](?=[([:])/g,
    (whole, reference?: string) => {
      if (reference === undefined) return '] '
      return !isCode && known.has(reference) ? whole : whole.replace('](', '] (')
    },
  )
}
