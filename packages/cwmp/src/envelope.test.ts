import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeEnvelope, encodeEnvelope } from './envelope.ts'
import type { Envelope, KnownMessage } from './messages.ts'
import { emptyHeader } from './messages.ts'
import { CwmpEncodeError, CwmpParseError } from './parse-error.ts'
import { isXmlText } from './xml.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const raw = fc.string({ unit: 'grapheme', maxLength: 40 }).filter(isXmlText)
const tidy = raw.map((text) => text.trim())
const name = tidy.filter((text) => text !== '')
const count = fc.integer({ min: 0, max: 4_294_967_295 })
const typed = fc.record({ name, value: raw, type: fc.constant('string') })
const numeric = fc.record({
  name,
  value: fc.integer().map(String),
  type: fc.constantFrom('int', 'unsignedInt', 'long', 'unsignedLong'),
})
const parameters = fc.array(fc.oneof(typed, numeric), { maxLength: 6 })
const outcome = {
  faultCode: fc.constantFrom('0', '9010'),
  faultString: tidy,
  startTime: tidy,
  completeTime: tidy,
}
const only = <M extends string>(method: M) => fc.record({ method: fc.constant(method) })
const keyed = <M extends string>(method: M) =>
  fc.record({ method: fc.constant(method), path: tidy, parameterKey: tidy })
const transfer = {
  commandKey: tidy,
  fileType: tidy,
  url: tidy,
  username: tidy,
  password: tidy,
  delaySeconds: count,
}

const message: fc.Arbitrary<KnownMessage> = fc.oneof(
  fc.record({
    method: fc.constant('Inform' as const),
    deviceId: fc.record({ manufacturer: tidy, oui: tidy, productClass: tidy, serialNumber: tidy }),
    events: fc.array(fc.record({ code: tidy, commandKey: tidy }), { maxLength: 4 }),
    maxEnvelopes: count,
    currentTime: tidy,
    retryCount: count,
    parameters,
  }),
  fc.record({ method: fc.constant('InformResponse' as const), maxEnvelopes: count }),
  only('GetRPCMethods'),
  fc.record({ method: fc.constant('GetRPCMethodsResponse' as const), methods: fc.array(tidy) }),
  fc.record({ method: fc.constant('GetParameterNames' as const), path: tidy, nextLevel: fc.boolean() }),
  fc.record({
    method: fc.constant('GetParameterNamesResponse' as const),
    parameters: fc.array(fc.record({ name, writable: fc.boolean() })),
  }),
  fc.record({ method: fc.constant('GetParameterValues' as const), names: fc.array(tidy) }),
  fc.record({ method: fc.constant('GetParameterValuesResponse' as const), parameters }),
  fc.record({ method: fc.constant('SetParameterValues' as const), values: parameters, parameterKey: tidy }),
  fc.record({ method: fc.constant('SetParameterValuesResponse' as const), status: fc.constantFrom(0, 1) }),
  fc.record({ method: fc.constant('GetParameterAttributes' as const), names: fc.array(tidy) }),
  fc.record({
    method: fc.constant('GetParameterAttributesResponse' as const),
    parameters: fc.array(fc.record({ name: tidy, notification: count, accessList: fc.array(tidy) })),
  }),
  fc.record({
    method: fc.constant('SetParameterAttributes' as const),
    changes: fc.array(
      fc.record({ name: tidy, notification: count, accessList: fc.array(tidy) }, { requiredKeys: ['name'] }),
    ),
  }),
  only('SetParameterAttributesResponse'),
  keyed('AddObject'),
  keyed('DeleteObject'),
  fc.record({ method: fc.constant('AddObjectResponse' as const), instanceNumber: count, status: count }),
  fc.record({ method: fc.constant('DeleteObjectResponse' as const), status: count }),
  fc.record({ method: fc.constant('Reboot' as const), commandKey: tidy }),
  only('RebootResponse'),
  only('FactoryReset'),
  only('FactoryResetResponse'),
  fc.record({
    method: fc.constant('Download' as const),
    ...transfer,
    fileSize: count,
    targetFileName: tidy,
    successUrl: tidy,
    failureUrl: tidy,
  }),
  fc.record({ method: fc.constant('Upload' as const), ...transfer }),
  fc.record({
    method: fc.constantFrom('DownloadResponse' as const),
    status: count,
    startTime: tidy,
    completeTime: tidy,
  }),
  fc.record({
    method: fc.constantFrom('UploadResponse' as const),
    status: count,
    startTime: tidy,
    completeTime: tidy,
  }),
  fc.record({ method: fc.constant('TransferComplete' as const), commandKey: tidy, ...outcome }),
  only('TransferCompleteResponse'),
  fc.record({
    method: fc.constant('AutonomousTransferComplete' as const),
    announceUrl: tidy,
    transferUrl: tidy,
    isDownload: fc.boolean(),
    fileType: tidy,
    fileSize: count,
    targetFileName: tidy,
    ...outcome,
  }),
  only('AutonomousTransferCompleteResponse'),
  fc.record({
    method: fc.constant('ScheduleInform' as const),
    delaySeconds: count,
    commandKey: tidy,
  }),
  only('ScheduleInformResponse'),
  only('GetQueuedTransfers'),
  fc.record({
    method: fc.constant('GetQueuedTransfersResponse' as const),
    transfers: fc.array(fc.record({ commandKey: tidy, state: count })),
  }),
  only('GetAllQueuedTransfers'),
  fc.record({
    method: fc.constant('GetAllQueuedTransfersResponse' as const),
    transfers: fc.array(
      fc.record({
        commandKey: tidy,
        state: count,
        about: fc.record({ isDownload: fc.boolean(), fileType: tidy, fileSize: count, targetFileName: tidy }),
      }),
    ),
  }),
  fc.record({
    method: fc.constant('Fault' as const),
    code: fc.constantFrom('8000', '9003', '9005'),
    text: tidy,
    parameters: fc.array(fc.record({ name: tidy, code: tidy, text: tidy })),
  }),
)

