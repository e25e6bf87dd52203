import { Agent as HttpAgent, type AgentOptions, request } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy of HTTPS_PROXY (or HTTP_PROXY for a server without TLS) that stands between; null: none. */
export function proxyFor(server: URL, environment: Environment): URL | null {
  const of = (name: string) => environment[name] || environment[name.toLowerCase()] || ''
  const exceptions = of('NO_PROXY')
    .split(/[\s,]+/)
    .filter((one) => one !== '')
  const host = server.hostname.toLowerCase()
  const isExcepted = exceptions.some((one) => {
    const name = one.toLowerCase().replace(/^\*?\./, '')
    return name === '*' || host === name || host.endsWith(`.${name}`)
  })
  const proxy = of(server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
  if (isExcepted || proxy === '') return null
  const url = proxy.includes('://') ? proxy : `http://${proxy}`
  return URL.canParse(url) ? new URL(url) : null
}

type Made = (error: Error | null, socket?: Duplex) => void

/** Connections through a proxy, by CONNECT (RFC 9110 §9.3.6). */
export function tunnelAgent(proxy: URL, isSecure: boolean): HttpAgent {
  const connect = (options: AgentOptions & { host?: string; servername?: string }, made: Made) => {
    const target = `${options.host ?? ''}:${String(options.port ?? (isSecure ? 443 : 80))}`
    const name = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
    const asked = request({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      agent: false,
      timeout: 20_000,
      headers: {
        host: target,
        ...(proxy.username !== '' && {
          'proxy-authorization': `Basic ${Buffer.from(name).toString('base64')}`,
        }),
      },
    })
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode !== 200) {
        socket.destroy()
        return made(new Error(`the proxy answers ${String(statusCode)}`))
      }
      if (!isSecure) return made(null, socket)
      made(null, connectTls({ socket, servername: options.servername || options.host || '' }))
    })
    asked.once('timeout', () => asked.destroy(new Error('the proxy does not answer')))
    asked.once('error', (error) => made(error))
    asked.end()
  }
  const agent = isSecure ? new HttpsAgent() : new HttpAgent()
  Object.assign(agent, { createConnection: connect })
  return agent
}
