import type { Language } from '@netward/phrases'
import { filled } from '@netward/phrases/placeholders'
import type { TFunction } from 'i18next'
import { languageStore } from './preferences.ts'
import { createStore } from './store.ts'

/** Phrases as declared: texts, and areas of texts. */
export interface PhraseTree {
  readonly [key: string]: string | PhraseTree
}

type Params = Readonly<Record<string, string | number>>

/** Loaded so far. */
export const phraseStore = createStore<Readonly<Partial<Record<Language, PhraseTree>>>>({})

export function addPhrases(language: Language, phrases: PhraseTree): void {
  phraseStore.update((all) => ({ ...all, [language]: merged(all[language] ?? {}, phrases) }))
}

function merged(tree: PhraseTree, more: PhraseTree): PhraseTree {
  const result: Record<string, string | PhraseTree> = { ...tree }
  for (const [key, value] of Object.entries(more)) {
    const before = result[key]
    result[key] = typeof before === 'object' && typeof value === 'object' ? merged(before, value) : value
  }
  return result
}

/** Keys of `errors` contain dots, so each level tries the whole remainder before its first part. */
function find(tree: PhraseTree, key: string): string | undefined {
  const value = Object.hasOwn(tree, key) ? tree[key] : undefined
  if (typeof value === 'string') return value
  const dot = key.indexOf('.')
  const branch = dot < 0 ? undefined : tree[key.slice(0, dot)]
  return typeof branch === 'object' ? find(branch, key.slice(dot + 1)) : undefined
}

function look(language: Language, key: string, params: Params = {}): string {
  const text = find(phraseStore.get()[language] ?? {}, key)
  if (text === undefined) return key
  return filled(text, params, () => '')
}

/**
 * The translator of one language: same results as i18next without loading it. It has i18next's types, since
 * the console uses both.
 */
export const translatorOf = (language: Language): TFunction =>
  ((key: string, params?: Params) => look(language, key, params)) as unknown as TFunction

/** A phrase in the current language, outside rendering. */
export const phrase = ((key: string, params?: Params) =>
  look(languageStore.get(), key, params)) as unknown as TFunction
