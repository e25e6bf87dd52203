import { describe, expect, test } from 'vitest'
import { appCodeOf, csvName, failureCode, fillPath, headersOf, type Scope, toSearch } from './api-request.ts'

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

test.each([
  ['/api/v1/device/lists', 'DMS_SERVER'],
  ['/monitor/api/v1/x', 'DMS_MONITOR'],
  ['/x/dial/api/v1', 'DMS_DIAL'],
])('the application of %s is %s (specification §6)', (path, expected) => {
  expect(appCodeOf(path)).toBe(expected)
})

describe('headers (specification §6, §7)', () => {
  const base: Scope = { token: 't', language: 'zh', companyId: '2', identity: 4, actingCompanyId: null }

  test.each([
    ['a member', base, { 'X-Company-Id': '2' }],
    [
      'an MSP in its own company',
      { ...base, identity: 2 },
      { 'X-Company-Id': '2', 'X-Tenant-Company-Id': '2', 'X-Proxy': '0' },
    ],
    [
      'an MSP acting in a tenant',
      { ...base, identity: 2, actingCompanyId: '3' },
      { 'X-Company-Id': '2', 'X-Tenant-Company-Id': '3', 'X-Proxy': '1' },
    ],
    [
      'a member acting by a grant',
      { ...base, actingCompanyId: '3' },
      { 'X-Company-Id': '2', 'X-Tenant-Company-Id': '3', 'X-Proxy': '1' },
    ],
    ['a tenant administrator', { ...base, identity: 3 }, { 'X-Company-Id': '2' }],
    ['the first call', { ...base, identity: null, companyId: null }, {}],
  ])('of %s', (_who, scope, expected) => {
    expect(headersOf('/api/v1/x', scope)).toEqual({
      'Accept-Language': 'zh-cn',
      'X-App-Code': 'DMS_SERVER',
      Authorization: 'Bearer t',
      ...expected,
    })
  })

  test('without a session there is no authorisation, and English is en-us', () => {
    expect(headersOf('/x', { ...base, token: null, companyId: null, language: 'en' })).toEqual({
      'Accept-Language': 'en-us',
      'X-App-Code': 'DMS_SERVER',
    })
  })
})

test.each([
  [{ code: 0 }, null],
  [{ code: 40001 }, '40001'],
  [{ code: '40001' }, '40001'],
  [{ code: 'A0230' }, 'A0230'],
  [{ type: 'x' }, null],
  [{}, 'system.error'],
  [null, 'system.error'],
  ['<html>', 'system.error'],
  [{ code: null }, 'system.error'],
])('the body %o fails with %s: its code decides, not the status', (body, expected) => {
  expect(failureCode(body)).toBe(expected)
})

test.each([
  ['智能CPE列表', '智能CPE列表.csv'],
  ['a/b:c', 'a_b_c.csv'],
  ['  ', 'export.csv'],
])('the export %s is saved as %s', (label, expected) => {
  expect(csvName(label)).toBe(expected)
})
