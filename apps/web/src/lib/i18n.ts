import {
  type EntryPhrases,
  type Language,
  loadEntryPhrases,
  loadPhrases,
  loadSignInMorePhrases,
  type Phrases,
  type SignInMorePhrases,
} from '@netward/phrases'
import { addPhrases } from './phrases.ts'
import {
  hasChosenLanguage,
  keepLanguage,
  keepOfferedLanguage,
  languageStore,
  showLanguage,
} from './preferences.ts'

/** What has been opened so far: a language switch loads the phrases for all of it. */
let opened: 'entry' | 'sign-in' | 'console' = 'entry'

async function phrasesOf(
  language: Language,
  part: typeof opened,
): Promise<(EntryPhrases | SignInMorePhrases | Phrases)[]> {
  if (part === 'console') return [await loadPhrases(language)]
  if (part === 'entry') return [await loadEntryPhrases(language)]
  return Promise.all([loadEntryPhrases(language), loadSignInMorePhrases(language)])
}

/** A failed load stays unopened, so that it can be retried. */
async function load(language: Language, part = opened): Promise<void> {
  for (const phrases of await phrasesOf(language, part)) {
    addPhrases(language, phrases)
  }
  if (opened !== 'console') opened = part
}

/** Starts with the phrases of the sign-in page's first view alone. */
export async function startPhrases(): Promise<void> {
  await load(languageStore.get())
  showLanguage()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Serialised: a language chosen while a view loads must not appear without the view's phrases, nor a view in
 * the previous language.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/** Before showing a sign-in method other than the password. */
export function openSignInPhrases(): Promise<void> {
  return inTurn(async () => {
    if (opened === 'entry') await load(languageStore.get(), 'sign-in')
  })
}

export function loadConsolePhrases(): Promise<void> {
  return inTurn(async () => {
    if (opened !== 'console') await load(languageStore.get(), 'console')
  })
}

/** Changes the language without a reload and stores the choice. */
export function setLanguage(language: Language): Promise<void> {
  return inTurn(async () => {
    await load(language)
    keepLanguage(language)
  })
}

/** Shows a language without keeping it: a wall screen has its own. */
export function borrowLanguage(language: Language): Promise<void> {
  return inTurn(async () => {
    if (languageStore.get() === language) return
    await load(language)
    languageStore.set(language)
    showLanguage()
  })
}

/** The default language of the installation or company, for users without a choice. */
export function offerLanguage(language: Language): Promise<void> {
  return inTurn(async () => {
    keepOfferedLanguage(language)
    if (hasChosenLanguage() || languageStore.get() === language) return
    await load(language)
    languageStore.set(language)
    showLanguage()
  })
}
