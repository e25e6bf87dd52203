import { expect, test } from 'vitest'
import { holidaysMissing } from './holidays.ts'

const none = () => Promise.resolve([])
const at = (date: string) => Date.parse(`${date}T12:00:00+08:00`)

test('the holidays of a year are missed from 1 December before, unless they are shipped or imported', async () => {
  expect(await holidaysMissing(none, at('2039-11-30'))).toBeNull()
  expect(await holidaysMissing(none, at('2039-12-01'))).toBe(2040)
  // In China the day begins earlier.
  expect(await holidaysMissing(none, Date.parse('2039-11-30T16:30:00Z'))).toBe(2040)
  expect(await holidaysMissing(none, at('2022-12-15'))).toBeNull()
  const asked: string[] = []
  const imported = (from: string, to: string) => {
    asked.push(from, to)
    return Promise.resolve([{ day: '2040-01-01', off: true, name: '元旦' }])
  }
  expect(await holidaysMissing(imported, at('2039-12-20'))).toBeNull()
  expect(asked).toEqual(['2040-01-01', '2040-12-31'])
})
