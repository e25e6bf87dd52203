import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonical,
  type LicenceContent,
  publicKeyText,
  readLicenceFile,
  writeLicenceFile,
} from './licence-file.ts'
import { readRequestCode, requestCodeOf } from './request-code.ts'

const issuer = generateKeyPairSync('ed25519').privateKey
const stranger = generateKeyPairSync('ed25519').privateKey
const now = new Date('2026-11-21T08:00:00.000Z')

const content: LicenceContent = {
  format: 'netward-licence-2',
  issuer: '平台方',
  key: publicKeyText(issuer),
  serial: 'NW-0001',
  revision: 2,
  company: 'yuelai',
  installation: requestCodeOf(publicKeyText(stranger)),
  grants: [
    { kind: 'devices', quantity: 500 },
    { kind: 'outlets', quantity: 20 },
  ],
  from: '2026-11-01T00:00:00.000Z',
  until: '2027-02-01T00:00:00.000Z',
  issuedAt: '2026-11-20T00:00:00.000Z',
}
const judge = {
  trusted: new Set([content.key]),
  companyCode: 'yuelai',
  installation: content.installation,
  now,
  newestSeen: null,
}
const signed = (changes: Partial<LicenceContent> = {}, key = issuer) =>
  writeLicenceFile({ ...content, ...changes }, key)
/** Tampering with the file after it was signed. */
const forged = (changes: object, extra: object = {}) => {
  const file = JSON.parse(signed()) as { content: object; signature: string }
  return JSON.stringify({ ...file, content: { ...file.content, ...changes }, ...extra })
}

test('a file is read back as signed, in any order of its keys', () => {
  expect(readLicenceFile(signed(), judge)).toEqual({ content })
  const file = JSON.parse(signed()) as { content: Record<string, unknown>; signature: string }
  const turned = Object.fromEntries(Object.entries(file.content).toReversed())
  expect(readLicenceFile(JSON.stringify({ signature: file.signature, content: turned }), judge)).toEqual({
    content,
  })
})

test.each([
  ['nothing', '', 'licence.file_malformed'],
  ['no JSON', 'PK\u0003\u0004', 'licence.file_malformed'],
  ['other JSON', '{"content":{},"signature":""}', 'licence.file_malformed'],
  ['an unknown field', forged({ unlimited: true }), 'licence.file_malformed'],
  ['a field beside', forged({}, { also: 1 }), 'licence.file_malformed'],
  ['no signature', forged({}, { signature: undefined }), 'licence.file_malformed'],
  ['one kind twice', signed({ grants: [content.grants[0]!, content.grants[0]!] }), 'licence.file_malformed'],
  ['a greater quantity', forged({ grants: [{ kind: 'devices', quantity: 5000 }] }), 'licence.file_altered'],
  ['a later end', forged({ until: '2099-01-01T00:00:00.000Z' }), 'licence.file_altered'],
  ['another company written in', forged({ company: 'qinghe' }), 'licence.file_altered'],
  ['a higher revision', forged({ revision: 3 }), 'licence.file_altered'],
  ['another signature', forged({}, { signature: 'A'.repeat(86) }), 'licence.file_altered'],
  ['a stranger under our key', signed({}, stranger), 'licence.file_altered'],
  ['another platform', signed({ key: publicKeyText(stranger) }, stranger), 'licence.file_other_issuer'],
  ['our file under their key', forged({ key: publicKeyText(stranger) }), 'licence.file_other_issuer'],
  ['another company', signed({ company: 'qinghe' }), 'licence.file_other_company'],
  [
    'another installation',
    signed({ installation: requestCodeOf(content.key) }),
    'licence.file_other_installation',
  ],
  ['another installation written in', forged({ installation: requestCodeOf('x') }), 'licence.file_altered'],
  ['no installation', signed({ installation: '' }), 'licence.file_malformed'],
  [
    'one of the first format',
    forged({ format: 'netward-licence-1', installation: undefined }),
    'licence.file_unbound',
  ],
  ['the future', signed({ issuedAt: '2026-11-21T08:06:00.000Z' }), 'licence.file_from_future'],
  ['the past', signed({ until: '2026-11-21T08:00:00.000Z' }), 'licence.file_expired'],
  ['never good', signed({ from: '2027-03-01T00:00:00.000Z' }), 'licence.file_expired'],
])('refuses %s with its own reason', (_name, file, code) => {
  expect(readLicenceFile(file, judge)).toMatchObject({ code })
})

