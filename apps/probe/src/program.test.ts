import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test } from 'vitest'

/** What the program of the probe asks of the machine that it comes to: Node 20.19 or newer, whatever its processor. */

let program: Rolldown.OutputChunk
let others: string[]

beforeAll(async () => {
  const built = (await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  program = built.output[0]
  others = built.output.slice(1).map(({ fileName }) => fileName)
}, 60_000)

test('it is one file of JavaScript without native addons, and needs nothing beside Node', () => {
  const required = [...program.code.matchAll(/\brequire\d*\(["']([^"']+)["']\)/g)].map(
    ([, name = '']) => name,
  )
  const foreign = [...program.imports, ...program.dynamicImports, ...required].filter(
    (name) => !isBuiltin(name),
  )
  expect({ others, foreign }).toEqual({ others: [], foreign: [] })
  expect(program.code).not.toMatch(/\.node["'`]|\bdlopen\b/)
})

// Of the language and of Node, by their version in the tables of MDN and of Node's documentation.
const newer = [
  ['Node 21', /\b(Map|Object)\.groupBy\b|\bnew WebSocket\b/],
  [
    'Node 22',
    /\bPromise\.withResolvers\b|\bArray\.fromAsync\b|\bURL\.parse\(|\bIterator\.from\b|\bglobSync\b/,
  ],
  ['Node 22', /\.(values|keys|entries)\(\)\.(map|filter|some|every|find|toArray|flatMap|reduce|take|drop)\(/],
  ['Node 22', /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/],
  [
    'Node 24',
    /\bPromise\.try\b|\bRegExp\.escape\b|\bError\.isError\b|\bimport\.meta\.main\b|\bMath\.sumPrecise\b/,
  ],
] as const
test.each(newer)('it uses nothing of %s: %s', (_version, pattern) => {
  expect(pattern.exec(program.code)?.[0]).toBeUndefined()
})
