import { BlockList, isIP } from 'node:net'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What an operator decides at the machine of the probe. No message of a server changes any of it. */
export interface Configuration {
  /** `https://…` or `http://…`. */
  readonly server: string
  /** Nothing else is reached. */
  readonly ranges: readonly string[]
  /** What tests of lines may reach beside the ranges: ranges, and `public` for every public address. */
  readonly lineTargets: readonly string[]
  /** Whether the machine's own addresses may be reached, where a range holds them. */
  readonly allowLoopback: boolean
  /** Ed25519, SPKI in DER, base64: upgrades are signed with its half. Null: no upgrades. */
  readonly releaseKey: string | null
  /** UDP port; null: no traps. */
  readonly trapPort: number | null
  readonly spoolDays: number
  readonly spoolBytes: number
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

export const publicTargets = 'public'

const usual = { spoolDays: 7, spoolBytes: 512 * 1024 * 1024 } as const

/** @throws ConfigurationError */
export function checkedConfiguration(given: Partial<Configuration>): Configuration {
  const { server = '', ranges = [], lineTargets = [], allowLoopback = false } = given
  const { releaseKey = null, trapPort = null } = given
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new ConfigurationError('--server must be the URL of the console, such as https://netward.example')
  if (ranges.length === 0)
    throw new ConfigurationError('--range names what the probe may reach, such as 192.168.1.0/24')
  for (const range of ranges) checkRange('--range', range, allowLoopback)
  for (const target of lineTargets)
    if (target !== publicTargets) checkRange('--line-target', target, allowLoopback)
  if (trapPort !== null && !(Number.isInteger(trapPort) && trapPort >= 1 && trapPort <= 65535))
    throw new ConfigurationError('--trap-port must be a UDP port')
  const { spoolDays = usual.spoolDays, spoolBytes = usual.spoolBytes } = given
  if (!(spoolDays >= 1 && spoolDays <= 60)) throw new ConfigurationError('--spool-days must be 1 to 60')
  if (!(spoolBytes >= 1024 * 1024)) throw new ConfigurationError('--spool-megabytes must be at least 1')
  return { server, ranges, lineTargets, allowLoopback, releaseKey, trapPort, spoolDays, spoolBytes }
}

function checkRange(option: string, range: string, allowLoopback: boolean): void {
  const [address = '', bits = ''] = range.split('/')
  const family = isIP(address)
  const length = Number(bits)
  const most = family === 4 ? 32 : 128
  if (family === 0 || !/^[0-9]{1,3}$/.test(bits) || length < 1 || length > most)
    throw new ConfigurationError(`${option} ${range} is no range of addresses`)
  if (allowLoopback) return
  const own = new BlockList()
  own.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  const holds = family === 4 ? own.check('127.0.0.1') : own.check('::1', 'ipv6')
  if (holds || loopback.check(address, family === 4 ? 'ipv4' : 'ipv6'))
    throw new ConfigurationError(
      `${option} ${range} holds the machine itself: --allow-loopback says that this is meant`,
    )
}

/** @throws ConfigurationError if there is none, or it cannot be read */
export function readConfiguration(state: string): Configuration {
  let text: string
  try {
    text = readFileSync(fileOf(state), 'utf8')
  } catch {
    throw new ConfigurationError(`${fileOf(state)} cannot be read: enrol first`)
  }
  return checkedConfiguration(JSON.parse(text) as Partial<Configuration>)
}

export function writeConfiguration(state: string, configuration: Configuration): void {
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(state), `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 })
}

const fileOf = (state: string) => path.join(state, 'configuration.json')
