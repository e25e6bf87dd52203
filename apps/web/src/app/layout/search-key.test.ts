import { expect, test } from 'vitest'
import { isAssistantKey, isSearchKey, type KeyPlace, type PressedKey } from './search-key.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const slash: PressedKey = { ...plain, key: '/' }
const ctrlK: PressedKey = { ...plain, key: 'k', ctrlKey: true }

test.each<[PressedKey, KeyPlace, boolean]>([
  [slash, 'page', true],
  [slash, 'text', false],
  [slash, 'own-keys', false],
  [{ ...slash, key: 'k' }, 'page', false],
  [{ ...slash, altKey: true }, 'page', false],
  [ctrlK, 'page', true],
  [ctrlK, 'text', true],
  [ctrlK, 'own-keys', false],
  [{ ...ctrlK, key: 'K' }, 'page', true],
  [{ ...ctrlK, ctrlKey: false, metaKey: true }, 'text', true],
  [{ ...ctrlK, shiftKey: true }, 'page', false],
])('%j in %s leads to the search: %s', (event, place, expected) => {
  expect(isSearchKey(event, place)).toBe(expected)
})

const ctrlJ: PressedKey = { ...plain, key: 'j', ctrlKey: true }

test.each<[PressedKey, KeyPlace, boolean]>([
  [ctrlJ, 'page', true],
  [ctrlJ, 'text', true],
  [ctrlJ, 'own-keys', false],
  [{ ...ctrlJ, ctrlKey: false, metaKey: true, key: 'J' }, 'text', true],
  [{ ...ctrlJ, shiftKey: true }, 'page', false],
  [{ ...ctrlJ, ctrlKey: false }, 'page', false],
])('%j in %s opens the assistant: %s', (event, place, expected) => {
  expect(isAssistantKey(event, place)).toBe(expected)
})
