import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isolatedFiles } from './scripts/test/isolated-files.ts'
import SlowFirst from './scripts/test/slow-first.ts'

const globalSetup = ['apps/server/test/global-setup.ts']
/** In front of every test file. */
const setupFiles = ['apps/server/test/patience.ts', 'apps/server/test/put-back.ts']
const notTests = ['**/node_modules/**', '**/dist/**']
/** The embedded PostgreSQL lacks the extension that it needs. */
const onAServerAlone = process.env['TEST_DATABASE_URL'] ? [] : ['**/db/checked-functions.test.ts']
/** Runs the program that this names. */
const withVictoriaAlone = process.env['TEST_VICTORIA'] ? [] : ['**/metrics/victoria/victoria-store.test.ts']

/** Runs the snmpd that this names; snmptrap stands beside it. */
const withRealAgents = process.env['TEST_REAL_AGENTS']
  ? []
  : ['**/collector/src/**/real-{agent,traps}.test.ts']

/** Makes network namespaces: needs root, and a kernel that has them. */
const withNamespaces = process.env['TEST_NAMESPACES']
  ? []
  : ['**/collector/src/link/impaired-network.test.ts']

const ofServer = {
  globalSetup,
  setupFiles,
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Most of a test is waiting for a database or a socket: on few processors, more files at once than processors.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['{apps,packages,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [
            ...notTests,
            '**/*.browser.test.ts',
            ...isolatedFiles,
            ...onAServerAlone,
            ...withVictoriaAlone,
            ...withRealAgents,
            ...withNamespaces,
          ],
          isolate: false,
          ...ofServer,
        },
      },
      { test: { name: 'isolated', include: [...isolatedFiles], ...ofServer } },
      {
        test: {
          name: 'browser',
          include: ['{apps,packages}/**/*.browser.test.ts'],
          exclude: notTests,
          globalSetup,
          setupFiles,
          // Each file has a Chromium, a server and a database of its own, which keep a processor busy between them. What
          // the tests themselves load, a worker loads once.
          isolate: false,
          maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
          // Projects with other numbers of workers take turns.
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
