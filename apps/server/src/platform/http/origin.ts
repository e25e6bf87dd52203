import type { FastifyRequest } from 'fastify'

/**
 * Whether a WebSocket is opened by a page of this installation: under its public URL, or under the name that the request
 * itself came to. Browsers send Origin with every WebSocket and exempt it from CORS; programs send none.
 */
export function isOwnOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.origin === new URL(publicUrl).origin || from.host === host
}
