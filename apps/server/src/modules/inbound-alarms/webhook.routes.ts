import { inboundLimits, inboundPath } from '@netward/contract/inbound-alarm-values'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { Bucket } from '../../platform/http/request-rate.ts'
import type { App } from '../../platform/http/route.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { admitSender, type Sender, takeDelivery } from './deliveries.service.ts'

/** A second, in this process, with twenty seconds of it at once. */
export interface InboundRates {
  /** Deliveries from one address, whether or not their token is right. */
  readonly perAddress: number
  /** Alarms of one source. */
  readonly perSource: number
}

const usual: InboundRates = { perAddress: 50, perSource: 100 }

/**
 * Where other systems post their alarms: outside of sessions, with the token of the source in a header, since addresses are
 * logged. It is no endpoint of the contract: those refuse fields that they do not know, and other systems add some.
 */
export function webhookRoutes({ http, scopes }: App, rates: InboundRates = usual): void {
  const addresses = new Bucket(rates.perAddress)
  const sources = new Bucket(rates.perSource)
  const admitted = new WeakMap<FastifyRequest, Sender>()

  http.route({
    method: 'POST',
    url: `${inboundPath}/:sourceId`,
    bodyLimit: inboundLimits.bodyBytes,
    // Before the body is read.
    async onRequest(request) {
      if (addresses.take(sourceOf(request.ip)) > 0) throw new AppError('inbound.too_many')
      const { sourceId } = request.params as { sourceId: string }
      admitted.set(request, await admitSender(scopes, sourceId, tokenOf(request)))
    },
    async handler(request, reply) {
      const sender = admitted.get(request)
      if (sender === undefined) throw new AppError('inbound.refused')
      const admits = (alarms: number) => sources.take(sender.sourceId, alarms) === 0
      const changed = await takeDelivery(scopes, sender, request.body, admits)
      void reply.header('cache-control', 'no-store')
      return { code: 0, message: '', data: { changed } }
    },
  })
}

function tokenOf({ headers }: FastifyRequest): string | null {
  const own = headers['x-netward-token']
  const given = typeof own === 'string' ? own : /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && given.length <= 100 ? given : null
}
