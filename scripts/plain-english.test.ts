import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './test/run.ts'

/** Words of a dialect that plain technical English does not need: report, send, anyone who, the user, not one of. */
const dialect = /\b(?:told|whoever|nobody else|is none of)\b/i
const comment = /^\s*(?:\/\*\*?|\*|\/\/|--)\s?(.*)$/
const folders = ['apps', 'packages', 'db', 'scripts', 'bench']
const generated = /node_modules|\/dist\/|\/recorded\//

test('comments are plain English', () => {
  const offenders = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.(?:ts|tsx|mjs|js|sql|css)$/.test(name) && !generated.test(name))
      .flatMap((name) =>
        readFileSync(path.join(root, name), 'utf8')
          .split('\n')
          .flatMap((line, index) => {
            const text = comment.exec(line)?.[1]?.replaceAll(/`[^`]*`/g, '') ?? ''
            return dialect.test(text) ? [`${name}:${index + 1} ${text}`] : []
          }),
      ),
  )
  expect(offenders).toEqual([])
})
