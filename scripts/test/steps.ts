import process from 'node:process'
import { ensureBrowser } from '../prepare/browser.mjs'
import { ensureServers } from '../prepare/servers.mjs'
import { nothing, oneFailed, type Outcome } from './outcome.ts'
import { onAServer } from './on-a-server.ts'
import { countTests, runCheck, runTests } from './run.ts'

export interface Step {
  name: string
  /** Checks run side by side, beside the unit tests. */
  kind: 'check' | 'unit' | 'browser'
  what: string
  /** Not a part of `npm test` without arguments. */
  onlyByName?: boolean
  run(files: readonly string[]): Promise<Outcome>
}

const check = (name: string, what: string, ...commandLine: readonly [string, ...string[]]): Step => ({
  name,
  kind: 'check',
  what,
  run: () => runCheck(...commandLine),
})

/**
 * The compiler keeps what it found out for the next run, out of the way of an editor. One checker: each of several
 * evaluates the types of all endpoints anew (web: 26 s of processor time instead of 64).
 */
const types = (name: string, what: string, project: string): Step =>
  check(
    name,
    what,
    'tsc',
    '-p',
    project,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/netward/${name}.tsbuildinfo`,
  )

/** The longest checks come first. */
export const steps: readonly Step[] = [
  check('lint', 'rules of the linter, with types', 'oxlint', '--type-aware', '--deny-warnings'),
  types('types', 'types of server, packages and scripts', 'tsconfig.json'),
  types('types-web', 'types of the web', 'apps/web/tsconfig.json'),
  check('build', 'the web as it is served', 'node', 'scripts/prepare.mjs', '--build'),
  check('format', 'formatting', 'oxfmt', '--check', '.'),
  check('dead-code', 'files, exports and packages that nothing uses', 'knip'),
  check('directions', 'allowed imports between modules', 'node', 'scripts/check-dependencies.ts'),
  { name: 'unit', kind: 'unit', what: 'units and the API over a real database', run: runUnitTests },
  {
    name: 'server-database',
    kind: 'unit',
    what: 'what differs on the PostgreSQL server of TEST_DATABASE_URL',
    onlyByName: true,
    run: () => runUnitTests(onAServer),
  },
  {
    name: 'browser',
    kind: 'browser',
    what: 'journeys through the console in Chromium',
    run: runBrowserTests,
  },
]

function runUnitTests(files: readonly string[]): Promise<Outcome> {
  const missing = ensureServers()
  if (missing !== null) process.stderr.write(`${missing}\n`)
  return runTests(['server', 'isolated'], files)
}

async function runBrowserTests(files: readonly string[]): Promise<Outcome> {
  const { browser, missing } = ensureBrowser()
  if (browser !== null) return runTests(['browser'], files, { CHROMIUM_PATH: browser })
  process.stderr.write(`${missing}\n`)
  if (process.env['CI'] === 'true') return oneFailed(missing)
  return { ...nothing, skipped: await countTests('browser', files) }
}
