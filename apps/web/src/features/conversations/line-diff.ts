export interface DiffLine {
  readonly change: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond that many pairs of lines the old text is shown as removed and the new one as added. */
const mostPairs = 4_000_000

/** The lines of two texts, by their longest common subsequence. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ change: 'same', text }))
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ]
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ change: 'removed', text })
  const added = (text: string): DiffLine => ({ change: 'added', text })
  if (a.length * b.length > mostPairs) return [...a.map(removed), ...b.map(added)]
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      longest[row * width + column] =
        a[row] === b[column]
          ? longest[(row + 1) * width + column + 1]! + 1
          : Math.max(longest[(row + 1) * width + column]!, longest[row * width + column + 1]!)
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < a.length || column < b.length) {
    if (row < a.length && column < b.length && a[row] === b[column]) {
      lines.push({ change: 'same', text: a[row]! })
      row += 1
      column += 1
    } else if (
      column >= b.length ||
      (row < a.length && longest[(row + 1) * width + column]! >= longest[row * width + column + 1]!)
    ) {
      lines.push(removed(a[row]!))
      row += 1
    } else {
      lines.push(added(b[column]!))
      column += 1
    }
  }
  return lines
}
