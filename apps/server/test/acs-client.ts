import http from 'node:http'
import { encodeEnvelope, eventCode, type Inform } from '@netward/cwmp'
import { authorize, type Credentials, parseChallenges } from '@netward/testkit'

export interface RawAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

export interface RawOptions {
  path?: string
  headers?: Record<string, string>
  /** Loopback offers many source addresses. */
  from?: string
}

/** One raw POST. */
export function post(
  url: string,
  body: string,
  { path = '/', headers = {}, from }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(path, url),
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body), ...headers },
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

export interface InformFacts {
  serialNumber: string
  oui?: string
  productClass?: string
  events?: string[]
  parameters?: Record<string, string>
  retryCount?: number
}

export function informBody({
  serialNumber,
  oui = '00D09E',
  productClass = 'GW',
  events,
  parameters,
  retryCount = 0,
}: InformFacts): string {
  const message: Inform = {
    method: 'Inform',
    deviceId: { manufacturer: 'Example', oui, productClass, serialNumber },
    events: (events ?? [eventCode.bootstrap]).map((code) => ({ code, commandKey: '' })),
    maxEnvelopes: 1,
    currentTime: '2026-01-01T00:00:00Z',
    retryCount,
    parameters: Object.entries({ 'Device.DeviceInfo.SoftwareVersion': '1.0', ...parameters }).map(
      ([name, value]) => ({
        name,
        value,
        type: 'string',
      }),
    ),
  }
  return encodeEnvelope({
    namespace: 'urn:dslforum-org:cwmp-1-0',
    header: {
      id: '1',
      holdRequests: false,
      noMoreRequests: false,
      sessionTimeout: null,
      supportedVersions: [],
      useVersion: null,
    },
    message,
  })
}

/** The header that answers a challenge; `algorithm` selects among those offered. */
export function answerTo(challenged: RawAnswer, credentials: Credentials, path = '/', count = 1): string {
  const headers = challenged.headers['www-authenticate']
  const [challenge] = parseChallenges(typeof headers === 'string' ? [headers] : [])
  if (challenge === undefined) throw new Error(`no challenge: ${challenged.status}`)
  return authorize(challenge, credentials, 'POST', path, count)
}

/** Gets a challenge, answers it, and returns the response with the answer that was sent. */
export async function informWith(
  url: string,
  reported: InformFacts,
  credentials: Credentials,
  options: RawOptions = {},
): Promise<RawAnswer & { authorization: string; cookie: string }> {
  const body = informBody(reported)
  const challenged = await post(url, body, options)
  const authorization = answerTo(challenged, credentials, options.path)
  const answer = await post(url, body, { ...options, headers: { ...options.headers, authorization } })
  return { ...answer, authorization, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
}
