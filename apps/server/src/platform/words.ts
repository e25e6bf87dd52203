/** Words of a text that are found, unless its caller says more: the others are left out. */
const usualMost = 200
const longest = 40

const runs = /[\p{L}\p{N}]+/gu
const scripts =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu
const withoutSpaces = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
/** Where a new part of a name begins: `X|Gigabit|Ethernet|0`. */
const parts = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu

const pieces = (text: string): string[] =>
  [...text.matchAll(runs)].flatMap(([run]) => [...run.matchAll(scripts)].map(([piece]) => piece))

/**
 * What a text is found by. Latin words, from each of their parts on (`gigabitethernet0`, `ethernet0`, `0`). Of scripts
 * without spaces, pairs of characters: the words of Intl.Segmenter depend on what stands around them (`端口状态` is
 * `端|口|状态`, a search for `口状` has no such word), pairs do not.
 */
export function wordsOf(text: string, most = usualMost): string[] {
  const found = new Set<string>()
  const add = (word: string) => {
    if (found.size < most) found.add(word.slice(0, longest).toLowerCase().slice(0, longest))
  }
  for (const piece of pieces(text)) {
    if (withoutSpaces.test(piece)) {
      const characters = Array.from(piece)
      characters.forEach((character, at) => add(character + (characters[at + 1] ?? '')))
    } else {
      add(piece)
      for (const { index } of piece.matchAll(parts)) add(piece.slice(index))
    }
  }
  return [...found]
}

export interface SearchedWord {
  readonly word: string
  /** Whether longer ones match too. */
  readonly isBegun: boolean
}

/** Words that a text has wherever it holds `term`, except inside a part of a word. */
export function searchedWords(term: string): SearchedWord[] {
  const all = pieces(term)
  return all.flatMap((piece, at): SearchedWord[] => {
    const isLast = at === all.length - 1 && term.endsWith(piece)
    if (!withoutSpaces.test(piece)) {
      const word = piece.toLowerCase()
      return [{ word: word.slice(0, longest), isBegun: isLast || word.length > longest }]
    }
    const characters = Array.from(piece)
    if (characters.length === 1) return [{ word: piece, isBegun: true }]
    return characters
      .slice(0, -1)
      .map((character, place) => ({ word: character + characters[place + 1]!, isBegun: false }))
  })
}

/** Whether a text that has the words of a term may still lack the term. */
export function needsLook(term: string): boolean {
  const [first, ...others] = searchedWords(term)
  return others.length > 0 || first?.word.length !== term.length
}
