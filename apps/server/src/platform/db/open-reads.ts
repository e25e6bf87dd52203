import type pg from 'pg'

/** So long a read-only transaction may stay open after its answer when no other request takes its connection. */
const openForMs = 5

/**
 * Connections whose last transaction only read and is not ended yet. Nothing depends on that COMMIT, and alone it would
 * cost a packet and a wake-up on both sides: it goes out in front of what the connection is asked next, or after a few
 * milliseconds. Whoever takes a connection from the pool asks `end` first.
 */
export class OpenReads {
  readonly #clients = new Set<pg.PoolClient>()
  #scheduled = false

  leave(client: pg.PoolClient): void {
    this.#clients.add(client)
    if (this.#scheduled) return
    this.#scheduled = true
    setTimeout(() => this.#endAll(), openForMs).unref()
  }

  /** What has to stand before the connection's next statement. */
  end(client: pg.PoolClient): 'commit;' | '' {
    return this.#clients.delete(client) ? 'commit;' : ''
  }

  #endAll(): void {
    this.#scheduled = false
    for (const client of this.#clients) client.query('commit').catch(() => {})
    this.#clients.clear()
  }
}
