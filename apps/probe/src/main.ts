import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import {
  checkedConfiguration,
  type Configuration,
  ConfigurationError,
  readConfiguration,
  writeConfiguration,
} from './configuration.ts'
import { Identity } from './identity.ts'
import { Probe } from './probe.ts'
import { ServerConnection } from './server-connection.ts'
import { type FromWorker, Supervisor } from './supervisor.ts'
import { Upgrades } from './upgrades.ts'

const help = `netward-probe enrol --state DIRECTORY --server URL --token TOKEN --range CIDR [--range CIDR …] [--line-target public]
netward-probe run --state DIRECTORY [the same options: enrols first where it has not yet]

  --state             where the probe keeps its configuration, its key and its spool
  --server            the URL of the console
  --token             the installation token, good for one use
  --range             what the probe may reach; it reaches nothing else, whatever the server says
  --line-target       what tests of internet lines may reach as well: "public" for all public addresses, or a CIDR
  --allow-loopback    the machine's own addresses may be reached where a range holds them
  --release-key       Ed25519 public key (SPKI, base64): upgrades that its holder signed are installed
  --trap-port         UDP port for SNMP traps
  --spool-days        days for which undelivered results are kept (7)
  --spool-megabytes   place for undelivered results (512)
`

const commands = new Set(['enrol', 'run', 'work'])
const refusals = {
  token: 'the token was used, has expired, or is none',
  key: 'the server refuses the key of this probe',
} as const

const say = (text: string) => process.stdout.write(`${new Date().toISOString()} ${text}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: 'string' },
    server: { type: 'string' },
    token: { type: 'string' },
    range: { type: 'string', multiple: true },
    'line-target': { type: 'string', multiple: true },
    'allow-loopback': { type: 'boolean' },
    'release-key': { type: 'string' },
    'trap-port': { type: 'string' },
    'spool-days': { type: 'string' },
    'spool-megabytes': { type: 'string' },
    help: { type: 'boolean' },
    version: { type: 'boolean' },
  },
})

/** What the command line says of the configuration; null: nothing. */
function given(): Configuration | null {
  if (values.server === undefined) return null
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  const days = number(values['spool-days'])
  const megabytes = number(values['spool-megabytes'])
  return checkedConfiguration({
    server: values.server,
    ranges: values.range ?? [],
    lineTargets: values['line-target'] ?? [],
    allowLoopback: values['allow-loopback'] ?? false,
    releaseKey: values['release-key'] ?? null,
    trapPort: number(values['trap-port']) ?? null,
    ...(days !== undefined && { spoolDays: days }),
    ...(megabytes !== undefined && { spoolBytes: megabytes * 1024 * 1024 }),
  })
}

/** Spends the token on a key of its own. */
async function enrol(state: string, configuration: Configuration, token: string): Promise<void> {
  writeConfiguration(state, configuration)
  const identity = Identity.make(state)
  const { server, ranges } = configuration
  const name = await new Promise<string>((resolve, reject) => {
    const connection = new ServerConnection({
      server,
      identity,
      token,
      version: manifest.version,
      ranges,
      onWelcome(welcome) {
        connection.close()
        resolve(welcome.name)
      },
      onMessage: () => {},
      onStream: () => {},
      onLeft(refused) {
        if (refused !== 'token' && refused !== 'key') return
        connection.close()
        reject(new ConfigurationError(refusals[refused]))
      },
      onSaid: say,
    })
  })
  say(`enrolled as ${name}`)
}

/** Watches over the process that measures, so that an upgrade which does not come up is taken back. */
async function run(state: string): Promise<void> {
  if (Identity.read(state)?.probeId == null) {
    const configuration = given()
    if (configuration === null || values.token === undefined)
      throw new ConfigurationError('this probe has not enrolled: --server, --token and --range are needed')
    await enrol(state, configuration, values.token)
  }
  const seconds = Number(process.env['NETWARD_PROBE_UP_SECONDS'] ?? '180')
  const program = fileURLToPath(import.meta.url)
  const { version } = manifest
  const supervisor = new Supervisor({ state, program, version, log: say, upMilliseconds: seconds * 1000 })
  const stop = () => void supervisor.stop().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  supervisor.start()
}

/** The process that measures. It ends with the one that watches over it. */
async function work(state: string): Promise<void> {
  const identity = Identity.read(state)
  if (identity === null) throw new ConfigurationError('this probe has not enrolled')
  const configuration = readConfiguration(state)
  const tell = (message: FromWorker) => void process.send?.(message, undefined, undefined, () => {})
  const upgrades = new Upgrades({ state, configuration, version: manifest.version, tell, log: say })
  // Before the probe starts: it is connected long before the collector is open.
  let probe: Probe | null = null
  const stop = () => {
    probe?.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('disconnect', stop)
  // Ctrl-C reaches both: the other one ends this one.
  process.on('SIGINT', () => {})
  probe = await Probe.start({
    state,
    configuration,
    identity,
    token: null,
    version: manifest.version,
    onWelcome(name) {
      say(`connected as ${name}`)
      tell({ kind: 'up' })
    },
    onRelease: (release) => upgrades.consider(release),
    upgradeState: () => upgrades.state,
    log: say,
  })
}

async function main(): Promise<void> {
  if (values.version === true) return void process.stdout.write(`${manifest.version}\n`)
  const [command] = positionals
  const { state, token } = values
  if (values.help === true || state === undefined || !commands.has(command ?? ''))
    return void process.stdout.write(help)
  if (command === 'run') return run(state)
  if (command === 'work') return work(state)
  const configuration = given()
  if (configuration === null || token === undefined)
    throw new ConfigurationError('--server, --token and --range are needed')
  await enrol(state, configuration, token)
}

main().catch((error: unknown) => {
  const isPlain = error instanceof ConfigurationError
  process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
