import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { AcsConfig, AcsLimits } from './acs-config.ts'
import { isTrusted, peerAddress } from '../../platform/forwarded.ts'
import { ConnectionCounter } from './source-limits.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, encrypted: boolean) => void

// Slow senders are cut off: head within 10 s, whole request within 30 s, an idle connection after 30 s.
const serverOptions: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Embedded clients send what a strict parser refuses; what is lenient stays within one connection.
  requireHostHeader: false,
}

/** Listens on the ports of the configuration. */
export async function listen(config: AcsConfig, limits: AcsLimits, handler: Handler): Promise<Server[]> {
  const plain = createServer(serverOptions, (request, response) => handler(request, response, false))
  const servers: { server: Server; port: number }[] = [{ server: plain, port: config.port }]
  if (config.tls !== null) {
    const { cert, key, clientCa, port } = config.tls
    const server = createTlsServer(
      {
        ...serverOptions,
        cert,
        key,
        // Old gateways speak TLS 1.0 and 1.1; those are refused.
        minVersion: 'TLSv1.2',
        ...(clientCa === null ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
      },
      (request, response) => handler(request, response, true),
    )
    servers.push({ server, port })
  }
  const connections = new ConnectionCounter()
  for (const { server } of servers) {
    server.maxConnections = limits.maxConnections
    server.on('connection', (socket: Socket) => {
      const address = peerAddress(socket.remoteAddress)
      socket.setNoDelay(true)
      // A proxy brings the connections of many.
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

/** Takes no new connections, lets requests under way end, and cuts the rest off after `milliseconds`. */
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
