import { startEmbedded } from './index.ts'

/** Stands for a server process: starts its database, reports it, and waits to be killed. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
try {
  const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: quiet })
  process.stdout.write(`ready ${database.pid}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`)
}
