import { randomBytes } from 'node:crypto'
import type { LinkProblem, ThroughputFinding, ThroughputTest } from '@netward/contract/link-tests'
import type { Found } from './address.ts'
import { type OpenRequest, openRequest, webProblem } from './web-request.ts'

export interface ThroughputOutcome {
  readonly address: string | null
  readonly problem: LinkProblem | null
  readonly finding: ThroughputFinding | null
}

const partBytes = 64 * 1024
/** To connect, and for the last answer. */
const graceMs = 10_000
/** Less says nothing about a line. */
const leastBytes = 10_000

/**
 * Moves bytes until the budget or the time is used up. Headers and the set-up of the connection do not count.
 * @param onProgress is called with what was moved so far
 */
export async function measureThroughput(
  test: ThroughputTest,
  find: (host: string) => Promise<Found>,
  source: string | null,
  onProgress: (finding: ThroughputFinding) => void,
  stop?: AbortSignal,
): Promise<ThroughputOutcome> {
  const url = new URL(test.url)
  const { address, problem } = await find(url.hostname.replace(/^\[|\]$/g, ''))
  if (address === null) return { address, problem, finding: null }
  const isDown = test.direction === 'down'
  const headers = isDown
    ? { 'accept-encoding': 'identity' }
    : { 'content-type': 'application/octet-stream', 'content-length': test.mostBytes }
  const open = openRequest({ url, address, method: isDown ? 'GET' : 'PUT', source, signal: stop, headers })
  let timedOut = false
  const timer = setTimeout(
    () => {
      timedOut = true
      open.request.destroy()
    },
    1000 * test.mostSeconds + graceMs,
  )
  try {
    const finding = await (isDown ? download : upload)(open, test, onProgress)
    if (typeof finding === 'string') return { address, problem: finding, finding: null }
    return finding.bytes < Math.min(leastBytes, test.mostBytes)
      ? { address, problem: 'broken', finding: null }
      : { address, problem: null, finding }
  } catch (error) {
    return { address, problem: webProblem(error, timedOut), finding: null }
  } finally {
    clearTimeout(timer)
    open.request.destroy()
  }
}

type Moved = (finding: ThroughputFinding) => void

async function download(
  { request, response }: OpenRequest,
  { mostBytes, mostSeconds }: ThroughputTest,
  onProgress: Moved,
): Promise<ThroughputFinding | LinkProblem> {
  request.end()
  const message = await response
  if (message.statusCode !== 200) return 'status'
  const began = performance.now()
  // Ends a body that stands still, too: what came until then counts.
  const timer = setTimeout(() => message.destroy(), 1000 * mostSeconds)
  let bytes = 0
  let last = began
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      bytes += part.length
      last = performance.now()
      onProgress(findingOf('down', bytes, last - began))
      if (bytes >= mostBytes || last - began >= 1000 * mostSeconds) break
    }
  } catch (error) {
    if (performance.now() - began < 1000 * mostSeconds) throw error
    last = performance.now()
  } finally {
    clearTimeout(timer)
  }
  return findingOf('down', bytes, last - began)
}

async function upload(
  { request, response }: OpenRequest,
  { mostBytes, mostSeconds }: ThroughputTest,
  onProgress: Moved,
): Promise<ThroughputFinding | LinkProblem> {
  const noise = randomBytes(partBytes)
  let refused: number | null = null
  const answered = response.then((message) => {
    message.resume()
    refused = message.statusCode ?? 0
    return refused
  })
  // Awaited at the end; it may fail long before.
  answered.catch(() => {})
  request.flushHeaders()
  await connected(request)
  const { socket } = request
  if (socket === null) return 'broken'
  const before = socket.bytesWritten
  const began = performance.now()
  const moved = () => Math.max(0, socket.bytesWritten - before - socket.writableLength)
  for (let left = mostBytes; left > 0 && performance.now() - began < 1000 * mostSeconds;) {
    if (refused !== null) return 'status'
    const part = noise.subarray(0, Math.min(left, partBytes))
    left -= part.length
    if (!request.write(part)) await drained(request, began + 1000 * mostSeconds)
    onProgress(findingOf('up', moved(), performance.now() - began))
    if (left === 0) {
      request.end()
      // The answer comes when the last byte has arrived.
      const status = await answered
      if (status < 200 || status > 299) return 'status'
      return findingOf('up', mostBytes, performance.now() - began)
    }
  }
  return findingOf('up', moved(), performance.now() - began)
}

function findingOf(direction: 'down' | 'up', bytes: number, ms: number): ThroughputFinding {
  const seconds = Math.max(ms, 0.1) / 1000
  return { direction, bytes, seconds, bitsPerSecond: Math.round((bytes * 8) / seconds) }
}

function connected(request: OpenRequest['request']): Promise<void> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('close', () => reject(new Error('closed')))
    const ready = (isTls: boolean) => (isTls ? 'secureConnect' : 'connect')
    request.once('socket', (socket) => socket.once(ready('encrypted' in socket), () => resolve()))
  })
}

/** Until there is room, the time is over, or the connection has ended. */
function drained(request: OpenRequest['request'], until: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, Math.max(0, until - performance.now()))
    function end() {
      clearTimeout(timer)
      request.off('drain', end).off('close', end)
      resolve()
    }
    request.once('drain', end).once('close', end)
  })
}
