import { AppError } from '../../platform/errors.ts'
import { Bucket } from '../../platform/http/request-rate.ts'
import type { App } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { cardCallbackPath } from '@netward/contract/integration-values'
import { takeFeishuCallback } from './feishu-press.ts'

/** A second, from one address, with twenty seconds of it at once. */
const perAddress = 50

/**
 * Where Feishu reports pressed buttons: outside of sessions. It is no endpoint of the contract: what is signed is the body as it
 * came, and Feishu adds fields.
 */
export function feishuCardRoutes({ http, scopes }: App, { secrets }: { secrets: Secrets }): void {
  const addresses = new Bucket(perAddress)
  void http.register(async (inner) => {
    inner.removeContentTypeParser('application/json')
    inner.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body)
    })
    inner.route({
      method: 'POST',
      url: `${cardCallbackPath}/:publicId`,
      bodyLimit: 64 * 1024,
      // Before the body is read.
      async onRequest(request) {
        if (addresses.take(sourceOf(request.ip)) > 0) throw new AppError('notice.callback_too_many')
      },
      async handler(request, reply) {
        const { publicId } = request.params as { publicId: string }
        const header = (name: string) => String(request.headers[`x-lark-${name}`] ?? '')
        const answer = await takeFeishuCallback({ scopes, secrets }, publicId, {
          body: typeof request.body === 'string' ? request.body : '',
          timestamp: header('request-timestamp'),
          nonce: header('request-nonce'),
          signature: header('signature'),
          address: request.ip,
        })
        void reply.header('cache-control', 'no-store')
        return answer
      },
    })
  })
}
