/** TR-069 G.2.2.3: content of a UDP connection request. */
export interface UdpConnectionRequest {
  /** Seconds since 1970: later than in the previous request. */
  timestamp: number
  /** Unique to this request and its copies. */
  id: number
  username: string
  nonce: string
}

/** HMAC-SHA1 of a text under the connection request password, as 40 hexadecimal digits. */
export type SignText = (text: string) => string

/** Signed text: the four values concatenated. */
function signedText({ timestamp, id, username, nonce }: UdpConnectionRequest): string {
  return `${timestamp}${id}${username}${nonce}`
}

/** The datagram. @param host with its port, as reported by the gateway */
export function udpConnectionRequest(host: string, request: UdpConnectionRequest, sign: SignText): string {
  const { timestamp, id, username, nonce } = request
  const query = `ts=${timestamp}&id=${id}&un=${encodeURIComponent(username)}&cn=${nonce}`
  const signature = sign(signedText(request)).toUpperCase()
  return `GET http://${host}?${query}&sig=${signature} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
}

/** Null: not a request, or signature invalid. The receiver checks age and replay. */
export function readUdpConnectionRequest(text: string, sign: SignText): UdpConnectionRequest | null {
  const line = /^GET\s+(\S{1,1024})\s+HTTP\/1\.[01]\s*\r?\n/.exec(text)
  const query = line?.[1]?.split('?')[1]
  if (query === undefined) return null
  const values = new URLSearchParams(query)
  const numeric = (name: string) => {
    const value = values.get(name) ?? ''
    return /^\d{1,15}$/.test(value) ? Number(value) : null
  }
  const timestamp = numeric('ts')
  const id = numeric('id')
  const username = values.get('un')
  const nonce = values.get('cn')
  if (timestamp === null || id === null || username === null || nonce === null) return null
  const request = { timestamp, id, username, nonce }
  return sign(signedText(request)).toUpperCase() === (values.get('sig') ?? '').toUpperCase() ? request : null
}

/** `host:port` of an IPv4 address from UDPConnectionRequestAddress; the port defaults to 80 (TR-098). */
export function udpAddressOf(text: string): { address: string; port: number } | null {
  const parts = /^\s*(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?\s*$/.exec(text)
  const address = parts?.[1] ?? ''
  const port = Number(parts?.[2] ?? '80')
  const usable = address !== '' && address.split('.').every((part) => Number(part) < 256)
  return usable && port > 0 && port < 65_536 ? { address, port } : null
}
