import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { CwmpParseError, decodeEnvelope, maskSecrets } from '@netward/cwmp'

const folder = new URL('../../packages/cwmp/src/recorded/', import.meta.url)
const recorded = readdirSync(folder)
  .filter((name) => name.endsWith('.xml'))
  .map((name) => readFileSync(new URL(name, folder)))

/** Pieces that break parsers: markup cut short, entities, limits, other charsets. */
const pieces = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  '&#0;',
  '&#x110000;',
  '&lol;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?xml version="1.0" encoding="utf-16"?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<a '.repeat(40),
  '<a>'.repeat(40),
  '\u0000',
  '\uFEFF',
  'xmlns:cwmp="urn:dslforum-org:cwmp-9-9"',
  'SOAP-ENC:arrayType="cwmp:ParameterValueStruct[4294967296]"',
  '"',
  "'",
].map((text) => Buffer.from(text))

interface Mutation {
  at: number
  cut: number
  put: Buffer
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000_000),
  cut: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(2000)),
  put: fc.oneof(
    fc.constantFrom(...pieces),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    fc
      .tuple(fc.constantFrom(...recorded), fc.nat(2000), fc.nat(200))
      .map(([text, from, length]) => text.subarray(from % text.length, (from % text.length) + length)),
  ),
})

/** A recorded exchange with parts removed, and others inserted. */
export const mutated: fc.Arbitrary<Buffer> = fc
  .tuple(fc.constantFrom(...recorded), fc.array(mutation, { maxLength: 8 }))
  .map(([text, mutations]) =>
    mutations.reduce((bytes, { at, cut, put }) => {
      const from = bytes.length === 0 ? 0 : at % bytes.length
      return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)])
    }, text),
  )

/**
 * Invariants for any bytes: they are read or refused with CwmpParseError, the mask does not throw, and both
 * finish in time. Returns whether they were read. @throws on a violation.
 */
export function survives(bytes: Buffer, maxMilliseconds: number): boolean {
  const began = performance.now()
  let read = true
  try {
    decodeEnvelope(bytes)
  } catch (error) {
    if (!(error instanceof CwmpParseError)) throw error
    read = false
  }
  maskSecrets(bytes.toString('latin1'))
  const took = performance.now() - began
  if (took > maxMilliseconds) throw new Error(`${bytes.length} bytes took ${Math.round(took)} ms`)
  return read
}
