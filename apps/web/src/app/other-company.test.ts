import { expect, test } from 'vitest'
import { isOtherCompany } from './other-company.ts'

test.each([
  ['', null, false],
  ['', 'acme', false],
  ['acme', 'acme', false],
  ['acme', 'linden', true],
  ['acme', null, true],
])(
  'under the prefix "%s" a session of the company with the prefix %s is foreign: %s',
  (prefix, companyPrefix, expected) => {
    expect(isOtherCompany(prefix, { companyPrefix })).toBe(expected)
  },
)
