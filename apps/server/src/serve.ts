import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareDemo } from './demo.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { EmbeddedDatabaseError } from './platform/db/embedded/index.ts'
import { MigrationError } from './platform/db/migration-error.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { giveBackMemory } from './platform/give-back-memory.ts'
import { createLogger } from './platform/log.ts'
import { loadMasterKey, MasterKeyError } from './platform/master-key.ts'
import { type Server, startServer } from './server.ts'

const webDirectory = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Errors whose message is all that the operator needs. */
const plainErrors = [ConfigError, EmbeddedDatabaseError, MigrationError, MasterKeyError]

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const log = createLogger(config.logLevel)
  for (const warning of config.warnings) say(warning)
  // Its files are closed one by one: the account that PostgreSQL runs under has to pass through.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
  const demo = config.demo ? prepareDemo(config) : null
  const masterKey = loadMasterKey(config.masterKey, config.dataDir)
  const database = await openDatabase(config, log)
  let server: Server
  try {
    const adminPassword = demo?.password ?? config.adminPassword
    server = await startServer({
      config: { ...config, adminPassword },
      log,
      admin: database.admin,
      masterKey,
      webDirectory,
    })
  } catch (error) {
    await database.stop()
    throw error
  }
  const network = demo?.start(server) ?? null
  giveBackMemory()
  stopOnSignal(async () => {
    await network?.stop()
    await server.stop()
    await database.stop()
  })
  greet(config, server)
  if (demo) say(demo.greeting)
}

function greet(config: Config, server: Server): void {
  if (server.consoleUrl !== null)
    say(`\n  Netward   ${config.port === 0 ? server.consoleUrl : config.publicUrl}`)
  if (server.acsUrl !== null) say(`  TR-069    ${server.acsUrl}`)
  if (config.acs.host === '127.0.0.1' && server.acsUrl !== null) {
    say(
      '            Gateways reach it from this machine alone; NETWARD_ACS_HOST=0.0.0.0 opens it to the network.',
    )
  }
  if (server.generatedPassword !== null) {
    say(`  Sign in   admin / ${server.generatedPassword}   (shown this once)`)
  }
  say('')
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) return
    stopping = true
    say('Stopping …')
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

main().catch((error: unknown) => {
  const plain = plainErrors.some((kind) => error instanceof kind)
  process.stderr.write(
    `${plain ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
