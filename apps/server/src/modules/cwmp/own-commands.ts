import type { Command, DataModelRoot } from '@netward/cwmp'
import type { StunAddress } from '@netward/cwmp/stun'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import type { KnownGateway } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import type { Proof } from './callers.ts'
import {
  credentialsCommandId,
  giveCredentials,
  intervalCommand,
  intervalCommandId,
  isReachable,
  mayCarrySecrets,
  needsCredentials,
} from './credentials.ts'
import type { ToldEvent } from './facts.ts'
import { intervalFor } from './intervals.ts'
import type { SessionNews } from './session-news.ts'
import { StunOffer, stunCommandIds, stunOffCommand } from './stun-offer.ts'

interface Deps {
  readonly repo: AcsRepo
  readonly news: SessionNews
  readonly secrets: Secrets
  readonly config: AcsConfig
  /** What gateways are told of the STUN server; null: there is none. */
  readonly stun: StunAddress | null
}

interface Who {
  readonly gateway: KnownGateway
  readonly proof: Proof
  readonly caller: { address: string; encrypted: boolean; forwarded: boolean }
}

/** What a session asks of its gateway beside the queue: to hold credentials, to call in so often, to use STUN. */
export class OwnCommands {
  readonly #deps: Deps
  readonly #who: Who
  #url: string | null = null
  #boot = false
  #bootstrap = false
  #credentialsTried = false
  #intervalTried = false
  #refused = false
  #interval = 0
  #stun: StunOffer | null = null
  #stunOffTried = false
  /** Follows what was answered last. */
  #next: Command | null = null

  constructor(deps: Deps, who: Who) {
    this.#deps = deps
    this.#who = who
  }

  informed(url: string | null, events: readonly ToldEvent[]): void {
    this.#url = url
    this.#bootstrap = events.some(({ kind }) => kind === 'bootstrap')
    this.#boot = this.#bootstrap || events.some(({ kind }) => kind === 'boot')
  }

  get mayCarrySecrets(): boolean {
    return mayCarrySecrets(this.#deps.config, this.#who.caller)
  }

  withholdsSecrets(): boolean {
    const { gateway, proof } = this.#who
    return needsCredentials(gateway, proof, this.#bootstrap) && !this.mayCarrySecrets
  }

  /** Before the queue. */
  async first(): Promise<Command | null> {
    const { gateway, proof } = this.#who
    const needed = needsCredentials(gateway, proof, this.#bootstrap)
    const withheld = needed && this.withholdsSecrets()
    if (needed && !withheld && !this.#credentialsTried) {
      this.#credentialsTried = true
      this.#interval = intervalFor(this.#isReachable())
      return giveCredentials(this.#deps, gateway, this.#interval)
    }
    const unknown = gateway.periodic_interval === null && gateway.guard === 'none'
    if ((!withheld && !this.#refused) || !unknown || this.#intervalTried) return null
    this.#intervalTried = true
    this.#interval = intervalFor(this.#isReachable())
    return intervalCommand(this.#interval)
  }

  /** After the queue, when what was read is known. */
  async last(root: DataModelRoot): Promise<Command | null> {
    if (this.#next !== null) {
      const next = this.#next
      this.#next = null
      return next
    }
    const { stun, repo, secrets } = this.#deps
    const { gateway } = this.#who
    const news = { boot: this.#boot, bootstrap: this.#bootstrap }
    if (stun === null) return this.#withoutStun(root)
    if (this.#isReachable() || !StunOffer.isDue(gateway, stun, news)) return null
    this.#stun ??= new StunOffer({ repo, secrets, stun }, gateway, root, this.mayCarrySecrets)
    return this.#stun.command()
  }

  /** False: it is not one of these. */
  async ended(commandId: string): Promise<boolean> {
    const { repo, news } = this.#deps
    const { gateway, proof } = this.#who
    switch (commandId) {
      case credentialsCommandId:
        news.credentialsAnswered({
          accepted: true,
          interval: this.#interval,
          fault: null,
          hasten: this.#isReachable() || gateway.udp_told !== null || gateway.stun_offer.startsWith('set '),
        })
        if (proof === 'certificate') {
          // It is known by that and never asked for them: nothing else will prove that they arrived.
          await news.tell()
          await repo.credentialsProved(gateway.device_id)
        }
        return true
      case intervalCommandId:
        await repo.intervalSet(gateway.device_id, this.#interval)
        return true
      case stunCommandIds.set:
        this.#next = (await this.#stun?.taken()) ?? null
        return true
      case stunCommandIds.off:
        await repo.stunOff(gateway.device_id, null)
        return true
      default:
        return commandId === stunCommandIds.notify
    }
  }

  /** False: it is not one of these. */
  async failed(commandId: string, faultCode: string): Promise<boolean> {
    const { repo, news } = this.#deps
    switch (commandId) {
      case credentialsCommandId:
        this.#refused = true
        news.credentialsAnswered({ accepted: false, interval: 0, fault: faultCode, hasten: false })
        return true
      case stunCommandIds.set:
        await this.#stun?.refused(faultCode)
        return true
      case stunCommandIds.off:
        await repo.stunOff(this.#who.gateway.device_id, faultCode)
        return true
      case intervalCommandId:
        await repo.intervalRefused(this.#who.gateway.device_id)
        return true
      default:
        // Without the notification the next read tells of the address, and STUN itself does.
        return commandId === stunCommandIds.notify
    }
  }

  /** The operator took the STUN server away: whoever was told of it stops sending keepalives. */
  async #withoutStun(root: DataModelRoot): Promise<Command | null> {
    if (this.#stunOffTried || !this.#who.gateway.stun_offer.startsWith('set ')) return null
    this.#stunOffTried = true
    return (await this.#deps.repo.stunGone()) ? stunOffCommand(root) : null
  }

  #isReachable(): boolean {
    const { gateway, caller } = this.#who
    return isReachable(this.#deps.config, this.#url, {
      address: caller.address,
      companyCode: gateway.company_code,
    })
  }
}
