import { smsReportPath, voiceCallbackPath } from '@netward/contract/integration-values'
import { AppError } from '../../platform/errors.ts'
import { Bucket } from '../../platform/http/request-rate.ts'
import type { App } from '../../platform/http/route.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { takeCallReports, takeSmsReport } from './call-reports.service.ts'

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
      await takeCallReports(scopes, secret, request.body)
      void reply.header('cache-control', 'no-store')
      // Alibaba Cloud reads the first two, Tencent Cloud the others.
      return { code: 0, msg: 'OK', result: 0, errmsg: 'OK' }
    },
  })
  void http.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    inner.route({
      method: 'POST',
      url: `${smsReportPath}/:secret`,
      bodyLimit: 16 * 1024,
      async onRequest(request) {
        if (addresses.take(sourceOf(request.ip)) > 0) throw new AppError('notice.callback_too_many')
      },
      async handler(request, reply) {
        const { secret } = request.params as { secret: string }
        await takeSmsReport(scopes, secret, typeof request.body === 'string' ? request.body : '')
        void reply.header('cache-control', 'no-store')
        return {}
      },
    })
  })
}
