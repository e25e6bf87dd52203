import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

const line = (change: 'same' | 'removed' | 'added', before: number | null, after: number | null) => ({
  change,
  before,
  after,
  text: `${change} ${before ?? after}`,
})

test('removed and added lines face each other, and equal lines that are left out are a gap', () => {
  const rows = sideBySide([
    line('same', 8, 8),
    line('removed', 9, null),
    line('removed', 10, null),
    line('added', null, 9),
    line('same', 11, 10),
  ])
  expect(
    rows.map((row) =>
      row.kind === 'gap' ? row.skipped : [row.left?.before ?? null, row.right?.after ?? null],
    ),
  ).toEqual([7, [8, 8], [9, 9], [10, null], [11, 10]])
})

test('a text that only ends earlier has an empty right side', () => {
  const rows = sideBySide([line('removed', 1, null)])
  expect(rows).toEqual([{ kind: 'lines', left: line('removed', 1, null), right: null }])
})
