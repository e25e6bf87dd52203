import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isolatedFiles } from './isolated-files.ts'
import { root } from './run.ts'

test('the isolated files are those that replace modules', () => {
  const replaces = (file: string) =>
    /^\s*vi\.(?:mock|doMock|resetModules)\(/m.test(readFileSync(path.join(root, file), 'utf8'))
  const files = globSync('{apps,packages,scripts,bench}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  expect(files.filter(replaces).toSorted()).toEqual(isolatedFiles)
})