const envelope: fc.Arbitrary<Envelope<KnownMessage>> = fc.record({
  namespace: fc.constantFrom('0', '1', '2', '3', '4').map((minor) => `urn:dslforum-org:cwmp-1-${minor}`),
  header: fc.record({
    id: fc.option(raw.filter((text) => text !== '')),
    holdRequests: fc.boolean(),
    noMoreRequests: fc.boolean(),
    sessionTimeout: fc.option(fc.nat()),
    supportedVersions: fc.subarray(['1.0', '1.1', '1.2', '1.3', '1.4']),
    useVersion: fc.option(fc.constantFrom('1.0', '1.4')),
  }),
  message,
})

describe('encoding and decoding', () => {
  test('decode(encode(envelope)) is the envelope, for every method', () => {
    fc.assert(
      fc.property(envelope, (sent) => {
        const { oddities: _oddities, ...received } = decodeEnvelope(bytes(encodeEnvelope(sent)))
        expect(received).toEqual(sent)
      }),
      { numRuns: 500 },
    )
  })

  test('control characters are refused on the way out', () => {
    const reboot = { method: 'Reboot', commandKey: 'a\u0000b' } as const
    const namespace = 'urn:dslforum-org:cwmp-1-0'
    expect(() => encodeEnvelope({ namespace, header: emptyHeader, message: reboot })).toThrow(CwmpEncodeError)
    const lone = { method: 'Reboot', commandKey: '\uD800' } as const
    expect(() => encodeEnvelope({ namespace, header: emptyHeader, message: lone })).toThrow(CwmpEncodeError)
  })
})

