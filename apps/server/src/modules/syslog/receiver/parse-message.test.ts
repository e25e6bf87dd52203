import { expect, test } from 'vitest'
import { Frames } from './frames.ts'
import { parseMessage } from './parse-message.ts'

const parse = (line: string) => parseMessage(Buffer.from(line))

test.each([
  // RFC 5424 §6.5, example 1 and 3.
  [
    `<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \u{FEFF}'su root' failed for lonvick on /dev/pts/8`,
    { severity: 2, facility: 4, app: 'su', text: "'su root' failed for lonvick on /dev/pts/8" },
  ],
  [
    '<165>1 2003-10-11T22:14:15.003Z m evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Appli\\"]cation"] An entry',
    { severity: 5, facility: 20, app: 'evntslog', text: 'An entry', saidAt: '2003-10-11T22:14:15.003Z' },
  ],
  // RFC 3164 §5.4, example 1.
  [
    "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
    { severity: 2, facility: 4, app: 'su', text: "mymachine su: 'su root' failed for lonvick on /dev/pts/8" },
  ],
  // Huawei VRP.
  [
    '<190>Nov 27 2026 07:25:06 core %%01IFNET/4/IF_STATE(l)[12]: Interface GE0/0/1 has turned into DOWN state.',
    { severity: 6, facility: 23, saidAt: null, app: 'IFNET/4/IF_STATE' },
  ],
  // Cisco IOS.
  [
    '<187>123: *Mar  1 00:00:00.003: %LINK-3-UPDOWN: Interface Gi0/1, changed state to down',
    { severity: 3, facility: 23, app: 'LINK-3-UPDOWN' },
  ],
  ['no priority at all', { severity: 5, facility: 1, app: '', text: 'no priority at all' }],
  ['<999>wrong', { severity: 5, facility: 1, text: '<999>wrong' }],
])('%s', (line, expected) => {
  expect(parse(line)).toMatchObject(expected)
})

test('hostile text is one line without control characters, cut at its bound', () => {
  const { text } = parse(`<13>a\u0000\u001b[31m\nb\u202e${'x'.repeat(10_000)}`)
  expect(text).toMatch(/^a\[31m bx+$/)
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(parseMessage(Buffer.from([0x3c, 0x31, 0x3e, 0xff, 0xfe])).text).not.toContain('\0')
  expect(parse(`<13>1 9999-99-99T99:99:99Z h a - - - x`).saidAt).toBeNull()
})

const pushed = (pieces: string[], most = 100) => {
  const frames = new Frames(most)
  return pieces.map((piece) => frames.push(Buffer.from(piece))?.map(String) ?? null)
}

test('messages of a TCP stream are counted by octets or end with a line, in any pieces', () => {
  expect(pushed(['5 hello3 a', '\nb'])).toEqual([['hello'], ['a\nb']])
  expect(pushed(['<13>one\n<13>t', 'wo\r\n\0'])).toEqual([['<13>one'], ['<13>two\r']])
  expect(pushed(['<13>one\n5 hello'])).toEqual([['<13>one', 'hello']])
})

test('a stream without an end, or with too long a message, is refused', () => {
  expect(pushed(['x'.repeat(200)])).toEqual([null])
  expect(pushed(['9999 x'])).toEqual([null])
})
