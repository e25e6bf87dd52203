import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from './source-address.ts'

const relayed = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/**
 * Whether the request comes from a person on this machine: the peer is loopback, no proxy forwarded it, and
 * the requested host name is this machine's. A foreign page whose name resolves to 127.0.0.1 (DNS rebinding)
 * still sends its own host name.
 */
export function isFromThisMachine(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const named = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host)
  return isLoopback(peer ?? '') && named && relayed.every((name) => headers[name] === undefined)
}