const failureOf = (input: Uint8Array | string, options = {}) => {
  try {
    decodeEnvelope(typeof input === 'string' ? bytes(input) : input, options)
  } catch (error) {
    if (error instanceof CwmpParseError) return error.failure
    throw error
  }
  return 'read'
}

describe('hostile documents', () => {
  test.each([
    ['an empty body', ' \r\n', 'empty'],
    ['a DOCTYPE', '<!DOCTYPE x><x/>', 'doctype'],
    ['entity declarations', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', 'doctype'],
    ['an external entity', '<!DOCTYPE x SYSTEM "http://127.0.0.1/"><x/>', 'doctype'],
    ['a processing instruction', '<?php echo ?><x/>', 'processing_instruction'],
    ['an XML stylesheet', '<?xml version="1.0"?><?xml-stylesheet href="x"?><x/>', 'processing_instruction'],
    ['depth', '<a>'.repeat(33) + '</a>'.repeat(33), 'too_deep'],
    ['breadth', `<a>${'<b/>'.repeat(20_001)}</a>`, 'too_many_elements'],
    ['tags that do not match', '<a></b>', 'not_well_formed'],
    ['a cut document', '<Envelope><Body>', 'not_well_formed'],
    ['a second root', '<a/><b/>', 'not_well_formed'],
    ['an attribute twice', '<a x="1" x="2"/>', 'not_well_formed'],
    ['HTML', '<html><body>404</body></html>', 'not_soap'],
    ['an envelope without a body', '<Envelope><Header/></Envelope>', 'not_soap'],
    ['an empty SOAP body', '<Envelope><Body/></Envelope>', 'not_soap'],
  ])('%s is refused', (_what, document, failure) => {
    expect(failureOf(document)).toBe(failure)
  })

  test('a document above the size cap is refused before it is read', () => {
    expect(failureOf('<a>'.repeat(100), { maxBytes: 100 })).toBe('too_large')
  })

  test('an undeclared entity is text, not an expansion', () => {
    const document = '<Envelope><Body><Reboot><CommandKey>&file;</CommandKey></Reboot></Body></Envelope>'
    expect(decodeEnvelope(bytes(document)).message).toEqual({ method: 'Reboot', commandKey: '&file;' })
  })

  test('names of object prototypes are plain names', () => {
    const document =
      '<Envelope><Body><__proto__ constructor="1"><hasOwnProperty/></__proto__></Body></Envelope>'
    expect(decodeEnvelope(bytes(document)).message).toEqual({ method: 'Unknown', name: '__proto__' })
  })

  test('random bytes give CwmpParseError or a message, never another error', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '<Envelope>',
      '<Body>',
      '&#0;',
      '&',
      '<![CDATA[',
      ']]>',
      '<!--',
      '"',
      '=',
      ' x',
      '<?xml ',
      '?>',
      '\u0001',
      '\uFEFF',
    )
    const soup = fc.array(fc.oneof(pieces, fc.string())).map((parts) => bytes(parts.join('')))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), soup), (input) => {
        failureOf(input)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['open CDATA', '<![CDATA['],
    ['ampersands', '&'],
    ['entities', '&amp;'],
    ['references', '&#'],
    ['open tags', '<a '],
    ['attributes', ' a="'],
    ['comments', '<!--'],
    ['declarations', '<?xml '],
    ['spaces', ' '],
    ['closing brackets', ']]>'],
  ])('a megabyte of %s is settled in linear time', (_what, piece) => {
    const input = bytes(`<Envelope>${piece.repeat(Math.floor(1_000_000 / piece.length))}`)
    const started = performance.now()
    failureOf(input)
    expect(performance.now() - started).toBeLessThan(4000)
  })

  test('a tag with a hundred thousand attributes is settled in linear time', () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(' ')
    const started = performance.now()
    failureOf(`<Envelope ${attributes.slice(0, 1_000_000)}`)
    failureOf(`<Envelope ${attributes.slice(0, 999_990).replace(/ [^ ]*$/, '')}/>`)
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
