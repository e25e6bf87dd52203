import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Each check of `npm test`, shown to fail on its violation and to pass without it. */
const root = fileURLToPath(new URL('../', import.meta.url))
let tree: string

beforeEach(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'netward-planted-'))
  for (const file of ['.oxlintrc.json', '.oxfmtrc.json', 'tsconfig.base.json', 'tsconfig.json']) {
    cpSync(path.join(root, file), path.join(tree, file))
  }
  plant('package.json', '{ "type": "module" }')
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  const full = path.join(tree, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, text)
}

function run(command: string, ...args: string[]): { failed: boolean; said: string } {
  const bin = path.join(root, 'node_modules', '.bin')
  const { status, stdout, stderr } = spawnSync(path.join(bin, command), args, {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
  })
  return { failed: status !== 0, said: stdout + stderr }
}

const server = 'apps/server/src'
const cwmp = 'packages/cwmp/src'

/**
 * Rule, file and text. Planted together and distinguished by file: starting a tool takes most of the time.
 */
const forLinter: [what: string, rule: string, file: string, text: string][] = [
  [
    'a promise that nobody waits for',
    'no-floating-promises',
    `${server}/a.ts`,
    'async function work() {}\nexport function start() {\n  work()\n}\n',
  ],
  [
    'a promise where none is expected',
    'no-misused-promises',
    `${server}/b.ts`,
    'export const all = [1].filter(async () => true)\n',
  ],
  ['any', 'no-explicit-any', `${server}/c.ts`, 'export const loose: any = 1\n'],
  [
    'an import of a type without saying so',
    'consistent-type-imports',
    `${server}/d.ts`,
    "import { Server } from 'node:http'\nexport const a = (s: Server) => s\n",
  ],
  ['a word on the console', 'no-console', `${server}/e.ts`, "export const a = () => console.log('x')\n"],
  [
    'a file of more than 500 lines',
    'max-lines',
    `${server}/f.ts`,
    `export const a = [\n${'  1,\n'.repeat(510)}]\n`,
  ],
  ['an unused variable', 'no-unused-vars', `${server}/g.ts`, 'const unused = 1\nexport const a = 2\n'],
  [
    'a test that runs alone',
    'no-focused-tests',
    `${server}/h.test.ts`,
    "import { expect, test } from 'vitest'\ntest.only('a', () => {\n  expect(1).toBe(1)\n})\n",
  ],
  [
    'a test that is left out',
    'no-disabled-tests',
    `${server}/i.test.ts`,
    "import { expect, test } from 'vitest'\ntest.skip('a', () => {\n  expect(1).toBe(1)\n})\n",
  ],
  [
    'a cycle of imports',
    'no-cycle',
    `${server}/j.ts`,
    "import { two } from './k.ts'\nexport const one = () => two\n",
  ],
  [
    'a cycle of imports, from its other end',
    'no-cycle',
    `${server}/k.ts`,
    "import { one } from './j.ts'\nexport const two = () => one\n",
  ],
  [
    'fetch where no I/O is done',
    'no-restricted-globals',
    `${cwmp}/l.ts`,
    "export const a = () => fetch('http://a')\n",
  ],
  [
    'a timer where no I/O is done',
    'no-restricted-globals',
    `${cwmp}/m.ts`,
    'export const a = () => setTimeout(() => {}, 1)\n',
  ],
  [
    'the process where no I/O is done',
    'no-restricted-globals',
    `${cwmp}/n.ts`,
    'export const a = () => process.cwd()\n',
  ],
]

test('the linter refuses what it is there for, and nothing else', () => {
  for (const [, , file, text] of forLinter) plant(file, text)
  plant(`${server}/innocent.ts`, 'export const a = 1\n')
  const { failed, said } = run('oxlint', '--type-aware', '--deny-warnings', '--format=json')
  const { diagnostics } = JSON.parse(said) as { diagnostics: { code: string; filename: string }[] }
  const found = diagnostics.map(({ code, filename }) => `${filename} ${code.replace(/^.*\((.*)\)$/, '$1')}`)
  expect(found.toSorted()).toEqual(forLinter.map(([, rule, file]) => `${file} ${rule}`).toSorted())
  expect(failed).toBe(true)
})

const forCompiler: [what: string, code: string, text: string][] = [
  ['an unchecked index', 'TS2322', 'export const first = (list: string[]): string => list[0]\n'],
  ['undefined for an optional property', 'TS2375', 'export const a: { b?: number } = { b: undefined }\n'],
  ['an implicit any', 'TS7006', 'export const a = (b) => b\n'],
  ['syntax that Node cannot erase', 'TS1294', 'export enum A {\n  B,\n}\n'],
  ['an unused parameter', 'TS6133', 'export const a = (b: number) => 1\n'],
]

test('the compiler refuses what it is there for, and nothing else', () => {
  for (const [index, [, , text]] of forCompiler.entries()) plant(`${server}/planted-${index}.ts`, text)
  plant(`${server}/innocent.ts`, 'export const a = 1\n')
  const { failed, said } = run('tsc', '-p', 'tsconfig.json')
  const found = [...said.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)].map(
    (match) => `${match[1]} ${match[2]}`,
  )
  expect(found.toSorted()).toEqual(
    forCompiler.map(([, code], index) => `${server}/planted-${index}.ts ${code}`),
  )
  expect(failed).toBe(true)
})

test('the formatter refuses what it would write otherwise', () => {
  plant(`${server}/a.ts`, "export const a = 'b'\n")
  expect(run('oxfmt', '--check', 'apps')).toMatchObject({ failed: false })
  plant(`${server}/a.ts`, 'export const a = "b";\n')
  expect(run('oxfmt', '--check', 'apps')).toMatchObject({ failed: true })
})

test('dead files, exports and packages are found', () => {
  const { rules } = JSON.parse(readFileSync(path.join(root, 'knip.json'), 'utf8')) as { rules: object }
  plant(
    'package.json',
    JSON.stringify({ name: 'planted', type: 'module', main: 'main.ts', dependencies: { saxes: '6.0.0' } }),
  )
  plant(
    'knip.json',
    JSON.stringify({ rules, entry: ['main.ts'], project: ['**/*.ts'], ignoreExportsUsedInFile: true }),
  )
  plant('main.ts', "import pg from 'pg'\nimport { used } from './used.ts'\nexport const main = [used, pg]\n")
  plant('used.ts', 'export const used = 1\nexport const neverUsed = 2\n')
  plant('dead.ts', 'export const dead = 1\n')
  const { failed, said } = run('knip')
  for (const found of ['dead.ts', 'neverUsed', 'saxes', 'pg']) expect(said).toContain(found)
  expect(failed).toBe(true)
})
