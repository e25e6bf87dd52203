import { expect, test } from 'vitest'
import { phrases as enPhrases } from './en/index.ts'
import { messages as enMessages } from './en/messages.ts'
import { phrases as zhPhrases } from './zh/index.ts'
import { messages as zhMessages } from './zh/messages.ts'

const en = { ...enPhrases, messages: enMessages }
const zh = { ...zhPhrases, messages: zhMessages }

function leaves(branch: object, path = ''): [string, string][] {
  return Object.entries(branch).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${key}.`)
      : [[path + key, String(value)]],
  )
}

const english = new Map(leaves(en))

/** What has a text of its own in each language is named after it: `nameZh` in the one stands for `nameEn` in the other. */
const names = (text = '', language: 'Zh' | 'En') =>
  [...text.matchAll(/\{\{(\w+)(?:, [^{}]+)?\}\}/g)]
    .map(([, name = '']) => (name.endsWith(language) ? name.slice(0, -2) : name))
    .toSorted((a, b) => a.localeCompare(b))

test.each(leaves(zh))('%s has the same placeholders in both languages', (key, chinese) => {
  expect(names(english.get(key), 'En')).toEqual(names(chinese, 'Zh'))
})

test.each(leaves(en))('%s holds no Chinese in English', (_key, text) => {
  expect(text).not.toMatch(/\p{Script=Han}/u)
})

// In Chinese fonts, which show English too where no other is there, they are as wide as a character.
test.each(leaves(en))('%s has no curved quotation marks in English', (_key, text) => {
  expect(text).not.toMatch(/[‘’“”]/)
})
