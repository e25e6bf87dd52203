import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConnectionRequestServer } from './gateway/connection-requests.ts'
import { SimulatedGateway } from './gateway/gateway.ts'
import type { ModelName } from './gateway/models.ts'
import { modelNames } from './gateway/models.ts'
import type { GatewaySnapshot } from './gateway/options.ts'

const help = `Simulated gateways that speak TR-069 to an ACS.

npm run simulate -- --count N --url URL [options]

  --count N            how many (default 1)
  --url URL            the ACS (default http://127.0.0.1:7547/)
  --user NAME          bootstrap user name; the password comes from the environment:
  --password-env VAR   name of the variable that holds it (default NETWARD_BOOTSTRAP_PASSWORD)
  --enrol TOKEN        use the enrolment URL /t/TOKEN instead of credentials
  --interval S         periodic Inform interval in seconds until the ACS sets another (default 60)
  --model NAME         ${modelNames.join(', ')}, or mix (default)
  --fault-rate R       share of calls answered with a fault, 0 to 1 (default 0)
  --first N            number of the first gateway; its serial follows from it (default 1)
  --seed N             the same seed gives the same gateways (default 1)
  --spread S           seconds over which they are switched on (default: 20 a second)
  --state FILE         remember what the ACS has set, so that a second run goes on where this one ended
  --no-connection-requests
                       offer no address for connection requests
  --nat                behind NAT: connection requests reach them over STUN alone
  --once               one session each, then end; exit code 1 when one failed
  --help
`

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    count: { type: 'string', default: '1' },
    url: { type: 'string', default: 'http://127.0.0.1:7547/' },
    user: { type: 'string' },
    'password-env': { type: 'string', default: 'NETWARD_BOOTSTRAP_PASSWORD' },
    enrol: { type: 'string' },
    interval: { type: 'string', default: '60' },
    model: { type: 'string', default: 'mix' },
    'fault-rate': { type: 'string', default: '0' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    spread: { type: 'string' },
    state: { type: 'string' },
    'connection-requests': { type: 'boolean', default: true },
    nat: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function numberOf(
  name: 'count' | 'interval' | 'fault-rate' | 'first' | 'seed' | 'spread',
  low: number,
  high: number,
) {
  const number = Number(options[name])
  if (!Number.isFinite(number) || number < low || number > high)
    fail(`--${name} must be from ${low} to ${high}`)
  return number
}

function modelOf(number: number): ModelName {
  const chosen = options.model === 'mix' ? modelNames[number % modelNames.length] : undefined
  const model = chosen ?? modelNames.find((name) => name === options.model)
  return model ?? fail(`--model must be one of ${modelNames.join(', ')}, mix`)
}

type Snapshots = Record<string, GatewaySnapshot>

function readState(file: string): Snapshots {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Snapshots
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    return fail(`--state: cannot read ${file}`)
  }
}

if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}

const count = numberOf('count', 1, 100_000)
const first = numberOf('first', 1, 2_000_000)
const password = process.env[options['password-env']]
if (options.user !== undefined && password === undefined)
  fail(`set ${options['password-env']} to the password`)
if (!URL.canParse(options.url)) fail('--url must be a URL')
const url =
  options.enrol === undefined
    ? new URL(options.url)
    : new URL(`/t/${encodeURIComponent(options.enrol)}`, options.url)
const snapshots = options.state === undefined ? {} : readState(options.state)

const connectionRequests =
  options['connection-requests'] && !options.once ? new ConnectionRequestServer() : undefined
await connectionRequests?.listen()

const gateways = Array.from({ length: count }, (_, index) => {
  const number = first + index
  const snapshot = snapshots[String(number)]
  return new SimulatedGateway({
    url: url.href,
    number,
    model: modelOf(number),
    seed: numberOf('seed', 0, 4_294_967_295),
    periodicInformInterval: numberOf('interval', 1, 86_400),
    faultRate: numberOf('fault-rate', 0, 1),
    nat: options.nat,
    ...(options.user === undefined || password === undefined ? {} : { username: options.user, password }),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(connectionRequests === undefined ? {} : { connectionRequests }),
  })
})

let sessions = 0
let failed = 0
let lastError = ''
for (const gateway of gateways) {
  gateway.on('session', ({ ok, error }) => {
    if (ok) sessions++
    else failed++
    if (error !== null) lastError = error
  })
}

let reportedSessions = 0
let reportedAt = performance.now()
function report(): void {
  const phases = { session: 0, rebooting: 0, retrying: 0, informed: 0 }
  for (const { state } of gateways) {
    if (state.phase === 'session') phases.session++
    else if (state.phase === 'rebooting') phases.rebooting++
    else if (state.retryCount > 0) phases.retrying++
    if (state.sessions > 0) phases.informed++
  }
  const rate = (sessions - reportedSessions) / ((performance.now() - reportedAt) / 1000)
  reportedSessions = sessions
  reportedAt = performance.now()
  const error = lastError === '' ? '' : `; last error: ${lastError}`
  lastError = ''
  process.stdout.write(
    `${new Date().toISOString().slice(11, 19)}  ${phases.informed} of ${count} have called in, ${phases.session} in session, ` +
      `${phases.rebooting} rebooting, ${phases.retrying} retrying; ${sessions} sessions (${rate.toFixed(1)}/s), ${failed} failed${error}\n`,
  )
}

async function finish(): Promise<never> {
  report()
  if (options.state !== undefined) {
    for (const [index, gateway] of gateways.entries()) snapshots[String(first + index)] = gateway.snapshot()
    writeFileSync(options.state, JSON.stringify(snapshots), { mode: 0o600 })
  }
  for (const gateway of gateways) gateway.stop()
  await connectionRequests?.close()
  process.exit(options.once && failed > 0 ? 1 : 0)
}

process.once('SIGINT', () => void finish())
process.once('SIGTERM', () => void finish())

const spread = options.spread === undefined ? count / 20 : numberOf('spread', 0, 86_400)
for (const [index, gateway] of gateways.entries()) gateway.start((index / count) * spread)
const reporter = setInterval(report, 5000)

if (options.once) {
  const ended = gateways.map((gateway) => gateway.waitFor(({ state }) => state.last !== null, 2 ** 31 - 1))
  await Promise.race([Promise.all(ended), wait(spread * 1000 + 120_000)])
  clearInterval(reporter)
  await finish()
}
