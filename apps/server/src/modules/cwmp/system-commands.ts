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
import type { InformEvent } from './facts.ts'
import { intervalFor } from './intervals.ts'
import type { PendingWrites } from './pending-writes.ts'
import { StunOffer, stunCommandIds, stunOffCommand } from './stun-offer.ts'

interface Deps {
  readonly repo: AcsRepo
  readonly news: PendingWrites
  readonly secrets: Secrets
  readonly config: AcsConfig
  /** STUN settings for gateways; null: none. */
  readonly stun: StunAddress | null
}

interface Who {
  readonly gateway: KnownGateway
  readonly proof: Proof
  readonly caller: { address: string; encrypted: boolean; forwarded: boolean }
}

/** What a session sets on its gateway beside the queue: credentials, interval, STUN. */
export class SystemCommands {
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
  /** Follows from the last answer. */
  #next: Command | null = null

  constructor(deps: Deps, who: Who) {
    this.#deps = deps
    this.#who = who
  }

  informed(url: string | null, events: readonly InformEvent[]): void {
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

  /** After the queue, once the reads are stored. */
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

  /** False: not one of these. */
  async ended(commandId: string): Promise<boolean> {
    const { repo, news } = this.#deps
    const { gateway, proof } = this.#who
    switch (commandId) {
      case credentialsCommandId:
        news.credentialsAnswered({
          accepted: true,
          interval: this.#interval,
          fault: null,
          hasten:
            this.#isReachable() || gateway.udp_announced !== null || gateway.stun_offer.startsWith('set '),
        })
        if (proof === 'certificate') {
          // The certificate identifies it, and credentials are never requested: nothing else will prove their
          // arrival.
          await news.flush()
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

  /** False: not one of these. */
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
        // Without the notification the next read reports the address, and STUN itself does.
        return commandId === stunCommandIds.notify
    }
  }

  /** The operator removed the STUN server: gateways that use it stop their keepalives. */
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
