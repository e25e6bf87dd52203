import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Socket } from 'node:dgram'
import { type StunAddress, udpAddressOf, udpConnectionRequest } from '@netward/cwmp/stun'
import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import { addressAllowed } from '../../platform/outgoing.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { credentialContext } from './callers.ts'
import type { StunRepo, WaitingUdpRequest } from './stun.repo.ts'

export interface UdpRequestDeps {
  readonly repo: StunRepo
  readonly secrets: Secrets
  readonly log: Logger
  /** NETWARD_DEVICE_RANGES. */
  readonly ranges: readonly string[]
  /** Of the STUN server in the database. */
  readonly name: string
  /** Of the STUN server: the one port that a NAT admits. */
  readonly socket: Socket
  /** How long a gateway has to call in after a request. */
  readonly answerMilliseconds?: number
}

const lookMilliseconds = 400
const takeBatch = 500
/** Datagrams get lost; the gateway accepts one of equal ones (TR-069 G.2.2.3). */
const copiesAfterMilliseconds = [0, 150, 500]
/** Below the half minute within which `acs_unanswered_request` takes an Inform for the answer. */
const answerMilliseconds = 20_000

/** Sends what waits in `udp_request`. The Inform with event 6 shows whether it worked. */
export class UdpRequests {
  readonly #deps: UdpRequestDeps
  readonly #timers = new Set<NodeJS.Timeout>()
  #looking: { stop(): void; idle(): Promise<void> } | null = null

  constructor(deps: UdpRequestDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#looking = every(lookMilliseconds, this.#deps.log, 'udp.requests', async () => {
      const { repo, name } = this.#deps
      for (const request of await repo.takeRequests(name, takeBatch)) this.#send(request)
    })
  }

  async close(): Promise<void> {
    this.#looking?.stop()
    await this.#looking?.idle()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #send(request: WaitingUdpRequest): void {
    const target = this.#targetOf(request)
    if (target === null) {
      this.#deps.log.debug({ deviceId: request.device_id }, 'a UDP connection request has nowhere to go')
      return
    }
    const datagrams = this.#datagrams(request, target)
    for (const milliseconds of copiesAfterMilliseconds) {
      this.#after(milliseconds, () => {
        for (const datagram of datagrams)
          this.#deps.socket.send(datagram, target.port, target.address, () => {})
      })
    }
    this.#after(this.#deps.answerMilliseconds ?? answerMilliseconds, () => {
      this.#deps.repo.unanswered(request.device_id).catch((error: unknown) => {
        this.#deps.log.warn(
          { deviceId: request.device_id, err: error },
          'an unanswered request is not recorded',
        )
      })
    })
  }

  #after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, milliseconds)
    this.#timers.add(timer)
  }

  /**
   * The address that STUN saw and that was proved; else the one that the gateway reports. The former may be
   * called like the address of its last call; the latter only if it equals that address or is in a range.
   */
  #targetOf(request: WaitingUdpRequest): StunAddress | null {
    const { ranges } = this.#deps
    const { company_code: companyCode } = request
    const seen =
      request.address === null || request.port === null
        ? null
        : { address: request.address, port: request.port }
    if (seen !== null)
      return addressAllowed(seen.address, { lastAddress: seen.address, ranges, companyCode }) ? seen : null
    const announced = udpAddressOf(request.announced ?? '')
    const lastAddress = request.last_address
    return announced !== null && addressAllowed(announced.address, { lastAddress, ranges, companyCode })
      ? announced
      : null
  }

  /**
   * Signed by the proved password and by the one that is set but not yet proved: the gateway has one of them.
   */
  #datagrams(request: WaitingUdpRequest, { address, port }: StunAddress): string[] {
    const { secrets } = this.#deps
    const sealed = [request.password, request.pending_password].filter((one) => one !== null)
    const timestamp = Math.floor(Date.now() / 1000)
    return sealed.map((password) => {
      const key = secrets.open(password, credentialContext(request.device_id))
      return udpConnectionRequest(
        `${address}:${port}`,
        {
          timestamp,
          id: randomInt(1, 2 ** 31),
          username: request.username ?? '',
          nonce: randomBytes(8).toString('hex').toUpperCase(),
        },
        (text) => createHmac('sha1', key).update(text, 'utf8').digest('hex'),
      )
    })
  }
}
