export interface ComparedLine {
  readonly change: 'same' | 'removed' | 'added'
  readonly before: number | null
  readonly after: number | null
  readonly text: string
}

/** A row of two columns, or a gap of so many equal lines. */
export type SideRow =
  | { readonly kind: 'lines'; readonly left: ComparedLine | null; readonly right: ComparedLine | null }
  | { readonly kind: 'gap'; readonly skipped: number }

/** Removed and added lines of one place face each other. */
export function sideBySide(lines: readonly ComparedLine[]): SideRow[] {
  const rows: SideRow[] = []
  let removed: ComparedLine[] = []
  let added: ComparedLine[] = []
  let last = 0
  const flush = () => {
    for (let n = 0; n < Math.max(removed.length, added.length); n += 1)
      rows.push({ kind: 'lines', left: removed[n] ?? null, right: added[n] ?? null })
    removed = []
    added = []
  }
  for (const line of lines) {
    const skipped = (line.after ?? line.before ?? 0) - last - 1
    const isJump = line.change === 'same' && skipped > 0
    if (line.change === 'removed') removed.push(line)
    else if (line.change === 'added') added.push(line)
    else {
      flush()
      if (isJump) rows.push({ kind: 'gap', skipped })
      rows.push({ kind: 'lines', left: line, right: line })
    }
    if (line.after !== null) last = line.after
  }
  flush()
  return rows
}
