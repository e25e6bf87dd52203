import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every variable that a style uses is defined', () => {
  const sources = globSync('**/*.{css,ts,tsx}', { cwd: `${import.meta.dirname}/src` }).map((path) =>
    readFileSync(`${import.meta.dirname}/src/${path}`, 'utf8'),
  )
  const found = (pattern: RegExp) =>
    new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)))
  const defined = found(/(?:^|['"\s{;])(--[a-z0-9-]+)['"]?:/gm)
  expect([...found(/var\((--[a-z0-9-]+)/g)].filter((name) => !defined.has(name))).toEqual([])
})
