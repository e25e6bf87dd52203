import {
  type EntryPhrases,
  type Language,
  loadEntryPhrases,
  loadPhrases,
  type Phrases,
} from '@netward/phrases'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languageStore } from './preferences.ts'
import { local } from './storage.ts'
import { storageKeys } from './storage-keys.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'phrases'
    resources: { phrases: Phrases }
  }
}

/** Set once the console is open: from then on a switch of language loads all phrases. */
let wholeConsole = false

async function load(language: Language): Promise<void> {
  const phrases: EntryPhrases | Phrases = wholeConsole
    ? await loadPhrases(language)
    : await loadEntryPhrases(language)
  i18next.addResourceBundle(language, 'phrases', phrases, true, true)
}

function show(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

/** Starts with the phrases of the sign-in page alone. */
export async function startPhrases(): Promise<void> {
  const language = languageStore.get()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: ['phrases'],
    defaultNS: 'phrases',
    resources: { [language]: { phrases: await loadEntryPhrases(language) } },
    // React escapes; error codes are keys that hold dots, which i18next finds on its own.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  show(language)
}

export async function loadConsolePhrases(): Promise<void> {
  if (wholeConsole) return
  wholeConsole = true
  await load(languageStore.get())
}

/** Changes the language without a reload and keeps the choice. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language)
  await i18next.changeLanguage(language)
  local.write(storageKeys.language, language)
  languageStore.set(language)
  show(language)
}
