import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../../platform/source-address.ts'

const relayed = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/**
 * Whether a person on this machine asks: the peer is loopback, no proxy passed it on, and the name asked for is this
 * machine's. A page of somebody else whose name was made to mean 127.0.0.1 still asks for that name.
 */
export function isFromThisMachine(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const named = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host)
  return isLoopback(peer ?? '') && named && relayed.every((name) => headers[name] === undefined)
}
