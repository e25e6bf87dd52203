import type { WebSocket } from '@fastify/websocket'
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { type BrowserEvents, BrowserSocket } from './browser-socket.ts'

/** A socket that sends nothing until ordered. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1
  readonly readyState = 1
  readonly sent: (() => void)[] = []
  send(_frame: Buffer, _options: object, done: () => void): void {
    this.sent.push(done)
  }
}

function arrange() {
  const socket = new SlowSocket()
  const events = {
    typed: vi.fn<BrowserEvents['typed']>(),
    resized: vi.fn<BrowserEvents['resized']>(),
    answered: vi.fn<BrowserEvents['answered']>(),
    left: vi.fn<BrowserEvents['left']>(),
    slow: vi.fn<BrowserEvents['slow']>(),
    ready: vi.fn<BrowserEvents['ready']>(),
  }
  return { socket, events, browser: new BrowserSocket(socket as unknown as WebSocket, events) }
}

test('a slow browser stops the reading of the device once, and starts it again once half is taken', () => {
  const { socket, events, browser } = arrange()
  const shown = 'x'.repeat(64 * 1024)
  for (let n = 0; n < 4; n += 1) browser.show(shown)
  expect(events.slow).not.toHaveBeenCalled()
  browser.show(shown)
  browser.show(shown)
  expect(events.slow).toHaveBeenCalledOnce()
  for (let n = 0; n < 4; n += 1) socket.sent[n]?.()
  expect(events.ready).not.toHaveBeenCalled()
  socket.sent[4]?.()
  socket.sent[5]?.()
  expect(events.ready).toHaveBeenCalledOnce()
})

test.each([
  ['not JSON', 'nonsense', 'broken'],
  ['an unknown word', '{"type":"root"}', 'broken'],
  ['a size beyond all sizes', '{"type":"resize","columns":100000,"rows":1}', 'broken'],
  [
    'more answers than may be asked',
    '{"type":"answer","round":1,"answers":["","","","","","","","",""]}',
    'broken',
  ],
  ['an answer beyond all answers', `{"type":"answer","round":1,"answers":["${'x'.repeat(1001)}"]}`, 'broken'],
  ['its end', '{"type":"end"}', 'left'],
] as const)('what it says beside the keys: %s', (_which, text, outcome) => {
  const { socket, events } = arrange()
  socket.emit('message', Buffer.from(text), false)
  expect(events.left).toHaveBeenCalledExactlyOnceWith(outcome)
  expect(events.typed).not.toHaveBeenCalled()
})

test('what it answers reaches the device unchanged, and ends nothing', () => {
  const { socket, events } = arrange()
  socket.emit('message', Buffer.from('{"type":"answer","round":2,"answers":["123456",""]}'), false)
  expect(events.answered).toHaveBeenCalledExactlyOnceWith(2, ['123456', ''])
  expect(events.left).not.toHaveBeenCalled()
})
