import { smsParameterLimits, type smsProviders } from './integration-values.ts'

const urls = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*/giu

/**
 * A value as a template of the vendor takes it: on one line, without addresses and 【】, which vendors refuse, and cut between
 * code points where it is longer than `most` or the vendor allows.
 */
export function fitParameter(value: string, provider: (typeof smsProviders)[number], most: number): string {
  const limit = Math.min(most, smsParameterLimits[provider])
  const plain = value
    .replace(urls, '')
    .replaceAll('【', '[')
    .replaceAll('】', ']')
    .replace(/\s+/gu, ' ')
    .trim()
  const signs = Array.from(plain)
  return signs.length <= limit
    ? plain
    : `${signs
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}
