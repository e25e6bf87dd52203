import type { TerminalMessage } from '@netward/contract/terminal-values'
import { expect, test } from 'vitest'
import { withControl } from './terminal-keys.tsx'
import { after, answered, beginning, endingOf, mayConnectAgain } from './terminal-progress.ts'

const now = Date.parse('2026-03-01T08:00:00.000Z')
const said = (...messages: TerminalMessage[]) =>
  messages.reduce((before, message) => after(before, message, now), beginning)

test('a terminal is asked for, allowed, open, watched, warned of and over', () => {
  const until = '2026-03-01T08:10:00.000Z'
  const asking: TerminalMessage = { type: 'asking', until }
  expect(said(asking)).toMatchObject({ phase: 'asking', askedUntil: until })
  const open: TerminalMessage[] = [asking, { type: 'allowed' }, { type: 'open' }]
  expect(said(...open)).toMatchObject({ phase: 'open', askedUntil: null })
  expect(said(...open, { type: 'watched', by: ['Li Wei'] })).toMatchObject({ watchers: ['Li Wei'] })
  const warned: TerminalMessage = { type: 'ending', why: 'idle', seconds: 60 }
  expect(said(...open, warned).ending).toEqual({ why: 'idle', at: '2026-03-01T08:01:00.000Z' })
  expect(said(...open, warned, { ...warned, seconds: null }).ending).toBeNull()
  expect(said(...open, warned, { type: 'over', outcome: 'idle' })).toMatchObject({
    phase: 'over',
    ending: null,
    over: { outcome: 'idle' },
  })
})

test('what the device asks at its sign-in stands until it is answered, the shell opens or it is over', () => {
  const prompts = [{ text: 'One-time code:', echo: true }]
  const asks: TerminalMessage = { type: 'asks', round: 2, seconds: 120, name: '', instructions: '', prompts }
  const asked = said(asks)
  const until = '2026-03-01T08:02:00.000Z'
  expect(asked.question).toEqual({ round: 2, name: '', instructions: '', prompts, until })
  expect(answered(asked)).toEqual(beginning)
  expect(said(asks, { type: 'open' }).question).toBeNull()
  expect(said(asks, { type: 'over', outcome: 'answer_late' }).question).toBeNull()
})

const closed = { outcome: 'device_closed' } as const
const changed = { outcome: 'host_key_changed', trusted: 'SHA256:a', offered: 'SHA256:b' } as const
test.each([
  ['open', closed, 'lost', true],
  ['open', { outcome: 'broken' }, 'lost', true],
  ['open', { outcome: 'idle' }, 'lost', true],
  ['open', { outcome: 'left' }, 'left', true],
  ['open', { outcome: 'ended_by_administrator' }, 'ended', true],
  ['open', { outcome: 'revoked' }, 'ended', false],
  ['open', { outcome: 'stopped' }, 'ended', false],
  ['connecting', closed, 'not_connected', true],
  ['connecting', { outcome: 'broken' }, 'not_connected', true],
  ['connecting', { outcome: 'authentication' }, 'not_connected', true],
  ['connecting', { outcome: 'address_refused' }, 'not_connected', false],
  ['connecting', { outcome: 'consent_late' }, 'not_connected', true],
  ['connecting', { outcome: 'consent_refused' }, 'not_connected', false],
  ['connecting', { outcome: 'ended_by_administrator' }, 'ended', true],
  ['connecting', { outcome: 'left' }, 'left', true],
  ['connecting', changed, 'host_key', true],
] as const)(
  'one that was %s and is over by %j is %s, and may be tried again: %j',
  (was, over, ending, again) => {
    const before: TerminalMessage[] = was === 'open' ? [{ type: 'open' }] : []
    const progress = said(...before, { type: 'over', ...over })
    expect(endingOf(progress)).toBe(ending)
    expect(mayConnectAgain({ type: 'over', ...over })).toBe(again)
  },
)

test('one that goes on has no ending', () => expect(endingOf(said({ type: 'open' }))).toBeNull())

test.each([
  ['c', '\u0003'],
  ['C', '\u0003'],
  ['[', '\u001B'],
  ['@', '\u0000'],
  ['1', '1'],
  ['你', '你'],
  ['\u001B[A', '\u001B[A'],
])('Ctrl and %j is %j', (text, expected) => expect(withControl(text)).toBe(expected))
