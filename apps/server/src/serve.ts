import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareDemo } from './demo.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { EmbeddedDatabaseError, setAside } from './platform/db/embedded/index.ts'
import { MigrationError, SchemaError } from './platform/db/migration-error.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { releaseMemory } from './platform/give-back-memory.ts'
import { createLogger, type Logger } from './platform/log.ts'
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
  try {
    await run(config, log)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    if (!config.demo || config.databaseUrl !== null) throw new SchemaError(otherSchema(config))
    const aside = await setAside(config.dataDir, new Date().toISOString().slice(0, 10))
    say(
      `The demo in ${config.dataDir} was made with another schema: it is now ${aside}, and a new one starts.`,
    )
    await run(config, log)
  }
}

/** Nothing was changed yet: the version that wrote the database still runs on it. */
function otherSchema({ databaseUrl, dataDir }: Config): string {
  const [place, anew] =
    databaseUrl === null
      ? [
          `in the data directory ${dataDir}`,
          'move that directory away, or name another one in NETWARD_DATA_DIR,',
        ]
      : ['that DATABASE_URL names', 'name an empty database in DATABASE_URL']
  return [
    `The database ${place} was made by a version of Netward with another schema. Nothing was changed. Either`,
    `- make a new database: ${anew} and start again; or`,
    '- keep this one: start the version of Netward that wrote it. Its backups are restored with that version too.',
  ].join('\n')
}

async function run(config: Config, log: Logger): Promise<void> {
  // Its files are closed one by one: the account that PostgreSQL runs as has to pass through.
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
  const network = demo?.start(server, database.admin) ?? null
  releaseMemory()
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
