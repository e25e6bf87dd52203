import { randomBytes } from 'node:crypto'
import { type Command, type DataModelRoot, isSecretPath, type ValueToSet } from '@netward/cwmp'
import type { StunAddress } from '@netward/cwmp/stun'
import type { Secrets } from '../../platform/secrets.ts'
import type { KnownGateway } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { credentialContext } from './callers.ts'

/** The ids of its two commands, which are outside the queue. */
export const stunCommandIds = { set: 'stun', notify: 'stun_notify', off: 'stun_off' } as const

/**
 * Seconds: shorter than the timeout of any NAT. Least and most are equal, so that the gateway need not probe.
 */
const keepAliveSeconds = '30'

interface Deps {
  readonly repo: AcsRepo
  readonly secrets: Secrets
  readonly stun: StunAddress
}

/** For a gateway with a STUN server that no longer exists: its keepalives go nowhere. */
export const stunOffCommand = (root: DataModelRoot): Command => ({
  id: stunCommandIds.off,
  kind: 'set_parameter_values',
  values: [{ name: `${root}ManagementServer.STUNEnable`, value: '0' }],
})

/**
 * Sets the STUN server on a gateway that no connection request over HTTP reaches, where it has the parameters
 * (TR-069 Annex G): once, and again when the server changes, after a factory reset, and at boot where it
 * failed.
 */
export class StunOffer {
  readonly #deps: Deps
  readonly #gateway: KnownGateway
  readonly #root: DataModelRoot
  readonly #mayCarrySecrets: boolean
  #made = false

  constructor(deps: Deps, gateway: KnownGateway, root: DataModelRoot, mayCarrySecrets: boolean) {
    this.#deps = deps
    this.#gateway = gateway
    this.#root = root
    this.#mayCarrySecrets = mayCarrySecrets
  }

  static isDue(
    gateway: KnownGateway,
    stun: StunAddress,
    news: { boot: boolean; bootstrap: boolean },
  ): boolean {
    const [outcome = '', server = ''] = gateway.stun_offer.split(' ')
    return server !== serverOf(stun) || news.bootstrap || (outcome !== 'set' && news.boot)
  }

  /** Null when the gateway lacks the parameters, or was already asked in this session. */
  async command(): Promise<Command | null> {
    if (this.#made) return null
    this.#made = true
    const { repo, stun } = this.#deps
    const { device_id: deviceId, username } = this.#gateway
    const at = (name: string) => `${this.#root}ManagementServer.${name}`
    const wanted: ValueToSet[] = [
      { name: at('STUNServerAddress'), value: stun.address },
      { name: at('STUNServerPort'), value: String(stun.port) },
      { name: at('STUNUsername'), value: username },
      { name: at('STUNMinimumKeepAlivePeriod'), value: keepAliveSeconds },
      { name: at('STUNMaximumKeepAlivePeriod'), value: keepAliveSeconds },
      { name: at('STUNEnable'), value: '1' },
      ...(this.#mayCarrySecrets ? [{ name: at('STUNPassword'), value: await this.#password() }] : []),
    ]
    const paths = [...wanted.map(({ name }) => name), at('UDPConnectionRequestAddress')]
    const has = await repo.types(deviceId, paths)
    const needed = ['STUNEnable', 'STUNServerAddress', 'UDPConnectionRequestAddress']
    if (!needed.every((name) => has[at(name)] !== undefined)) {
      await repo.stunOffered(deviceId, this.#outcome('absent'), null)
      return null
    }
    return {
      id: stunCommandIds.set,
      kind: 'set_parameter_values',
      // Secrets read back without a type in some firmware; what was never seen is left out.
      values: wanted.filter(({ name }) => has[name] !== undefined || isSecretPath(name)),
    }
  }

  async taken(): Promise<Command> {
    await this.#deps.repo.stunOffered(this.#gateway.device_id, this.#outcome('set'), null)
    return {
      id: stunCommandIds.notify,
      kind: 'set_parameter_attributes',
      changes: [{ name: `${this.#root}ManagementServer.UDPConnectionRequestAddress`, notification: 2 }],
    }
  }

  async refused(faultCode: string): Promise<void> {
    await this.#deps.repo.stunOffered(this.#gateway.device_id, this.#outcome('refused'), null, faultCode)
  }

  #outcome(outcome: 'set' | 'absent' | 'refused'): string {
    return `${outcome} ${serverOf(this.#deps.stun)}`
  }

  /** The current one, so that a lost message changes nothing. */
  async #password(): Promise<string> {
    const { repo, secrets } = this.#deps
    const { device_id: deviceId } = this.#gateway
    const context = credentialContext(deviceId)
    const kept = await repo.stunPassword(deviceId)
    if (kept !== null) return secrets.open(kept, context).toString('utf8')
    const password = randomBytes(18).toString('base64url')
    await repo.stunOffered(deviceId, null, secrets.seal(password, context))
    return password
  }
}

const serverOf = ({ address, port }: StunAddress) => `${address}:${port}`
