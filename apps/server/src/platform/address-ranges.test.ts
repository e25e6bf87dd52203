import { expect, test } from 'vitest'
import { AddressList, givenRanges, isGiven, plainRange } from './address-ranges.ts'

const listed = (...ranges: string[]) => {
  const list = new AddressList(ranges)
  return Array.from({ length: Math.min(list.size, 10) }, (_, at) => list.at(at))
}

test('a range has its hosts, each once, without the addresses of the network and of the broadcast', () => {
  expect(listed('10.0.0.0/30')).toEqual(['10.0.0.1', '10.0.0.2'])
  expect(listed('10.0.0.0/31', '10.0.0.9/32')).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.9'])
  expect(listed('10.0.0.8/29', '10.0.0.8/30')).toEqual([9, 10, 11, 12, 13, 14].map((n) => `10.0.0.${n}`))
  expect(new AddressList(['10.0.0.0/16']).size).toBe(65_534)
  expect(listed('fd00::/127')).toEqual(['fd00::', 'fd00::1'])
  expect(new AddressList(['10.1.0.0/22']).at(1021)).toBe('10.1.3.254')
  expect(new AddressList(['10.1.0.0/22']).at(1022)).toBeUndefined()
  expect(new AddressList(['10.1.0.0/22']).has('10.1.2.0')).toBe(true)
  expect(new AddressList(['10.1.0.0/22']).has('10.1.4.1')).toBe(false)
})

test('a range is written as the database writes it', () => {
  expect(plainRange('10.0.7.9/22')).toBe('10.0.4.0/22')
  expect(plainRange('fd00::5/64')).toBe('fd00::/64')
  expect(plainRange('10.0.7.9/33')).toBeNull()
})

test('only what lies whole within a range of the company is given to it', () => {
  const entries = [
    '10.20.0.0/16=acme',
    '10.30.0.0/16=other',
    '10.40.0.0/16',
    '127.0.0.0/8=acme',
    '169.254.0.0/16=acme',
  ]
  expect(givenRanges(entries, 'acme')).toEqual(['10.20.0.0/16', '127.0.0.0/8', '169.254.0.0/16'])
  const given = (range: string) => isGiven(range, entries, 'acme')
  expect(['10.20.3.0/24', '10.20.0.0/16', '10.20.1.1', '127.0.0.0/24'].map(given)).toEqual([
    true,
    true,
    true,
    true,
  ])
  // Larger than what is given, of another company, of nobody, link-local, public, a name.
  const refused = [
    '10.20.0.0/15',
    '10.30.0.0/24',
    '10.40.0.0/24',
    '169.254.1.0/24',
    '8.8.8.0/24',
    'localhost',
    '::/0',
  ]
  expect(refused.filter(given)).toEqual([])
})
