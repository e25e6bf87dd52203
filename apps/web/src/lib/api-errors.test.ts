import { describe, expect, test } from 'vitest'
import { ApiError, reactionTo } from './api-errors.ts'

const refused = [{ ip: '10.0.0.1', reason: 'offline' }]

describe('the error catalogue (specification §8)', () => {
  test.each([
    ['40001', {}, { kind: 'sign-out' }],
    ['40005', {}, { kind: 'sign-out' }],
    ['50001', { data: refused }, { kind: 'failed-items', items: refused }],
    ['50002', { data: { accepted: 0, failed: refused } }, { kind: 'failed-items', items: refused }],
    ['41033', { data: { failed: refused } }, { kind: 'failed-items', items: refused }],
    ['40002', {}, { kind: 'forced-out', message: 'said' }],
    ['40027', {}, { kind: 'forced-out', message: 'said' }],
    ['40031', {}, { kind: 'forced-out', message: 'said' }],
    ['40032', {}, { kind: 'forced-out', message: 'said' }],
    ['A0230', {}, { kind: 'expired' }],
    ['10010', {}, { kind: 'silent' }],
    ['aborted', {}, { kind: 'silent' }],
    ['device.not_found', {}, { kind: 'toast', message: 'said' }],
    ['request.invalid', {}, { kind: 'toast', message: 'said' }],
    ['request.invalid', { data: { fields: [{ field: 'name', message: 'm' }] } }, { kind: 'fields' }],
  ])('%s %o leads to %o', (code, more, expected) => {
    expect(reactionTo(new ApiError({ code, message: 'said', ...more }))).toEqual(expected)
  })

  test('an error without a message is shown as a system error', () => {
    expect(reactionTo(new ApiError({ code: 'x', message: '' }))).toEqual({ kind: 'toast', message: null })
  })
})

test.each([
  [{ retryAfterSeconds: 7.2 }, 8],
  [{ retryAfterSeconds: '7' }, null],
  [{ retryAfterSeconds: -1 }, null],
  [null, null],
])('of %o the wait is %s seconds', (data, expected) => {
  expect(new ApiError({ code: 'sign_in.wait', message: '', data }).retryAfterSeconds).toBe(expected)
})

test('what is not a refused item or a wrong field is left out', () => {
  const error = new ApiError({
    code: '50001',
    message: '',
    data: { failed: [null, 3, { ip: 1 }, ...refused], fields: 'no' },
  })
  expect(error.failed).toEqual(refused)
  expect(error.fields).toEqual([])
})
