import { expect, test } from 'vitest'
import { connectionOf } from './connection.ts'

test.each([
  [
    'postgres://u:p%40ss@db.example:5433/netward',
    { host: 'db.example', port: 5433, user: 'u', password: 'p@ss', database: 'netward' },
  ],
  [
    'postgres://u@localhost/netward?host=%2Fa%20b',
    { host: '/a b', port: 5432, user: 'u', database: 'netward' },
  ],
])('%s', (url, parts) => {
  expect(connectionOf(url)).toMatchObject(parts)
})

test('encryption is kept', () => {
  expect(connectionOf('postgres://u@db/netward?sslmode=no-verify').ssl).toEqual({ rejectUnauthorized: false })
})
