import { phrases as zh } from '@netward/phrases/zh/index'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPhrases, phrase, translatorOf } from './phrases.ts'

describe('phrases without the library', () => {
  beforeAll(() => {
    addPhrases('zh', { common: { ok: 'first' }, signIn: { wait: '{{seconds}} s' } })
    addPhrases('zh', zh)
  })

  test('areas that come later add to those of the same name', () => {
    expect(phrase('common.ok')).toBe(zh.common.ok)
    expect(phrase('signIn.wait', { seconds: 3 })).toBe('请在 3 秒后重试')
  })

  test('error codes are found although they hold dots themselves', () => {
    expect(phrase('errors.ticket.invalid')).toBe(zh.errors['ticket.invalid'])
    expect(phrase('shell.companyStatus.active')).toBe(zh.shell.companyStatus.active)
  })

  test('a parameter is written as it is: React escapes, and its text is no template', () => {
    expect(phrase('common.selectRow', { name: '<b>{{name}}$&' })).toBe('选择 <b>{{name}}$&')
    expect(phrase('common.selectRow')).toBe('选择 ')
  })

  test('what has not been downloaded answers its key', () => {
    expect(translatorOf('en')('common.ok')).toBe('common.ok')
  })
})
