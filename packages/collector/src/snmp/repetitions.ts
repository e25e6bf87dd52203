/** What fits one Ethernet frame, headers aside: an answer of that size is never fragmented. */
const frameBytes = 1400
/** Answers of this size are tried where smaller ones came quickly; agents with smaller buffers send less by themselves. */
const mostBytes = 4000
/** Rows of a column whose length is not known yet. */
const firstRows = 25
const leastRows = 5
const mostVarbinds = 200
const quickMs = 250

export interface BulkSize {
  /** Columns that are asked for side by side. */
  readonly columns: number
  /** max-repetitions: rows of each (RFC 3416 §4.2.3). */
  readonly rows: number
}

/**
 * How much one GETBULK asks an agent for. It grows while answers are quick and come whole, and falls when one is lost, cut off
 * or too big. Answers beyond a frame that were lost once are not tried again: fragments are lost behind some firewalls.
 */
export class Repetitions {
  #varbinds = 50
  #bytes = frameBytes
  #bytesLimit = mostBytes
  #varbindBytes = 28
  /** Of the last columns: the next ones are often of the same table. */
  #rows = 0

  /**
   * One row more than the last columns had, so that their end shows in the same answer.
   * @param open columns that are still to be read
   * @param known rows that the first of them has already
   */
  next(open: number, known = 0): BulkSize {
    const fitting = Math.max(1, Math.min(this.#varbinds, Math.floor(this.#bytes / this.#varbindBytes)))
    const expected = this.#rows > known ? Math.max(this.#rows + 1 - known, leastRows) : firstRows
    const rows = Math.min(fitting, expected)
    return { columns: Math.max(1, Math.min(open, Math.floor(fitting / rows))), rows }
  }

  /** @param ended a column came to its end, so that the answer may be shorter than it could have been */
  answered(asked: BulkSize, varbinds: number, bytes: number, milliseconds: number, ended: boolean): void {
    const wanted = asked.columns * asked.rows
    if (varbinds > 0) this.#varbindBytes = Math.max(16, (3 * this.#varbindBytes + bytes / varbinds) / 4)
    if (milliseconds > 4 * quickMs) this.#varbinds = Math.max(leastRows, Math.floor(wanted / 2))
    // It has a limit of its own, or ended its answer where the variables of another table begin.
    else if (!ended && varbinds < wanted) this.#varbinds = Math.max(1, varbinds)
    else if (milliseconds < quickMs && varbinds >= wanted) {
      this.#varbinds = Math.min(mostVarbinds, this.#varbinds + Math.ceil(wanted / 2))
      this.#bytes = Math.min(this.#bytesLimit, this.#bytes + Math.ceil(bytes / 2))
    }
  }

  /** A column was read to its end. */
  finished(rows: number): void {
    this.#rows = rows
  }

  /** Lost, cut off or tooBig. False if it was the least already. */
  tooMuch({ columns, rows }: BulkSize): boolean {
    const wanted = columns * rows
    if (this.#bytes > frameBytes) this.#bytesLimit = frameBytes
    this.#bytes = Math.min(this.#bytes, frameBytes)
    this.#varbinds = Math.max(1, Math.floor(wanted / 2))
    return wanted > 1
  }
}
