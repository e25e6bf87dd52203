import { phrase } from '@netward/phrases/server'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { hoursSentence } from './hours-text.ts'

const says = (language: 'zh' | 'en', text: string) => {
  const t = (key: string, params?: Record<string, string>) => phrase(language, key, params)
  return hoursSentence(text, t as unknown as TFunction, language)
}

test.each([
  [
    'Mo-Fr 09:00-18:00; Sa 10:00-16:00',
    '周一至周五 09:00–18:00；周六 10:00–16:00；周日休息',
    'Mon–Fri 09:00–18:00; Sat 10:00–16:00; closed Sun',
  ],
  ['Mo-Su 09:00-22:00', '每天 09:00–22:00', 'Every day 09:00–22:00'],
  ['24/7', '每天 24 小时', '24 hours every day'],
  ['Mo-Su off', '每天休息', 'Closed every day'],
  [
    'Mo,We 18:00-02:00',
    '周一、周三 18:00–次日 02:00；周二、周四至周日休息',
    'Mon, Wed 18:00–02:00 the next day; closed Tue, Thu–Sun',
  ],
  [
    '24/7; 2026-10-01/2026-10-07 off; 2026-12-31 09:00-15:00',
    '每天 24 小时；例外：2026-10-01 至 2026-10-07 休息、2026-12-31 09:00–15:00',
    '24 hours every day; exceptions: closed 2026-10-01 to 2026-10-07, 2026-12-31 09:00–15:00',
  ],
  ['看情况', '看情况', '看情况'],
])('%s is read as a sentence in both languages', (text, zh, en) => {
  expect(says('zh', text)).toBe(zh)
  expect(says('en', text)).toBe(en)
})
