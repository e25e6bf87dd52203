import type { entry as zhEntry } from './zh/entry.ts'
import type { phrases as zhPhrases } from './zh/index.ts'
import type { signInMore as zhSignInMore } from './zh/sign-in-more.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

type Widened<T> = T extends string ? string : { [K in keyof T]: Widened<T[K]> }

/** Type of the Chinese phrases: the English ones must have the same keys. */
export type Phrases = Widened<typeof zhPhrases>
export type EntryPhrases = Widened<typeof zhEntry>
export type SignInMorePhrases = Widened<typeof zhSignInMore>

type KeysBelow<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : KeysBelow<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** Every key prefixed with its area: `common.save`, `errors.device.not_found`. */
export type PhraseKey = KeysBelow<Phrases, ''>

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Phrases of the sign-in page's first view. Only the requested language is downloaded. */
export async function loadEntryPhrases(language: Language): Promise<EntryPhrases> {
  return language === 'en' ? (await import('./en/entry.ts')).entry : (await import('./zh/entry.ts')).entry
}

/** Phrases of all other sign-in methods. */
export async function loadSignInMorePhrases(language: Language): Promise<SignInMorePhrases> {
  return language === 'en'
    ? (await import('./en/sign-in-more.ts')).signInMore
    : (await import('./zh/sign-in-more.ts')).signInMore
}

/** All phrases of one language. Only that language is downloaded. */
export async function loadPhrases(language: Language): Promise<Phrases> {
  return language === 'en' ? (await import('./en/index.ts')).phrases : (await import('./zh/index.ts')).phrases
}
