import { diffArrays } from 'diff'

export interface ComparedLine {
  readonly change: 'same' | 'removed' | 'added'
  /** Indexes. */
  readonly before: number | null
  readonly after: number | null
}

/** Beyond so many changes two texts count as different from the first to the last change. */
const mostEdits = 3_000
/** Or after so many milliseconds: lines that repeat, as a device may send them on purpose, take long. */
const longest = 500

/** The shortest edit of one text into another, between what both have in common at their ends. */
export function compareLines(
  before: readonly string[],
  after: readonly string[],
  most = mostEdits,
): ComparedLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1
  const old = before.slice(head, before.length - tail)
  const young = after.slice(head, after.length - tail)
  const changes = diffArrays(old, young, { maxEditLength: most, timeout: longest }) ?? [
    { count: old.length, removed: true, added: false },
    { count: young.length, removed: false, added: true },
  ]
  const same = { removed: false, added: false }
  return numbered([{ ...same, count: head }, ...changes, { ...same, count: tail }])
}

function numbered(
  parts: readonly { readonly count: number; readonly removed: boolean; readonly added: boolean }[],
): ComparedLine[] {
  const lines: ComparedLine[] = []
  let before = 0
  let after = 0
  for (const { count, removed, added } of parts)
    for (let left = count; left > 0; left--)
      if (removed) lines.push({ change: 'removed', before: before++, after: null })
      else if (added) lines.push({ change: 'added', before: null, after: after++ })
      else lines.push({ change: 'same', before: before++, after: after++ })
  return lines
}
