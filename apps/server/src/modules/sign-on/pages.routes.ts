import { signOnPath } from '@netward/contract/sign-on-values'
import type { GivenLogout } from '../integrations/index.ts'
import { languageOf } from '@netward/phrases/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { callContext, type CallContext } from '../../platform/http/context.ts'
import { Cookies } from '../../platform/http/cookies.ts'
import { Bucket } from '../../platform/http/request-rate.ts'
import type { App } from '../../platform/http/route.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { channelInUse } from './open-channel.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { type Ending, finish, type InUse, metadataOf, start } from './sign-on.service.ts'
import { endBySaml, endBySession, endByToken } from './sign-out.service.ts'

/** A second, from one address, with twenty seconds of it at once: an office may share one. */
const perAddress = 10

type Handler = (
  asked: {
    channel: InUse | null
    call: CallContext
    values: Readonly<Record<string, string>>
    request: FastifyRequest
  },
  reply: FastifyReply,
  publicId: string,
) => Promise<unknown>

/**
 * Addresses that browsers and sign-in services open. They are no endpoints of the contract: services add fields, and the
 * answers are pages.
 */
export function signOnPages({ http }: App, deps: SignOnDeps, rate = perAddress): void {
  const addresses = new Bucket(rate)
  const page = (methods: ('GET' | 'POST')[], name: string, handle: Handler) =>
    http.route({
      method: methods,
      url: `${signOnPath}/:publicId/${name}`,
      async onRequest(request) {
        if (addresses.take(sourceOf(request.ip)) > 0) throw new AppError('sign_on.too_many')
      },
      async handler(request, reply) {
        const { publicId } = request.params as { publicId: string }
        const call = callOf(request)
        const channel = await channelInUse(deps, publicId)
        void reply.header('cache-control', 'no-store')
        return handle({ channel, call, values: valuesOf(request), request }, reply, publicId)
      },
    })

  page(['GET'], 'start', async ({ channel, call, values }, reply) => {
    const redirect = isRoute(values['redirect']) ? values['redirect']! : null
    const starting = await start(deps, call, channel, redirect)
    if (starting.to === 'directory')
      return reply.redirect(
        loginPage(deps, channel, { view: 'directory', way: starting.channel.public_id, redirect }),
        303,
      )
    if (starting.to === 'refused') return go(reply, deps, starting)
    void reply.header('set-cookie', call.cookies.lines)
    return reply.redirect(starting.location, 303)
  })

  page(['GET', 'POST'], 'callback', async ({ channel, call, values }, reply) =>
    go(reply, deps, await finish(deps, call, channel, values)),
  )

  page(['GET'], 'metadata', async (_asked, reply, publicId) => {
    const metadata = await metadataOf(deps, publicId)
    if (metadata === null) throw new AppError('route.not_found')
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata)
  })

  page(['GET', 'POST'], 'sign-out', async ({ channel, values, request }, reply) => {
    if (channel === null) throw new AppError('route.not_found')
    if (values['logout_token'] !== undefined)
      return reply.status((await endByToken(deps, channel, values['logout_token'])) ? 200 : 400).send()
    if (values['SAMLRequest'] !== undefined) {
      const ending = await endBySaml(deps, channel, logoutOf(request, values))
      if (!ending.valid) return reply.status(400).send()
      if (ending.answerUrl !== null) return reply.redirect(ending.answerUrl, 303)
      return reply.type('text/plain; charset=utf-8').send('')
    }
    await endBySession(deps, channel, values['iss'] ?? '', values['sid'] ?? '')
    return reply.type('text/plain; charset=utf-8').send('')
  })
}

function go(reply: FastifyReply, deps: SignOnDeps, ending: Ending): FastifyReply {
  const { channel } = ending
  if (ending.to === 'linked') return reply.redirect(consolePage(deps, channel, ending.back, 'linked'), 303)
  if (ending.to === 'refused')
    return reply.redirect(
      ending.back === null
        ? loginPage(deps, channel, { view: 'outside', because: ending.because })
        : consolePage(deps, channel, ending.back, ending.because),
      303,
    )
  const { ticket, redirect } = ending
  return reply.redirect(loginPage(deps, channel, { view: 'outside', ticket, redirect }), 303)
}

/** Everything stands in the fragment, which no log and no other site gets to see. */
function loginPage(
  deps: SignOnDeps,
  channel: InUse | null,
  values: Readonly<Record<string, string | null>>,
): string {
  const search = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return `${homeOf(deps, channel)}#/login?${search.toString()}`
}

const consolePage = (deps: SignOnDeps, channel: InUse | null, back: string, outside: string) =>
  `${homeOf(deps, channel)}#${back}?${new URLSearchParams({ outside }).toString()}`

const homeOf = ({ publicUrl }: SignOnDeps, channel: InUse | null) => `${publicUrl}/${channel?.prefix ?? ''}`

/** A page of the console: a link must not lead elsewhere after a sign-in. */
const isRoute = (value: string | undefined) =>
  value !== undefined && value.length < 300 && /^\/(?![/\\])/.test(value)

/** The query as it came, since its signature is over the bytes. */
const logoutOf = (request: FastifyRequest, values: Readonly<Record<string, string>>): GivenLogout =>
  request.method === 'POST'
    ? { binding: 'post', request: values['SAMLRequest'] ?? '', relayState: values['RelayState'] ?? '' }
    : { binding: 'redirect', query: request.raw.url?.split('?', 2)[1] ?? '' }

function callOf(request: FastifyRequest): CallContext {
  return callContext(
    {
      requestId: request.id,
      language: languageOf(request.headers['accept-language']),
      remoteAddress: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    },
    new Cookies(request.headers.cookie),
  )
}

/** Fields of the query, or of the form that is posted; of two with one name none counts. */
function valuesOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const given = request.method === 'POST' ? request.body : request.query
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
