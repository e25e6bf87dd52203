import type { Language } from '@netward/phrases'
import i18next, { type TFunction } from 'i18next'
import { useLanguage } from './preferences.ts'

const translators = new Map<Language, TFunction>()

/** The translator of the language in use; another function when the language changes, so that memos follow. */
function translator(language: Language): TFunction {
  const known = translators.get(language)
  if (known !== undefined) return known
  const made = i18next.getFixedT(language, 'phrases')
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
