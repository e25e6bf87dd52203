import { expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { logOutage, logRecovery } from './outage.ts'

function logged() {
  const lines: { level: number; msg: string }[] = []
  const log = createLogger('info', {
    write: (line: string) => lines.push(JSON.parse(line) as { level: number; msg: string }),
  })
  return { log, lines }
}

const startingUp = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

test('an outage is one log line until the database is back, however many requests meet it', () => {
  const { log, lines } = logged()
  for (const error of [startingUp, refused, startingUp]) expect(logOutage(log, error)).toBe(true)
  expect(lines.map(({ level }) => level)).toEqual([40])
  logRecovery(log)
  logRecovery(log)
  expect(lines.map(({ msg }) => msg).slice(1)).toEqual(['the database is back'])
  logOutage(log, startingUp)
  expect(lines).toHaveLength(3)
})

test('any other error is left to its caller', () => {
  const { log, lines } = logged()
  for (const error of [
    new Error('something else'),
    Object.assign(new Error('unique'), { code: '23505' }),
    null,
  ]) {
    expect(logOutage(log, error)).toBe(false)
  }
  expect(lines).toEqual([])
})
