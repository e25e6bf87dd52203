import { beforeEach, expect, test, vi } from 'vitest'
import { loadConsolePhrases, openSignInPhrases, setLanguage } from './i18n.ts'
import { languageStore } from './preferences.ts'

const loaded = vi.hoisted(() => new Set<string>())
const asked = vi.hoisted(() => (part: string) => async (language: string) => {
  await Promise.resolve()
  loaded.add(`${part} ${language}`)
  return {}
})
vi.mock('@netward/phrases', () => ({
  isLanguage: (value: unknown) => value === 'zh' || value === 'en',
  loadEntryPhrases: asked('entry'),
  loadSignInMorePhrases: asked('sign-in'),
  loadPhrases: asked('console'),
}))

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { setItem: () => {} })
})

test('a language that is chosen while a view is opened comes with what that view says', async () => {
  await Promise.all([openSignInPhrases(), setLanguage('en')])
  expect(languageStore.get()).toBe('en')
  expect(loaded).toContain('sign-in en')
})

test('a view that is opened while the language changes is opened in the new one', async () => {
  await Promise.all([setLanguage('zh'), loadConsolePhrases()])
  expect(loaded).toContain('console zh')
  expect(loaded).not.toContain('console en')
})
