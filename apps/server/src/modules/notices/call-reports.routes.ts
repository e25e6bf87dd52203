import { voiceCallbackPath } from '@netward/contract/integration-values'
import { acknowledgedHours } from '@netward/contract/alarm-values'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { Bucket } from '../../platform/http/request-rate.ts'
import type { App } from '../../platform/http/route.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { readCallReports } from '../integrations/index.ts'
import { callRepo } from './call.repo.ts'

/** A second, from one address, with twenty seconds of it at once. */
const perAddress = 50

/**
 * Where vendors report calls: outside of sessions. The secret stands in the address, since vendors send no header of ours. It is
 * no endpoint of the contract: those refuse fields that they do not know, and vendors add some.
 */
export function callReportRoutes({ http, scopes }: App, rate = perAddress): void {
  const addresses = new Bucket(rate)
  http.route({
    method: 'POST',
    url: `${voiceCallbackPath}/:secret`,
    bodyLimit: 256 * 1024,
    // Before the body is read.
    async onRequest(request) {
      if (addresses.take(sourceOf(request.ip)) > 0) throw new AppError('notice.callback_too_many')
    },
    async handler(request, reply) {
      const { secret } = request.params as { secret: string }
      const callback = hashToken(secret)
      const gateway = await callRepo.gateway(scopes, callback)
      if (gateway === undefined) throw new AppError('notice.callback_refused')
      for (const { reference, key, receipt } of readCallReports(gateway.provider, request.body))
        await callRepo.reported(scopes, callback, {
          reference: hashToken(reference),
          pressed: key !== null && key === gateway.key,
          receipt,
          hours: acknowledgedHours,
        })
      void reply.header('cache-control', 'no-store')
      // Alibaba Cloud reads the first two, Tencent Cloud the others.
      return { code: 0, msg: 'OK', result: 0, errmsg: 'OK' }
    },
  })
}
