import process from 'node:process'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { markAll } from '../apps/server/src/modules/rollups/index.ts'
import { openConfigured, say } from './backup/open-configured.ts'

/** npm run rollups -- [--from 2026-11-01]. Marks what is counted over time; the worker counts it again. */
const { values } = parseArgs({ options: { from: { type: 'string', default: '1970-01-01' } } })
const from = new Date(values.from)
if (Number.isNaN(from.getTime())) {
  say('npm run rollups -- --from 2026-11-01')
  process.exit(1)
}
const database = await openConfigured({ beside: true })
try {
  const client = new pg.Client(database.admin)
  await client.connect()
  const { rows } = await client.query<{ n: number }>(markAll, [null, from])
  await client.end()
  say(
    `${rows[0]?.n ?? 0} companies in ${database.name} are marked. A running server begins to count within a minute, ` +
      'otherwise the next start does. Hours are kept for 100 days: nothing before is counted again, and days of closed months stay.',
  )
} finally {
  await database.stop()
}
