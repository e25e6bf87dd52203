import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a cloud vendor, and the keys that it must be signed with. */
export interface VendorCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly keyId: string
  readonly keySecret: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A vendor on a free port of this machine. */
export async function startSignedVendor(
  keys: { readonly keyId: string; readonly keySecret: string },
  answerOf: (call: VendorCall) => unknown,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const call = { path: request.url ?? '/', headers: request.headers, body, ...keys }
      void Promise.resolve(answerOf(call)).then((answer) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** What Alibaba Cloud refuses of a call of version 2017-05-25 signed by ACS3-HMAC-SHA256: its code; null: nothing. */
export function aliyunFault({ path, headers, body, keyId, keySecret }: VendorCall): [string, string?] | null {
  const query = path.split('?')[1] ?? ''
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (given === null || given[1] !== keyId) return ['InvalidAccessKeyId.NotFound']
  const names = given[2]!.split(';')
  for (const name of [
    'host',
    'x-acs-action',
    'x-acs-version',
    'x-acs-date',
    'x-acs-signature-nonce',
    'x-acs-content-sha256',
  ])
    if (!names.includes(name)) return ['MissingSignedHeader', name]
  const canonical = [
    'POST',
    '/',
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  if (signature !== given[3]) return ['SignatureDoesNotMatch']
  if (headers['x-acs-version'] !== '2017-05-25') return ['InvalidVersion']
  return null
}

/** What Tencent Cloud refuses of a call signed by TC3-HMAC-SHA256; null: nothing. */
export function tencentFault(
  { headers, body, keyId, keySecret }: VendorCall,
  wanted: { readonly service: string; readonly version: string },
): string | null {
  const given =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (given === null || given[1] !== keyId) return 'AuthFailure.SecretIdNotFound'
  const [, , scope = '', signed = '', signature] = given
  const canonical = [
    'POST',
    '/',
    '',
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n')
  const [date = '', service = ''] = scope.split('/')
  const key = hmac(hmac(hmac(`TC3${keySecret}`, date), service), 'tc3_request')
  const timestamp = String(headers['x-tc-timestamp'])
  const right = hmac(key, ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')).toString('hex')
  if (right !== signature) return 'AuthFailure.SignatureFailure'
  if (headers['x-tc-version'] !== wanted.version || service !== wanted.service) return 'InvalidParameterValue'
  return null
}
