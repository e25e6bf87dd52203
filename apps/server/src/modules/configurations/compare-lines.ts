export interface ComparedLine {
  readonly change: 'same' | 'removed' | 'added'
  /** Indexes. */
  readonly before: number | null
  readonly after: number | null
}

/** Beyond so many changes two texts count as different from the first to the last change. */
const mostEdits = 3_000

/**
 * The shortest edit of one text into another (E. W. Myers, An O(ND) Difference Algorithm, 1986), between what both have in
 * common at their ends.
 */
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
  const middle = edits(before.slice(head, before.length - tail), after.slice(head, after.length - tail), most)
  const same = (length: number, from: number, to: number): ComparedLine[] =>
    Array.from({ length }, (_, n) => ({ change: 'same', before: from + n, after: to + n }))
  return [
    ...same(head, 0, 0),
    ...middle.map(({ change, before: old, after: young }) => ({
      change,
      before: old === null ? null : old + head,
      after: young === null ? null : young + head,
    })),
    ...same(tail, before.length - tail, after.length - tail),
  ]
}

function edits(a: readonly string[], b: readonly string[], most: number): ComparedLine[] {
  const trace = search(a, b, Math.min(most, a.length + b.length))
  if (trace === null)
    return [
      ...a.map((_, n): ComparedLine => ({ change: 'removed', before: n, after: null })),
      ...b.map((_, n): ComparedLine => ({ change: 'added', before: null, after: n })),
    ]
  const found: ComparedLine[] = []
  let x = a.length
  let y = b.length
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const row = trace[d]!
    const at = (k: number) => row[k + d] ?? -1
    const k = x - y
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1))
    const beforeX = d === 0 ? 0 : down ? at(k + 1) : at(k - 1)
    const beforeY = d === 0 ? 0 : beforeX - (down ? k + 1 : k - 1)
    while (x > beforeX && y > beforeY) {
      x -= 1
      y -= 1
      found.push({ change: 'same', before: x, after: y })
    }
    if (d === 0) break
    if (down) found.push({ change: 'added', before: null, after: (y -= 1) })
    else found.push({ change: 'removed', before: (x -= 1), after: null })
  }
  return found.toReversed()
}

/** For each number of edits, how far each diagonal was before it; null: it takes more than `most`. */
function search(a: readonly string[], b: readonly string[], most: number): Int32Array[] | null {
  const trace: Int32Array[] = []
  // Index k + d of row d: the furthest x on diagonal k with d - 1 edits.
  let reached = new Int32Array([0])
  for (let d = 0; d <= most; d += 1) {
    const row = new Int32Array(2 * d + 1).fill(-1)
    if (d > 0) row.set(reached, 1)
    trace.push(row)
    const next = new Int32Array(2 * d + 1).fill(-1)
    for (let k = -d; k <= d; k += 2) {
      const left = d === 0 || k === -d ? -1 : row[k - 1 + d]!
      const right = d === 0 || k === d ? -1 : row[k + 1 + d]!
      let x = d === 0 ? 0 : k === -d || (k !== d && left < right) ? right : left + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1
        y += 1
      }
      next[k + d] = x
      if (x >= a.length && y >= b.length) return trace
    }
    reached = next
  }
  return null
}