test('refuses a clock behind the newest file seen, with five minutes of tolerance', () => {
  const seen = (iso: string) => readLicenceFile(signed(), { ...judge, newestSeen: new Date(iso) })
  expect(seen('2026-11-21T08:06:00Z')).toMatchObject({ code: 'licence.clock_behind' })
  expect(seen('2026-11-21T08:04:00Z')).toEqual({ content })
  // Setting the clock back does not revive an expired file.
  const late = {
    ...judge,
    now: new Date('2027-01-01T00:00:00Z'),
    newestSeen: new Date('2027-03-01T00:00:00Z'),
  }
  expect(readLicenceFile(signed(), late)).toMatchObject({ code: 'licence.clock_behind' })
})

test('refuses a file with any byte of its content changed', () => {
  const text = signed()
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: text.length - 1 }),
      fc.integer({ min: 33, max: 126 }),
      (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        const read = readLicenceFile(changed, judge)
        expect('content' in read ? read.content : content).toEqual(content)
      },
    ),
    { numRuns: 300 },
  )
})

test('each value has one canonical form', () => {
  expect(canonical({ b: [1, { d: null, c: 'ü' }], a: true })).toBe('{"a":true,"b":[1,{"c":"ü","d":null}]}')
})

test('a request code is read in any notation, and one wrong character is reported', () => {
  const code = requestCodeOf(content.key)
  expect(code).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
  expect(readRequestCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '-') continue
    const other = code[at] === '7' ? '8' : '7'
    expect(readRequestCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull()
  }
  for (const wrong of ['', code.slice(1), `${code}0`, 'x'.repeat(60), '０'.repeat(24)])
    expect(readRequestCode(wrong)).toBeNull()
})

// Every ambiguity of JSON, base64 and numbers: a file matches what was signed exactly, or is refused.
test.each([
  ['a content before', (text: string) => text.replace('{', '{"content": {},')],
  ['a number written otherwise', (text: string) => text.replace('"quantity": 500', '"quantity": 5e2')],
  ['an escaped letter', (text: string) => text.replace('"yuelai"', String.raw`"\u0079uelai"`)],
])('%s is what was signed', (_name, change) => {
  expect(readLicenceFile(change(signed()), judge)).toEqual({ content })
})

test.each([
  ['a prototype', (text: string) => text.replace('"content": {', '"content": {"__proto__": {"x": 1},')],
  ['a fraction', (text: string) => text.replace('"quantity": 500', '"quantity": 500.5')],
  ['a number as text', (text: string) => text.replace('"quantity": 500', '"quantity": "500"')],
  ['another algorithm', (text: string) => text.replace('"content"', '"alg": "none", "content"')],
  ['a padded signature', (text: string) => text.replace(/"signature": "([^"]*)"/, '"signature": "$1=="')],
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['depth', () => '['.repeat(200_000)],
])('refuses %s as a licence file', (_name, change) => {
  expect(readLicenceFile(change(signed()), judge)).toEqual({ code: 'licence.file_malformed' })
})

test('trusts no key of small order', () => {
  const zero = Buffer.alloc(32).toString('base64url')
  const file = JSON.stringify({ content: { ...content, key: zero }, signature: 'A'.repeat(86) })
  expect(readLicenceFile(file, judge)).toEqual({ code: 'licence.file_other_issuer' })
})
