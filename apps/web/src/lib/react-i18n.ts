import type { Phrases } from '@netward/phrases'
import { counted } from '@netward/phrases/placeholders'
import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { phraseStore } from './phrases.ts'
import { languageStore } from './preferences.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'phrases'
    resources: { phrases: Phrases }
  }
}

const countedWords: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (count: unknown, words = '') => counted(count, words),
}

/** `useTranslation` loads with the console; code before a session uses `useT`, which is smaller. */
void i18next
  .use(initReactI18next)
  .use(countedWords)
  .init({
    lng: languageStore.get(),
    fallbackLng: false,
    ns: ['phrases'],
    defaultNS: 'phrases',
    resources: {},
    // React escapes; error codes are keys with dots, which i18next resolves on its own.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })

function takePhrases(): void {
  for (const [language, phrases] of Object.entries(phraseStore.get())) {
    i18next.addResourceBundle(language, 'phrases', phrases, true, true)
  }
}

takePhrases()
phraseStore.subscribe(takePhrases)
languageStore.subscribe(() => void i18next.changeLanguage(languageStore.get()))
