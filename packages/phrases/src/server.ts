import { phrases as en } from './en/index.ts'
import { messages as enMessages } from './en/messages.ts'
import type { Language, PhraseKey, Phrases } from './index.ts'
import { filled } from './placeholders.ts'
import { phrases as zh } from './zh/index.ts'
import { messages as zhMessages } from './zh/messages.ts'

export type { Language, PhraseKey }

/**
 * `en: Phrases` makes a key missing in one language a compile error. Messages are server-only: browsers do
 * not load them.
 */
const phrasesOf: Record<Language, Phrases & { messages: typeof zhMessages }> = {
  zh: { ...zh, messages: zhMessages },
  en: { ...en, messages: enMessages },
}

/**
 * A phrase for the server: error texts, validation messages, CSV headers. `{{name}}` is replaced by
 * `params.name`; a placeholder without a value stays as it is. An unknown key returns itself, so that a
 * missing text never fails a response.
 */
export function phrase(
  language: Language,
  key: PhraseKey | (string & {}),
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = find(phrasesOf[language], key)
  if (text === undefined) return key
  return filled(text, params, (placeholder) => placeholder)
}

/** Keys of `errors` contain dots, so each level tries the whole remainder before its first part. */
function find(branch: unknown, key: string): string | undefined {
  if (typeof branch !== 'object' || branch === null) return undefined
  const entries = branch as Readonly<Record<string, unknown>>
  if (Object.hasOwn(entries, key)) {
    const value = entries[key]
    return typeof value === 'string' ? value : undefined
  }
  const dot = key.indexOf('.')
  if (dot < 0 || !Object.hasOwn(entries, key.slice(0, dot))) return undefined
  return find(entries[key.slice(0, dot)], key.slice(dot + 1))
}

/** `zh-cn`, `en-us,en;q=0.9` and the like; Chinese unless English comes first. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'zh'
}
