import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './test/run.ts'

/** Words of a dialect that plain technical English does not need: report, send, anyone who, the user, not one of. */
const dialect = /\b(?:told|whoever|nobody else|is none of)\b/i
/** The same as parts of names: toldByInform, isTold. */
const named = /\b(?:told|whoever)[A-Z]|[a-z](?:Told|Whoever)(?![a-z])/
const comment = /^\s*(?:\/\*\*?|\*|\/\/|--)\s?(.*)$/
const folders = ['apps', 'packages', 'db', 'scripts', 'bench']
const generated = /node_modules|\/dist\/|\/recorded\//

interface Line {
  readonly at: string
  readonly text: string
}

const lines: readonly Line[] = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(?:ts|tsx|mjs|js|sql|css)$/.test(name) && !generated.test(name))
    .filter((name) => name !== path.join('scripts', 'plain-english.test.ts'))
    .flatMap((name) =>
      readFileSync(path.join(root, name), 'utf8')
        .split('\n')
        .map((text, index) => ({ at: `${name}:${index + 1}`, text })),
    ),
)
const offenders = (isDialect: (text: string) => boolean) =>
  lines.filter(({ text }) => isDialect(text)).map(({ at, text }) => `${at} ${text.trim()}`)

test('comments are plain English', () => {
  const inComment = (text: string) => dialect.test(comment.exec(text)?.[1]?.replaceAll(/`[^`]*`/g, '') ?? '')
  expect(offenders(inComment)).toEqual([])
})

test('names are plain English', () => {
  expect(offenders((text) => named.test(text))).toEqual([])
})

test('titles of tests and summaries of endpoints are plain English', () => {
  const titled = /^\s*(?:test|describe|it)\b.*\(|^\s*summary:|^\s*'[A-Z]/
  expect(offenders((text) => titled.test(text) && dialect.test(text))).toEqual([])
})
