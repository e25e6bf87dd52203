import { expect, test } from 'vitest'
import type { TFunction } from 'i18next'
import { faultText } from './fault-text.ts'

const t = ((key: string, { text, code }: { text?: string; code?: string } = {}) =>
  key === 'common.textAndCode' ? `${text} (${code})` : key) as unknown as TFunction

test.each([
  ['9010', 'faults.9010 (9010)'],
  ['9801', 'faults.cpe_vendor (9801)'],
  ['no_answer', 'faults.no_answer'],
  ['<b>', 'faults.unknown'],
])('the fault %s is described by %s', (code, reported) => {
  expect(faultText(t, code)).toBe(reported)
})
