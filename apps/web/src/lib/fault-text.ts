import { faultPhraseKey } from '@netward/cwmp/faults'
import type { PhraseKey } from '@netward/phrases'
import type { TFunction } from 'i18next'

/** The words for a fault of TR-069, or for a cause of our own. */
export const faultWords = (t: TFunction, code: string) => t(`faults.${faultPhraseKey(code)}` as PhraseKey)

/** A fault in words, with its code where it is one of TR-069: our own codes say nothing to people. */
export function faultText(t: TFunction, code: string): string {
  const words = faultWords(t, code)
  return /^\d+$/.test(code) ? `${words} (${code})` : words
}
