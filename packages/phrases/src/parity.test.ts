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

/** Language-specific texts are named after the language: `nameZh` in one stands for `nameEn` in the other. */
const names = (text = '', language: 'Zh' | 'En') =>
  [...text.matchAll(/\{\{(\w+)(?:, [^{}]+)?\}\}/g)]
    .map(([, name = '']) => (name.endsWith(language) ? name.slice(0, -2) : name))
    .toSorted((a, b) => a.localeCompare(b))

// One test per rule, not per phrase (5,000): a rule lists the phrases that break it.

test('a phrase has the same placeholders in both languages', () => {
  const broken = leaves(zh)
    .map(([key, chinese]) => ({
      key,
      zh: names(chinese, 'Zh').join(' '),
      en: names(english.get(key), 'En').join(' '),
    }))
    .filter((phrase) => phrase.zh !== phrase.en)
  expect(broken).toEqual([])
})

test('no English phrase holds Chinese', () => {
  expect(leaves(en).filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([])
})

// Chinese fonts, also used for English as a fallback, draw these full-width.
test('no English phrase has curved quotation marks', () => {
  expect(leaves(en).filter(([, text]) => /[‘’“”]/.test(text))).toEqual([])
})
