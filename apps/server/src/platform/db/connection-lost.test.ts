import { expect, test } from 'vitest'
import { isConnectionLost } from './connection-lost.ts'

const failed = (message: string, about: object = {}) => Object.assign(new Error(message), about)

test.each([
  [failed('connect ENOENT /x/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }), true],
  [failed('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }), true],
  [failed('write EPIPE', { code: 'EPIPE', syscall: 'write' }), true],
  [failed('Connection terminated unexpectedly'), true],
  [failed('Client has encountered a connection error and is not queryable'), true],
  [failed('timeout exceeded when trying to connect'), true],
  [failed('timeout expired'), true],
  [failed('no such file', { code: 'ENOENT', syscall: 'open' }), false],
  [failed('null value in column', { code: '23502' }), false],
  [failed('the transaction is over'), false],
  ['Connection terminated', false],
])('%s: %s', (error, lost) => {
  expect(isConnectionLost(error)).toBe(lost)
})
