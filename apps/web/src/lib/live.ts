import type { LiveEvent, LiveMessage } from '@netward/contract/live'
import { api } from './api-client.ts'
import { createStore } from './store.ts'

export type LiveState = 'idle' | 'connecting' | 'connected' | 'disconnected' | 'given-up'

export type LiveNews = { type: 'event'; event: LiveEvent } | { type: 'reset' }
type Listener = (news: LiveNews) => void

export const liveState = createStore<LiveState>('idle')

const listeners = new Set<Listener>()
let socket: WebSocket | null = null
/** Platform-wide: applies in every company. */
let cursor: string | null = null
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
/** Incremented on each start, stop and retry: responses to earlier ones are dropped. */
let generation = 0

/** The server sends a hello every 20 seconds; silence for twice that is a dead connection. */
const silenceMs = 45_000

/**
 * After this many consecutive failures, some two minutes, the user is asked; retries continue once a minute.
 */
const attemptsBeforePrompt = 8
const slowMs = 60_000

/**
 * Delay in milliseconds before attempt `n` (from 0): doubles from one second to half a minute, with ±25 %
 * jitter.
 */
export function backOffMs(attempt: number, random = Math.random()): number {
  if (attempt >= attemptsBeforePrompt) return slowMs
  return Math.min(1000 * 2 ** attempt, 30_000) * (0.75 + random / 2)
}

function wait(): void {
  socket = null
  liveState.set(tries >= attemptsBeforePrompt ? 'given-up' : 'disconnected')
  clearTimeout(timer)
  clearTimeout(silence)
  timer = setTimeout(() => void connect(), backOffMs(tries++))
}

function heard(own: WebSocket): void {
  clearTimeout(silence)
  silence = setTimeout(() => own.close(), silenceMs)
}

function isLiveMessage(value: unknown): value is LiveMessage {
  return typeof value === 'object' && value !== null && 'type' in value && 'cursor' in value
}

function receive(text: unknown): void {
  let message: unknown
  try {
    message = JSON.parse(String(text))
  } catch {
    return
  }
  if (!isLiveMessage(message)) return
  cursor = message.cursor
  if (message.type === 'hello') return
  for (const listener of listeners) listener(message)
}

async function connect(): Promise<void> {
  const own = ++generation
  if (tries === 0) liveState.set('connecting')
  let ticket: string
  try {
    ticket = (await api('POST /api/v1/live/ticket', {}, { errors: 'caller', timeoutMs: 20_000 })).ticket
  } catch {
    if (own === generation) wait()
    return
  }
  if (own !== generation) return
  const address = new URL('/api/v1/live', window.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.hash = ''
  address.searchParams.set('ticket', ticket)
  if (cursor !== null) address.searchParams.set('after', cursor)
  const opened = new WebSocket(address)
  socket = opened
  opened.addEventListener('open', () => {
    if (own !== generation) return
    tries = 0
    liveState.set('connected')
    heard(opened)
  })
  opened.addEventListener('message', (event) => {
    if (own !== generation) return
    heard(opened)
    receive(event.data)
  })
  opened.addEventListener('close', () => {
    if (own === generation) wait()
  })
}

/**
 * Opens the stream of the current company; reopens an open one, since a stream has the scope of its ticket.
 * It delivers events since `since`, or since the last event: a page loads its data while the stream is still
 * opening.
 */
export function startLive(since: string | null): void {
  stopLive()
  cursor ??= since
  window.addEventListener('online', reconnectLive)
  void connect()
}

export function stopLive(): void {
  generation++
  window.removeEventListener('online', reconnectLive)
  clearTimeout(timer)
  clearTimeout(silence)
  socket?.close()
  socket = null
  tries = 0
  liveState.set('idle')
}

/** Retries at once instead of waiting for the next attempt. */
export function reconnectLive(): void {
  if (liveState.get() !== 'disconnected' && liveState.get() !== 'given-up') return
  clearTimeout(timer)
  tries = 0
  void connect()
}

export function listenLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
