import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LinkProblem } from '@netward/contract/link-tests'

export type Allows = (address: string) => boolean

/** A literal address that was checked, or why there is none. */
export type Found =
  | { readonly address: string; readonly problem: null }
  | { readonly address: null; readonly problem: LinkProblem }

/** Answers of a name server are bounded too. */
const mostAddresses = 16

/** Finds the literal address of a host: what is checked here is what is connected to, so that no second answer counts. */
export class AddressBook {
  readonly #resolver: Resolver

  /** @param servers literal, with a port where it is not 53; default: those of the machine */
  constructor(servers?: readonly string[]) {
    this.#resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers !== undefined) this.#resolver.setServers(servers)
  }

  /** @param family of the source address; null: either */
  async find(host: string, allows: Allows, family: 4 | 6 | null = null): Promise<Found> {
    const isOf = (address: string) => family === null || isIP(address) === family
    const literal = isIP(host) === 0 ? null : host
    const addresses = literal === null ? await this.#resolve(host, family) : [literal]
    if (addresses === null) return { address: null, problem: 'name_unknown' }
    const address = addresses.find((one) => isOf(one) && allows(one))
    return address === undefined ? { address: null, problem: 'not_allowed' } : { address, problem: null }
  }

  /** IPv4 first, as most lines have it. */
  async #resolve(name: string, family: 4 | 6 | null): Promise<readonly string[] | null> {
    for (const version of [4, 6] as const) {
      if (family !== null && family !== version) continue
      const found = await (
        version === 4 ? this.#resolver.resolve4(name) : this.#resolver.resolve6(name)
      ).catch((): string[] => [])
      if (found.length > 0) return found.slice(0, mostAddresses)
    }
    return null
  }
}
