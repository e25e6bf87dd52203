import { createHash, createHmac } from 'node:crypto'

export interface TencentRequest {
  readonly host: string
  readonly service: string
  readonly action: string
  readonly version: string
  readonly region: string
  readonly body: string
  readonly secretId: string
  readonly secretKey: string
  readonly at: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Headers of a JSON call of Tencent Cloud's API 3.0, signed by TC3-HMAC-SHA256. */
export function signTencent(request: TencentRequest): Record<string, string> {
  const { host, service, action, version, region, body, secretId, secretKey, at } = request
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const date = at.toISOString().slice(0, 10)
  const contentType = 'application/json; charset=utf-8'
  const signedHeaders = 'content-type;host'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${contentType}`,
    `host:${host}`,
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  )
  return {
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    'content-type': contentType,
    host,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': timestamp,
    ...(region !== '' && { 'x-tc-region': region }),
  }
}
