import { describe, expect, test } from 'vitest'
import { contactLabel, contactOf, contactProblem, sentCodeProblem } from './contact.ts'

const both = { phone: true, email: true }

describe('a phone number or a mail address', () => {
  test.each([
    ['138 0013 8000', { phone: '13800138000' }],
    ['+86 13800138000', { phone: '13800138000' }],
    [' li.wei@example.test ', { email: 'li.wei@example.test' }],
  ])('%s is taken as it is meant', (typed, contact) => {
    expect(contactOf(typed, both)).toEqual(contact)
    expect(contactProblem(typed, both)).toBeNull()
  })

  test.each(['', '12345', 'li@', '@example.test', 'li wei'])('%j is refused with its message', (typed) => {
    expect(contactProblem(typed, both)).toBe('validation.phoneOrEmail')
  })

  test('what the installation cannot send to is refused, and the label does not ask for it', () => {
    const mailOnly = { phone: false, email: true }
    expect(contactOf('13800138000', mailOnly)).toBeNull()
    expect(contactLabel(mailOnly)).toBe('access.email')
    expect(contactLabel({ phone: true, email: false })).toBe('access.phone')
    expect(contactLabel(both)).toBe('access.phoneOrEmail')
  })

  test('the error of a wrong code names the kind of the contact', () => {
    expect(sentCodeProblem('12345', { email: 'a@b.test' })).toBe('validation.emailCode')
    expect(sentCodeProblem('12345', { phone: '13800138000' })).toBe('validation.smsCode')
    expect(sentCodeProblem('123456', null)).toBeNull()
  })
})
