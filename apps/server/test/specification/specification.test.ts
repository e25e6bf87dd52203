import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import { describe, expect, test } from 'vitest'
import type { Proof } from './proofs.ts'
import type { Section } from './sentence.ts'
import { sentences } from './sentences.ts'

const root = join(import.meta.dirname, '../../../..')

/** What the tests of a file are called: the first argument of `test('…', …)`, `test.each(…)('…', …)`, `describe('…', …)`. */
function namesIn(text: string): string[] {
  const names = text.matchAll(
    /(?:\b(?:test|describe)|\)|\])\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`),/g,
  )
  return [...names].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace("\\'", "'"),
  )
}

/** Whether its file has a test of that name, and none that is left out. */
function isThere([file, name]: Proof): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  return namesIn(text).some((given) => given.includes(name)) && !/\.(?:skip|only|todo)\(/.test(text)
}

describe('each sentence of the specification is proved by a test that is there', () => {
  test.each(sentences.map(({ section, says, proofs }) => [section, says, proofs] as const))(
    '§%s %s',
    (_section, _says, proofs) => {
      expect(proofs.length).toBeGreaterThan(0)
      expect(proofs.filter((proof) => !isThere(proof))).toEqual([])
    },
  )

  test.each(['1', '2', '3', '4', '5', '6', '7', '8', '9'] satisfies Section[])(
    '§%s is in the table',
    (section) => {
      expect(sentences.some((sentence) => sentence.section === section)).toBe(true)
    },
  )
})

/** Texts that the specification quotes. */
const quoted: readonly (readonly [key: PhraseKey, text: string])[] = [
  ['validation.passwordEmpty', 'password cannot be empty'],
  ['validation.passwordLength', 'password length must be between 8 and 20'],
  ['validation.passwordMismatch', 'The passwords entered do not match. Please re-enter them.'],
  ['validation.phoneOrEmail', 'Please enter the correct phone number or email address.'],
  ['common.failedItems', 'the following errors occurred'],
  ['common.systemError', 'System error'],
  ['common.timeout', 'API response timed out'],
  ['errors.A0230', 'the current page has expired, please log in again'],
  ['common.saveFailed', 'Save failed: Please check if the form is filled out correctly.'],
  ['common.answerTimeout', 'Interface response timeout'],
  ['common.errorOccurred', 'The following error occurred:'],
  ['common.fieldError', 'Field Error'],
  ['common.copyUnsupported', 'Browser does not support copying, please copy manually.'],
  ['common.reconnectQuestion', 'Disconnected, would you like to reconnect?'],
  ['common.activationFailed', 'Activation failed'],
]

test.each(quoted)('%s is quoted from the specification, and has a Chinese text', (key, text) => {
  expect(phrase('en', key)).toBe(text)
  expect(phrase('zh', key)).toMatch(/[\u4e00-\u9fff]/)
})
