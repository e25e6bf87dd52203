import { expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { tellOutage, tellReturn } from './outage.ts'

function logged() {
  const lines: { level: number; msg: string }[] = []
  const log = createLogger('info', {
    write: (line: string) => lines.push(JSON.parse(line) as { level: number; msg: string }),
  })
  return { log, lines }
}

const startingUp = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

test('however many meet it, an outage is one line until the database is back', () => {
  const { log, lines } = logged()
  for (const error of [startingUp, refused, startingUp]) expect(tellOutage(log, error)).toBe(true)
  expect(lines.map(({ level }) => level)).toEqual([40])
  tellReturn(log)
  tellReturn(log)
  expect(lines.map(({ msg }) => msg).slice(1)).toEqual(['the database is back'])
  tellOutage(log, startingUp)
  expect(lines).toHaveLength(3)
})

test('any other error is left to who met it', () => {
  const { log, lines } = logged()
  for (const error of [
    new Error('something else'),
    Object.assign(new Error('unique'), { code: '23505' }),
    null,
  ]) {
    expect(tellOutage(log, error)).toBe(false)
  }
  expect(lines).toEqual([])
})
