import { expect, test } from 'vitest'
import { fillPath, requestOf, toSearch } from './request.ts'

test('path parameters leave the input and are encoded', () => {
  expect(
    fillPath('/api/v1/device/:deviceId/commands/:commandId', { deviceId: '7', commandId: 'a/b', page: 2 }),
  ).toEqual({
    path: '/api/v1/device/7/commands/a%2Fb',
    rest: { page: 2 },
  })
  expect(() => fillPath('/x/:id', {})).toThrow(TypeError)
})

test('a query repeats the name of a list and leaves out what is absent', () => {
  expect(toSearch({ a: ['x', 'y'], b: undefined, c: null, d: 1, e: false }).toString()).toBe(
    'a=x&a=y&d=1&e=false',
  )
})

test('the input of GET and DELETE goes into the query, that of the others into the body', () => {
  expect(requestOf('GET /api/v1/x/:id', { id: '7', page: 2 })).toEqual({
    method: 'GET',
    url: '/api/v1/x/7?page=2',
  })
  expect(requestOf('DELETE /api/v1/x/:id', { id: '7' })).toEqual({ method: 'DELETE', url: '/api/v1/x/7' })
  expect(requestOf('POST /api/v1/x/:id', { id: '7', page: 2 })).toEqual({
    method: 'POST',
    url: '/api/v1/x/7',
    payload: { page: 2 },
  })
})
