import { describe, expect, test } from 'vitest'
import { addressOf, prefixOf } from './prefix.ts'

describe('the company prefix (specification §1)', () => {
  test.each([
    ['/', ''],
    ['', ''],
    ['/acme', 'acme'],
    ['/acme/', 'acme'],
    ['/login', ''],
    ['/acme/login', 'acme'],
    ['/login/acme/', 'acme'],
    ['//acme//login//', 'acme'],
    ['/a/b', 'ab'],
  ])('of %s is "%s": login segments and all slashes are removed', (path, expected) => {
    expect(prefixOf(path)).toBe(expected)
  })

  test.each(['', 'acme', 'north-msp'])('"%s" is kept by the addresses that are made of it', (prefix) => {
    const address = new URL(addressOf(prefix, '/login?redirect=%2Fx'), 'http://host')
    expect(prefixOf(address.pathname)).toBe(prefix)
    expect(address.hash).toBe('#/login?redirect=%2Fx')
  })
})
