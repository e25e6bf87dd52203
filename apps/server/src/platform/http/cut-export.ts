import type { RequestContext } from './context.ts'

/** Rows that an export holds at most. */
export const mostExported = 100_000

/** Rows in batches, the first `most` of them. `isCut` is true once there were more: ask for one more than `most`. */
export class CutRows<Row> implements AsyncIterable<readonly Row[]> {
  readonly #batches: AsyncIterable<readonly Row[]>
  readonly #most: number
  isCut = false
  given = 0

  constructor(batches: AsyncIterable<readonly Row[]>, most: number) {
    this.#batches = batches
    this.#most = most
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    for await (const batch of this.#batches) {
      const left = this.#most - this.given
      if (batch.length > left) this.isCut = true
      const rows = batch.slice(0, left)
      this.given += rows.length
      if (rows.length > 0) yield rows
    }
  }
}

/** The last line of a file that is cut: files travel without the notice of the screen. */
export const cutLine = (ctx: Pick<RequestContext, 'phrase' | 'language'>, rows: number): string =>
  ctx.phrase('common.exportCut', { rows: rows.toLocaleString(ctx.language) })
