import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Scopes } from '../db/scope.ts'
import { AppError } from '../errors.ts'
import { isFromThisMachine } from '../this-machine.ts'

export interface Health {
  /** Set while stopping: /readyz answers 503, so that a proxy sends no more requests. */
  stopping: boolean
}

/**
 * GET /healthz: the process is up. GET /readyz: it can serve. GET /metrics: Prometheus text, for this machine
 * only, or with `metricsToken`.
 */
export function healthRoutes(
  http: FastifyInstance,
  {
    scopes,
    health,
    gauges,
    metricsToken,
  }: {
    scopes: Scopes
    health: Health
    gauges: Readonly<Record<string, () => number>>
    metricsToken: string | null
  },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [name, read] of Object.entries(gauges)) {
    new Gauge({
      name: `netward_${name}`,
      help: name.replaceAll('_', ' '),
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  const duration = new Histogram({
    name: 'netward_http_request_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  http.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })

  http.get('/healthz', async () => ({ status: 'up' }))
  http.get('/readyz', async (_request, reply) => {
    const database = await scopes.asLoginRole('select 1').then(
      () => true,
      () => false,
    )
    const ready = database && !health.stopping
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database })
  })
  http.get('/metrics', async (request, reply) => {
    if (!mayRead(request.raw, metricsToken)) throw new AppError('route.not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/**
 * A proxy on this machine looks like this machine: what it forwards needs the token, and so does a request that names
 * another host (DNS rebinding).
 */
function mayRead(request: IncomingMessage, token: string | null): boolean {
  if (token !== null) {
    const digest = (text: string) => createHash('sha256').update(text).digest()
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
  }
  return isFromThisMachine(request.socket.remoteAddress, request.headers)
}
