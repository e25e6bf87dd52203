import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

export type Environment = Readonly<Record<string, string | undefined>>

export function isMailAddress(value: string): boolean {
  return /^[^\s@"<>()[\]\\,;:]{1,64}@[a-z0-9.-]{1,190}$/i.test(value)
}

/** Errors of the configuration, a line per variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads variables one by one and collects errors, so that one start reports all of them. */
export class Variables {
  readonly #env: Environment
  readonly #problems: string[] = []
  readonly #known = new Set<string>()

  constructor(env: Environment) {
    this.#env = env
  }

  /** Null when unset; the empty string counts as unset, since that is how shells and compose files unset. */
  text(name: string): string | null {
    this.#known.add(name)
    const value = this.#env[name]?.trim()
    return value ? value : null
  }

  /** Which of these are set. */
  given(names: readonly string[]): string[] {
    return names.filter((name) => this.text(name) !== null)
  }

  port(name: string, otherwise: number): number {
    const value = this.text(name)
    if (value === null) return otherwise
    const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
    return port <= 65_535
      ? port
      : this.#refuse(name, value, 'a port from 0 (any free one) to 65535', otherwise)
  }

  /** An address or a host name to listen on. */
  host(name: string, otherwise: string): string {
    const value = this.text(name)
    if (value === null) return otherwise
    const bare = value.replace(/^\[(.*)\]$/, '$1')
    if (ipaddr.isValid(bare) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(bare)) return bare
    return this.#refuse(name, value, 'an address (127.0.0.1, ::, 0.0.0.0) or a host name', otherwise)
  }

  /** A URL of http or https without query and fragment; never ends in a slash. */
  baseUrl(name: string): string | null {
    const value = this.text(name)
    if (value === null) return null
    const url = URL.canParse(value) ? new URL(value) : null
    const isBase =
      url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
    if (isBase) return url.href.replace(/\/+$/, '')
    return this.#refuse(name, value, 'an http or https address such as https://netward.example.com', null)
  }

  /** A URL that may hold a password: its value is never repeated. */
  secretUrl(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name)
    if (value === null) return null
    const ok = value.split(',').every((part) => {
      const url = URL.canParse(part.trim()) ? new URL(part.trim()) : null
      return url && protocols.includes(url.protocol.slice(0, -1))
    })
    if (ok) return value
    const wanted = protocols.map((protocol) => `${protocol}://`).join(' or ')
    return this.#refuse(name, null, `an address that begins with ${wanted}`, null)
  }

  secret(name: string, isGood: (value: string) => boolean, wanted: string): string | null {
    const value = this.text(name)
    if (value === null || isGood(value)) return value
    return this.#refuse(name, null, wanted, null)
  }

  mailAddress(name: string): string | null {
    const value = this.text(name)
    if (value === null || isMailAddress(value)) return value
    return this.#refuse(name, value, 'a mail address such as netward@example.com', null)
  }

  flag(name: string): boolean {
    const value = this.text(name)
    if (value === null) return false
    if (/^(1|true|yes|on)$/i.test(value)) return true
    if (/^(0|false|no|off)$/i.test(value)) return false
    return this.#refuse(name, value, 'true or false', false)
  }

  oneOf<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
    const value = this.text(name)
    if (value === null) return otherwise
    return (
      choices.find((choice) => choice === value) ?? this.#refuse(name, value, choices.join(', '), otherwise)
    )
  }

  /** Some of `choices`, separated by commas; all of them when unset. */
  someOf<T extends string>(name: string, choices: readonly T[]): readonly T[] {
    const given = this.list(name)
    if (given.length === 0) return choices
    const unknown = given.find((value) => !choices.some((choice) => choice === value))
    if (unknown !== undefined) return this.#refuse(name, unknown, `some of ${choices.join(',')}`, choices)
    return choices.filter((choice) => given.includes(choice))
  }

  /**
   * Addresses and ranges in CIDR notation; each returns as a range. `bound`: each may end in `=<company
   * code>`.
   */
  ranges(name: string, options: { bound?: boolean } = {}): readonly string[] {
    return this.list(name).flatMap((value) => {
      const [, network = value, binding = ''] =
        (options.bound === true && /^([^=]+)(=[a-z0-9-]+)$/.exec(value)) || []
      const range = asRange(network)
      return range === null
        ? this.#refuse(name, value, 'ranges such as 10.0.0.0/8 or 192.0.2.7, fd00::/8', [])
        : [range + binding]
    })
  }

  /** A whole number from `least`. */
  count(name: string, otherwise: number, least: 0 | 1 = 1): number {
    const value = this.text(name)
    if (value === null) return otherwise
    return /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) >= least
      ? Number(value)
      : this.#refuse(name, value, `a whole number from ${least}`, otherwise)
  }

  /** Redirect target of a browser: an https URL, or a path of this host. */
  homeAddress(name: string): string | null {
    const value = this.text(name)
    // Two slashes, or one of them a backslash, would name another host.
    if (value === null || /^\/(?![/\\])[^\s\\]*$/.test(value)) return value
    const url = URL.canParse(value) ? new URL(value) : null
    if (url?.protocol === 'https:' && !url.username && !url.password) return url.href
    return this.#refuse(
      name,
      value,
      'an https address such as https://portal.example.com, or a path such as /portal',
      null,
    )
  }

  /** The content of a PEM file. */
  pem(name: string, label: string): string | null {
    const file = this.text(name)
    if (file === null) return null
    const wanted = `a PEM file with a ${label.toLowerCase()}`
    try {
      const content = readFileSync(file, 'utf8')
      if (new RegExp(`-----BEGIN [A-Z0-9 ]*${label}-----`).test(content)) return content
      return this.#refuse(name, file, wanted, null)
    } catch (error) {
      return this.#refuse(name, file, `${wanted} (${(error as NodeJS.ErrnoException).code})`, null)
    }
  }

  list(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }

  problem(name: string, text: string): void {
    this.#problems.push(`${name}: ${text}`)
  }

  /** Variables with our prefix that are never read: probably typing errors. */
  unknown(prefix: string): readonly string[] {
    return Object.keys(this.#env)
      .filter((name) => name.startsWith(prefix) && !this.#known.has(name))
      .toSorted()
  }

  /** @throws ConfigError with all errors. */
  finish(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems.join('\n'))
  }

  #refuse<T>(name: string, given: string | null, wanted: string, otherwise: T): T {
    this.problem(name, given === null ? `wanted is ${wanted}` : `"${given}" was given, wanted is ${wanted}`)
    return otherwise
  }
}

function asRange(value: string): string | null {
  if (ipaddr.isValidCIDR(value)) return value
  // Four parts: the library would accept "10" as an address too.
  if (ipaddr.IPv4.isValidFourPartDecimal(value)) return `${value}/32`
  return ipaddr.IPv6.isValid(value) ? `${value}/128` : null
}
