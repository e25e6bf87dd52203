import type { Language } from '@netward/phrases'
import type { TFunction } from 'i18next'
import { translatorOf } from './phrases.ts'
import { useLanguage } from './preferences.ts'

const translators = new Map<Language, TFunction>()

/** A phrase without parameters is looked up once: list rows repeat the same few. */
function remembering(translate: TFunction): TFunction {
  const known = new Map<unknown, string>()
  const look = (...asked: Parameters<TFunction>) => {
    const [key] = asked
    if (asked.length !== 1) return translate(...asked)
    const found = known.get(key) ?? translate(...asked)
    // A result equal to the key means that the phrase is not loaded yet.
    if (found !== key) known.set(key, found)
    return found
  }
  return Object.assign(look, translate) as TFunction
}

/** The translator of the current language; a new function on language change, so that memos update. */
function translator(language: Language): TFunction {
  const known = translators.get(language)
  if (known !== undefined) return known
  const made = remembering(translatorOf(language))
  translators.set(language, made)
  return made
}

/**
 * `t` for parts rendered thousands of times, such as list cells: one store read, where
 * `useTranslation` keeps state and listeners per component.
 */
export function useT(): TFunction {
  return translator(useLanguage())
}
