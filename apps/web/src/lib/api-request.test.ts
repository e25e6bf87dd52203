import { describe, expect, test } from 'vitest'
import { appCodeOf } from '@netward/contract/request'
import { fileName, failureCode, headersOf, type Scope, timeoutOf } from './api-request.ts'

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
  [{ type: 'x', code: 7 }, null],
  [{ type: null }, 'system.error'],
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
  expect(fileName(label)).toBe(expected)
})

test('with a bad status a type is no success: a proxy describes its problem so', () => {
  expect(failureCode({ type: 'about:blank', status: 502 }, false)).toBe('system.error')
  expect(failureCode({ type: 'x', code: 'A0230' }, false)).toBe('A0230')
})

test.each([
  ['/api/v1/device/lists', 180_000],
  ['/api/v1/auth/application/edit', 1_800_000],
])('%s may take %i ms (specification §7)', (path, expected) => {
  expect(timeoutOf(path)).toBe(expected)
})
