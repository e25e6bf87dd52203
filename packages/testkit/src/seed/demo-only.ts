import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Runs SQL as the owner of the database. */
export interface SeedClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** What the demo keeps of itself lies in its data directory alone. @throws Error for any other. */
export function requireDemo(dataDir: string): void {
  if (!existsSync(join(dataDir, 'demo.json')))
    throw new Error(`${dataDir} is not the data directory of a demo: nothing of the past is made up there`)
}
