import { expect, test } from 'vitest'
import { phrases as en } from './en/index.ts'
import { phrases as zh } from './zh/index.ts'

function leaves(branch: object, path = ''): [string, string][] {
  return Object.entries(branch).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${key}.`)
      : [[path + key, String(value)]],
  )
}

const english = new Map(leaves(en))

const names = (text = '') =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([name]) => name).toSorted((a, b) => a.localeCompare(b))

test.each(leaves(zh))('%s has the same placeholders in both languages', (key, chinese) => {
  expect(names(english.get(key))).toEqual(names(chinese))
})

test.each(leaves(en))('%s holds no Chinese in English', (_key, text) => {
  expect(text).not.toMatch(/\p{Script=Han}/u)
})
