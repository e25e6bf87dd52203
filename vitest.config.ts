import { defineConfig } from 'vitest/config'

const globalSetup = ['apps/server/test/global-setup.ts']
const notTests = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['{apps,packages,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...notTests, '**/*.browser.test.ts'],
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{apps,packages}/**/*.browser.test.ts'],
          exclude: notTests,
          globalSetup,
          // One Chromium and one server at a time: what they measure is time.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
