import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import type { TLSSocket } from 'node:tls'
import type { Logger } from '../../platform/log.ts'
import { followRevocations, type RefusedCertificates } from './client-certificates.ts'
import type { AcsConfig, AcsLimits } from './acs-config.ts'
import { isTrusted, peerAddress } from '../../platform/forwarded.ts'
import { ConnectionCounter } from './source-limits.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, encrypted: boolean) => void

// Slow senders are cut off: headers within 10 s, an idle connection after 30 s. A whole request has five
// minutes, since a test of a slow line and a tree over one take long; a stalled body has 30 s (readBody).
const serverOptions: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Embedded clients send what a strict parser refuses; leniency stays within one connection.
  requireHostHeader: false,
}

/** Listens on the configured ports. */
export async function listen(
  { config, log, refused }: { config: AcsConfig; log: Logger; refused: RefusedCertificates },
  limits: AcsLimits,
  handler: Handler,
): Promise<Server[]> {
  const plain = createServer(serverOptions, (request, response) => handler(request, response, false))
  const servers: { server: Server; port: number }[] = [{ server: plain, port: config.port }]
  if (config.tls !== null)
    servers.push({ server: tlsServer(config.tls, { log, refused }, limits, handler), port: config.tls.port })
  const connections = new ConnectionCounter()
  for (const { server } of servers) {
    server.maxConnections = limits.maxConnections
    server.on('connection', (socket: Socket) => {
      const address = peerAddress(socket.remoteAddress)
      socket.setNoDelay(true)
      // A proxy carries the connections of many gateways.
      if (isTrusted(address, config.trustedProxies)) return
      if (connections.opened(address) > limits.maxConnectionsPerSource) socket.destroy()
      socket.on('close', () => connections.closed(address))
    })
    server.on('clientError', (_error, socket) => socket.destroy())
  }
  await Promise.all(
    servers.map(
      ({ server, port }) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen({ port, host: config.host, backlog: 2048 }, () => {
            server.off('error', reject)
            resolve()
          })
        }),
    ),
  )
  return servers.map(({ server }) => server)
}

function tlsServer(
  { cert, key, clientCa, clientCrl = null }: NonNullable<AcsConfig['tls']>,
  { log, refused }: { log: Logger; refused: RefusedCertificates },
  limits: AcsLimits,
  handler: Handler,
): Server {
  const guarded = clientCa !== null
  const contextWith = (crl: string | null) => ({
    cert,
    key,
    // Old gateways speak TLS 1.0 and 1.1; those are refused.
    minVersion: 'TLSv1.2' as const,
    ...(clientCa === null ? {} : { ca: clientCa }),
    ...(crl === null ? {} : { crl }),
  })
  const server = createTlsServer(
    {
      ...serverOptions,
      ...contextWith(clientCrl === null ? null : readFileSync(clientCrl, 'utf8')),
      // A refused certificate is reported, so the handshake completes that far.
      ...(guarded ? { requestCert: true, rejectUnauthorized: false } : {}),
    },
    (request, response) => {
      if (guarded && !(request.socket as TLSSocket).authorized) request.socket.destroy()
      else handler(request, response, true)
    },
  )
  if (guarded) {
    server.prependListener('secureConnection', (socket: TLSSocket) => {
      if (socket.authorized) return
      refused.report(socket)
      socket.destroy()
    })
  }
  if (clientCrl !== null) followRevocations(server, clientCrl, limits.crlLookMilliseconds, contextWith, log)
  return server
}

/** Stops accepting connections, lets open requests finish, and cuts the rest off after `milliseconds`. */
export async function stopListening(servers: readonly Server[], milliseconds: number): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          const cutOff = setTimeout(() => server.closeAllConnections(), milliseconds)
          server.close(() => {
            clearTimeout(cutOff)
            resolve()
          })
          server.closeIdleConnections()
        }),
    ),
  )
}
