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

/** What has been opened so far: a switch of language loads the phrases of all of it. */
let opened: 'entry' | 'sign-in' | 'console' = 'entry'

async function phrasesOf(
  language: Language,
  part: typeof opened,
): Promise<(EntryPhrases | SignInMorePhrases | Phrases)[]> {
  if (part === 'console') return [await loadPhrases(language)]
  if (part === 'entry') return [await loadEntryPhrases(language)]
  return Promise.all([loadEntryPhrases(language), loadSignInMorePhrases(language)])
}

/** What fails to load stays unopened, so that it can be tried again. */
async function load(language: Language, part = opened): Promise<void> {
  for (const phrases of await phrasesOf(language, part)) {
    addPhrases(language, phrases)
  }
  if (opened !== 'console') opened = part
}

/** Starts with the phrases of the first view of the sign-in page alone. */
export async function startPhrases(): Promise<void> {
  await load(languageStore.get())
  showLanguage()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * One after the other: a language that is chosen while a view is opened must not be shown without what that view says,
 * nor a view in a language that has just been left.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/** Before another way in than the password is shown. */
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

/** Changes the language without a reload and keeps the choice. */
export function setLanguage(language: Language): Promise<void> {
  return inTurn(async () => {
    await load(language)
    keepLanguage(language)
  })
}

/** The language of the installation, or of a company: for a person who has not chosen one. */
export function offerLanguage(language: Language): Promise<void> {
  return inTurn(async () => {
    keepOfferedLanguage(language)
    if (hasChosenLanguage() || languageStore.get() === language) return
    await load(language)
    languageStore.set(language)
    showLanguage()
  })
}
