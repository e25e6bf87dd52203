import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TelnetCodec } from './telnet-codec.ts'

const [iac, dont, doIt, wont, will, sb, se] = [255, 254, 253, 252, 251, 250, 240] as const
const codec = () => new TelnetCodec({ columns: 80, rows: 24 })

test.each([
  ['plain text is shown', [104, 105], [104, 105], []],
  ['RFC 854: IAC IAC is one byte 255', [iac, iac], [255], []],
  ['RFC 854: CR NUL is a bare CR', [13, 0, 13, 10], [13, 13, 10], []],
  ['RFC 854: NOP and GA are taken out', [97, iac, 241, iac, 249, 98], [97, 98], []],
  ['RFC 857: the device may echo', [iac, will, 1], [], [iac, doIt, 1]],
  [
    'RFC 858: go-ahead is suppressed on both sides',
    [iac, will, 3, iac, doIt, 3],
    [],
    [iac, doIt, 3, iac, will, 3],
  ],
  [
    'RFC 855: what nobody here knows is refused',
    [iac, will, 99, iac, doIt, 99],
    [],
    [iac, dont, 99, iac, wont, 99],
  ],
  ['what is agreed already is not answered again', [iac, will, 1, iac, will, 1], [], [iac, doIt, 1]],
  ['what was never on is not turned off', [iac, 252, 1, iac, 254, 31], [], []],
  [
    'RFC 1073: the size is sent when the device asks',
    [iac, doIt, 31],
    [],
    [iac, will, 31, iac, sb, 31, 0, 80, 0, 24, iac, se],
  ],
  [
    'RFC 1091: the type of terminal is sent',
    [iac, doIt, 24, iac, sb, 24, 1, iac, se],
    [],
    [iac, will, 24, iac, sb, 24, 0, ...Buffer.from('XTERM-256COLOR'), iac, se],
  ],
  ['a subnegotiation that was not agreed is not answered', [iac, sb, 24, 1, iac, se], [], []],
] as const)('%s', (_rule, sent, shown, answer) => {
  const result = codec().receive(Uint8Array.from(sent))
  expect([...result.shown]).toEqual([...shown])
  expect([...result.answer]).toEqual([...answer])
})

test('RFC 1073: a size with 255 in it doubles the byte', () => {
  const one = codec()
  one.receive(Uint8Array.from([iac, doIt, 31]))
  expect([...one.resize({ columns: 255, rows: 50 })]).toEqual([iac, sb, 31, 0, 255, 255, 0, 50, iac, se])
})

test('input is escaped: 255 is doubled, CR is followed by NUL', () => {
  expect([...codec().typed(Uint8Array.from([97, 255, 13]))]).toEqual([97, 255, 255, 13, 0])
})

test('the pieces that bytes come in change nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      const [whole, parts] = [codec(), codec()]
      const once = whole.receive(bytes)
      const twice = [parts.receive(bytes.subarray(0, cut)), parts.receive(bytes.subarray(cut))]
      expect(Buffer.concat(twice.map(({ shown }) => shown))).toEqual(once.shown)
      expect(Buffer.concat(twice.map(({ answer }) => answer))).toEqual(once.answer)
    }),
  )
})

test('a subnegotiation without end is not kept, and what follows it is read', () => {
  const one = codec()
  one.receive(Uint8Array.from([iac, sb, 24, ...Array<number>(100_000).fill(7)]))
  expect([...one.receive(Uint8Array.from([iac, se, 104])).shown]).toEqual([104])
})
