import type { IncomingHttpHeaders } from 'node:http'
import { directoryEventsPath } from '@netward/contract/sign-on-values'
import { AppError } from '../../../platform/errors.ts'
import { Bucket } from '../../../platform/http/request-rate.ts'
import type { App } from '../../../platform/http/route.ts'
import { sourceOf } from '../../../platform/source-address.ts'
import { type EventDeps, takeDirectoryEvent } from './directory-events.service.ts'

/** A second, from one address, with twenty seconds of it at once: vendors report people one by one. */
const perAddress = 50
/** Microsoft reports up to hundreds of changes together. */
const mostBytes = 512 * 1024

/**
 * Where services report changes of their directory, and pressed buttons: outside of sessions. It is no endpoint of the contract:
 * the vendors decide what is sent and what is answered.
 */
export function directoryEventRoutes(
  { http, scopes }: App,
  deps: Omit<EventDeps, 'scopes'>,
  rate = perAddress,
): void {
  const addresses = new Bucket(rate)
  void http.register((texts, _options, done) => {
    // XML and JSON as they came.
    texts.removeAllContentTypeParsers()
    texts.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    texts.route({
      method: ['GET', 'POST'],
      url: `${directoryEventsPath}/:publicId`,
      bodyLimit: mostBytes,
      // Before the body is read.
      async onRequest(request) {
        if (addresses.take(sourceOf(request.ip)) > 0) throw new AppError('sign_on.too_many')
      },
      async handler(request, reply) {
        const { publicId } = request.params as { publicId: string }
        const answer = await takeDirectoryEvent({ ...deps, scopes }, publicId, {
          isTrial: request.method === 'GET',
          query: textsIn(request.query),
          body: typeof request.body === 'string' ? request.body : '',
          address: request.ip,
          headers: {
            timestamp: larkHeader(request.headers, 'request-timestamp'),
            nonce: larkHeader(request.headers, 'request-nonce'),
            signature: larkHeader(request.headers, 'signature'),
          },
        })
        if (answer === null) throw new AppError('route.not_found')
        void reply.header('cache-control', 'no-store')
        if (answer.refused) return reply.status(403).type('text/plain').send('')
        return reply
          .status(answer.status ?? 200)
          .header('x-content-type-options', 'nosniff')
          .type(`${answer.type}; charset=utf-8`)
          .send(answer.text)
      },
    })
    done()
  })
}

const larkHeader = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[`x-lark-${name}`]
  return typeof value === 'string' ? value : ''
}

/** Of two parameters with one name none counts. */
const textsIn = (query: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typeof query === 'object' && query !== null ? query : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
