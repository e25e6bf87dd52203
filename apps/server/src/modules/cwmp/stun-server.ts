import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { hostname } from 'node:os'
import { bindingError, bindingResponse, parseStun, type StunAddress, stunType } from '@netward/cwmp/stun'
import { logOutage } from '../../platform/db/outage.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import { SourceCounter } from './source-limits.ts'
import { StunBindings } from './stun-bindings.ts'
import { stunRepo } from './stun.repo.ts'
import { UdpRequests } from './udp-requests.ts'

export interface StunServerDeps {
  readonly config: Pick<AcsConfig, 'host' | 'stun' | 'deviceRanges'>
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  readonly perMinute: number
}

export interface StunServer {
  /** What gateways receive. */
  readonly advertised: StunAddress
  flush(): Promise<void>
  close(): Promise<void>
}

const aliveMilliseconds = 60_000

/**
 * The STUN server for gateways behind NAT (TR-069 Annex G, RFC 3489), and the sender of UDP connection
 * requests: both on one port, since the NAT only admits packets from where the keepalives go. No answer is
 * longer than its request or goes elsewhere.
 */
export async function startStunServer(deps: StunServerDeps): Promise<StunServer | null> {
  const { config, scopes, secrets, log } = deps
  if (config.stun === null) return null
  const socket = createSocket('udp4')
  // Wildcard addresses of both families are one; loopback of IPv6 has none of IPv4 beside it.
  socket.bind(config.stun.port, config.host === '::' ? '0.0.0.0' : config.host)
  await once(socket, 'listening')
  const { port } = socket.address()
  const own = {
    address: isIPv4(config.stun.address) ? config.stun.address : socket.address().address,
    port,
  }
  // The same after a restart: the bindings in the NATs outlive the process.
  const name = `${hostname()}:${port}`
  const repo = stunRepo(scopes)
  const bindings = new StunBindings(repo, secrets, log, name)
  const requests = new UdpRequests({ repo, secrets, log, ranges: config.deviceRanges, name, socket })
  const counter = new SourceCounter(deps.perMinute)
  const answer = (bytes: Uint8Array | null, to: StunAddress) => {
    if (bytes !== null) socket.send(bytes, to.port, to.address, () => {})
  }
  const receive = async (bytes: Uint8Array, from: StunAddress) => {
    const now = Date.now()
    if (from.port === 0 || counter.exceeded(from.address, now)) return
    counter.count(from.address, now)
    const message = parseStun(bytes)
    if (message?.type !== stunType.bindingRequest) return
    const { transactionId } = message
    if (message.refusable.length > 0)
      return answer(bindingError(transactionId, 420, bytes.length, message.refusable), from)
    const judged = await bindings.judge(bytes, message, from, now)
    if (judged.kind === 'prove') answer(bindingError(transactionId, 401, bytes.length), from)
    if (judged.kind === 'wrong') answer(bindingError(transactionId, 431, bytes.length), from)
    if (judged.kind === 'answer')
      answer(bindingResponse(transactionId, from, own, bytes.length, judged.sign), from)
  }
  socket.on('message', (bytes, from) => {
    receive(bytes, { address: from.address, port: from.port }).catch((error: unknown) => {
      if (!logOutage(log, error)) log.warn({ err: error }, 'a STUN message was not answered')
    })
  })
  // Errors of the network about datagrams that it did not deliver.
  socket.on('error', (error) => log.debug({ err: error }, 'STUN'))
  requests.start()
  await repo.alive(name)
  const beating = every(aliveMilliseconds, log, 'stun.alive', async () => void (await repo.alive(name)))
  return {
    advertised: { address: config.stun.address, port },
    flush: () => bindings.flush(),
    async close() {
      beating.stop()
      await beating.idle()
      await requests.close()
      await bindings.close()
      await closed(socket)
    },
  }
}

async function closed(socket: Socket): Promise<void> {
  const over = once(socket, 'close')
  socket.close()
  await over
}
