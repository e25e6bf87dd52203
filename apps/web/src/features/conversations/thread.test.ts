import type { AnswerStep, AssistantMessage, Conversation } from '@netward/contract/conversations'
import { expect, test } from 'vitest'
import { applied, begun, noThread } from './thread.ts'

const conversation: Conversation = {
  id: '1',
  title: 'A',
  companyId: '1',
  companyName: 'HQ',
  messages: 1,
  createdAt: '',
  updatedAt: '',
}
const message = (id: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  id,
  question: 'q',
  recipe: null,
  screen: null,
  at: '',
  state: 'running',
  text: '',
  steps: [],
  parts: [],
  numbers: [],
  failure: null,
  feedback: null,
  model: null,
  tokens: 0,
  cost: 0,
  milliseconds: null,
  ...more,
})
const step = (id: string, state: AnswerStep['state']): AnswerStep => ({
  id,
  tool: 'search',
  input: {},
  state,
  result: null,
  error: null,
  milliseconds: null,
})

test('an answer grows by the lines of its stream', () => {
  let thread = begun(noThread, { type: 'begun', conversation, message: message('5') })
  for (const event of [
    { type: 'text', text: 'let me look' },
    { type: 'text_reset' },
    { type: 'step', step: step('1', 'running') },
    { type: 'step', step: step('1', 'done') },
    { type: 'text', text: 'All ' },
    { type: 'alive' },
    { type: 'text', text: 'fine' },
  ] as const)
    thread = applied(thread, '5', event)
  expect(thread.messages[0]).toMatchObject({ text: 'All fine', steps: [{ id: '1', state: 'done' }] })
  thread = applied(thread, '5', {
    type: 'ended',
    message: message('5', { state: 'done', text: 'All fine.' }),
  })
  expect(thread.messages).toMatchObject([{ state: 'done', text: 'All fine.' }])
})

test('an edited question takes the place of what followed', () => {
  const thread = { conversation, messages: [message('1'), message('2'), message('3')] }
  const event = { type: 'begun', conversation, message: message('4') } as const
  const ids = (after: string | null | undefined) => begun(thread, event, after).messages.map(({ id }) => id)
  expect(ids('1')).toEqual(['1', '4'])
  expect(ids(null)).toEqual(['4'])
  expect(ids(undefined)).toEqual(['1', '2', '3', '4'])
  expect(begun(thread, { ...event, message: message('2', { text: 'again' }) }).messages[1]?.text).toBe(
    'again',
  )
})
