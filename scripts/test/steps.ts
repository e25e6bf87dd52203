import process from 'node:process'
import { ensureBrowser } from '../prepare/browser.mjs'
import { ensureServers } from '../prepare/servers.mjs'
import { nothing, oneFailed, type Outcome } from './outcome.ts'
import { countTests, runCheck, runTests } from './run.ts'

export interface Step {
  name: string
  what: string
  run(files: readonly string[]): Promise<Outcome>
}

export const steps: readonly Step[] = [
  { name: 'format', what: 'formatting', run: () => runCheck('oxfmt', '--check', '.') },
  {
    name: 'lint',
    what: 'rules of the linter, with types',
    run: () => runCheck('oxlint', '--type-aware', '--deny-warnings'),
  },
  {
    name: 'directions',
    what: 'who may import whom',
    run: () => runCheck('node', 'scripts/check-dependencies.ts'),
  },
  {
    name: 'types',
    what: 'types of server, packages and scripts',
    run: () => runCheck('tsc', '-p', 'tsconfig.json'),
  },
  { name: 'types-web', what: 'types of the web', run: () => runCheck('tsc', '-p', 'apps/web/tsconfig.json') },
  { name: 'dead-code', what: 'files, exports and packages that nothing uses', run: () => runCheck('knip') },
  { name: 'unit', what: 'units and the API over a real database', run: runUnitTests },
  {
    name: 'build',
    what: 'the web as it is served',
    run: () => runCheck('node', 'scripts/prepare.mjs', '--build'),
  },
  { name: 'browser', what: 'whole ways through the console in Chromium', run: runBrowserTests },
]

function runUnitTests(files: readonly string[]): Promise<Outcome> {
  const missing = ensureServers()
  if (missing !== null) process.stderr.write(`${missing}\n`)
  return runTests('server', files)
}

async function runBrowserTests(files: readonly string[]): Promise<Outcome> {
  const { browser, missing } = ensureBrowser()
  if (browser !== null) return runTests('browser', files, { CHROMIUM_PATH: browser })
  process.stderr.write(`${missing}\n`)
  if (process.env['CI'] === 'true') return oneFailed(missing)
  return { ...nothing, skipped: await countTests('browser', files) }
}
