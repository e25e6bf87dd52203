import { BlockList, isIP } from 'node:net'
import type { CollectorSettings } from './protocol.ts'

/** Nobody's device: link-local, multicast, unspecified, reserved, and IPv6 addresses that stand for others. */
const never = listOf([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/3',
  '::/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])
/** Open to a company by an entry of its own: private, shared (RFC 6598), loopback, and networks for tests. */
const closed = listOf([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
])
/** RFC 4291 §2.5.5.1: `::10.0.0.1` is an IPv4 address too. */
const compatible = listOf(['::/96'])
const loopback = listOf(['127.0.0.0/8', '::1/128'])
/** `::ffff:10.0.0.1` is an IPv4 address in other clothes: it would pass for one that is not private. */
const mapped = /^::ffff:/i

/** Which addresses the collector may send to, for the devices of which company (decisions.md §4). */
export class AddressGuard {
  readonly #opened = new Map<string, BlockList>()
  readonly #own = new BlockList()
  readonly #rangesAlone: boolean

  /**
   * @param ranges `CIDR=code`; an entry without a code opens nothing here
   * @param ownAddresses of this installation: closed, also inside of a range that is not on loopback
   * @param rangesAlone public addresses need an entry too
   */
  constructor(ranges: readonly string[], ownAddresses: readonly string[], rangesAlone = false) {
    this.#rangesAlone = rangesAlone
    for (const entry of ranges) {
      const [range = '', code] = entry.split('=')
      if (code === undefined || code === '') continue
      const list = this.#opened.get(code) ?? new BlockList()
      addRange(list, range)
      this.#opened.set(code, list)
    }
    for (const address of ownAddresses)
      if (isIP(address) !== 0) this.#own.addAddress(address, familyOf(address))
  }

  static of({
    ranges,
    ownAddresses,
    rangesAlone,
  }: Pick<CollectorSettings, 'ranges' | 'ownAddresses' | 'rangesAlone'>): AddressGuard {
    return new AddressGuard(ranges, ownAddresses, rangesAlone)
  }

  /** @param address literal; a name is not allowed */
  allows(address: string, companyCode: string): boolean {
    if (isIP(address) === 0 || address.includes('%') || mapped.test(address)) return false
    const within = (list: BlockList | undefined) => list?.check(address, familyOf(address)) === true
    if (within(never) || (within(compatible) && !within(loopback))) return false
    const opened = within(this.#opened.get(companyCode))
    if (within(this.#own) && !(opened && within(loopback))) return false
    return opened || (!this.#rangesAlone && !within(closed))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) addRange(list, range)
  return list
}

function addRange(list: BlockList, range: string): void {
  const [address = '', bits] = range.split('/')
  if (isIP(address) === 0) return
  const family = familyOf(address)
  const most = family === 'ipv4' ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  if (Number.isInteger(length) && length >= 0 && length <= most) list.addSubnet(address, length, family)
}
