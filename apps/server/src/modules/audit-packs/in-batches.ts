import type { Cell } from '../../platform/http/workbook.ts'
import { batchRows } from './content.repo.ts'

/** Rows as `find` gives them after the last one of the batch before, until a batch is not full; `cells` of one may be several rows. */
export async function* inBatches<Row>(
  find: (last: Row | undefined) => Promise<readonly Row[]>,
  cells: (row: Row) => Cell[][],
): AsyncGenerator<Cell[][]> {
  for (let last: Row | undefined; ;) {
    const found = await find(last)
    if (found.length > 0) yield found.flatMap(cells)
    if (found.length < batchRows) return
    last = found.at(-1)
  }
}

/** Rows that are few. */
export async function* atOnce<Row>(
  find: () => Promise<readonly Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  yield (await find()).map(cells)
}
