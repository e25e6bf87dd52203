import type { Language } from '@netward/phrases'
import type { TFunction } from 'i18next'
import { translatorOf } from './phrases.ts'
import { useLanguage } from './preferences.ts'

const translators = new Map<Language, TFunction>()

/** A phrase without parameters is looked up once: a list asks for the same few for each of its rows. */
function remembering(translate: TFunction): TFunction {
  const known = new Map<unknown, string>()
  const look = (...asked: Parameters<TFunction>) => {
    const [key] = asked
    if (asked.length !== 1) return translate(...asked)
    const found = known.get(key) ?? translate(...asked)
    // What is answered with the key itself has not been loaded yet.
    if (found !== key) known.set(key, found)
    return found
  }
  return Object.assign(look, translate) as TFunction
}

/** The translator of the language in use; another function when the language changes, so that memos follow. */
function translator(language: Language): TFunction {
  const known = translators.get(language)
  if (known !== undefined) return known
  const made = remembering(translatorOf(language))
  translators.set(language, made)
  return made
}

/**
 * `t` for what is rendered thousands of times, such as the cells of a list: a read of one store, where
 * `useTranslation` keeps state and listeners of its own for each component.
 */
export function useT(): TFunction {
  return translator(useLanguage())
}
