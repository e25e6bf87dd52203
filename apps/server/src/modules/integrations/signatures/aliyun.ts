import { createHash, createHmac } from 'node:crypto'

export interface AliyunRequest {
  readonly host: string
  readonly action: string
  readonly version: string
  /** Of the query string. */
  readonly parameters: Readonly<Record<string, string>>
  readonly keyId: string
  readonly keySecret: string
  readonly at: Date
  readonly nonce: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Percent encoding of RFC 3986. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** An RPC call of Alibaba Cloud signed by ACS3-HMAC-SHA256: its query string and headers. The body is empty. */
export function signAliyun(request: AliyunRequest): { query: string; headers: Record<string, string> } {
  const { host, action, version, parameters, keyId, keySecret, at, nonce } = request
  const query = Object.keys(parameters)
    .toSorted()
    .map((name) => `${encoded(name)}=${encoded(parameters[name]!)}`)
    .join('&')
  const bodyHash = sha256('')
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': at.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).toSorted()
  const signedHeaders = names.join(';')
  const canonical = [
    'POST',
    '/',
    query,
    ...names.map((name) => `${name}:${headers[name]!}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return {
    query,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${signedHeaders},Signature=${signature}`,
    },
  }
}
