import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { entry } from '@netward/phrases/zh/entry'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../apps/web/src')
/** What loads before the first input. */
const starts = ['app/main.tsx', 'features/sign-in/sign-in-page.tsx']

interface Reached {
  files: Set<string>
  packages: Set<string>
}

/** Everything imported as values, without `import()`. */
function reach(file: string, reached: Reached): Reached {
  if (reached.files.has(file) || !existsSync(file)) return reached
  reached.files.add(file)
  for (const [, names, from] of readFileSync(file, 'utf8').matchAll(
    /^import\s+(?:([^'"]*?)\s+from\s+)?'([^']+)'/gm,
  )) {
    const isType = names?.startsWith('type ') === true
    const onlyTypes = /^\{(?:\s*type\s[^,}]+,?)+\s*\}$/.test(names ?? '')
    if (isType || onlyTypes || from === undefined) continue
    if (from.startsWith('.')) reach(join(dirname(file), from), reached)
    else reached.packages.add(from)
  }
  return reached
}

const reached: Reached = { files: new Set(), packages: new Set() }
for (const start of starts) reach(join(source, start), reached)

test('the first view of the sign-in page downloads React, the router, and rules without a library', () => {
  expect([...reached.packages].toSorted()).toEqual([
    '@netward/contract/field-rules',
    '@netward/contract/request',
    '@netward/phrases',
    '@netward/phrases/placeholders',
    '@tanstack/react-router',
    'react',
    'react-dom/client',
  ])
})

/** It loads the console's phrases itself. */
const withOwnPhrases = new Set(['app/other-company.ts'])

test.each(
  [...reached.files].map((file) => relative(source, file)).filter((file) => !withOwnPhrases.has(file)),
)('%s says only what the first view has downloaded', (file) => {
  const said = readFileSync(join(source, file), 'utf8').matchAll(/\b(?:t|phrase)\('([\w.]+)'/g)
  const missing = [...said]
    .map(([, key = '']) => key)
    .filter((key) => {
      const [area = '', ...rest] = key.split('.')
      return (entry as Record<string, Record<string, unknown>>)[area]?.[rest.join('.')] === undefined
    })
  expect(missing).toEqual([])
})
