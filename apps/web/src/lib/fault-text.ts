import { faultPhraseKey } from '@netward/cwmp/faults'
import type { PhraseKey } from '@netward/phrases'
import type { TFunction } from 'i18next'

/** A fault in words, with its code if it is one of TR-069: our own codes mean nothing to users. */
export function faultText(t: TFunction, code: string): string {
  const text = t(`faults.${faultPhraseKey(code)}` as PhraseKey)
  return /^\d+$/.test(code) ? t('common.textAndCode', { text, code }) : text
}
