import type { DeviceFacts, InterfaceFacts, TopologyFacts } from './facts.ts'

/** Finds devices of an outlet by what others say of them. What two devices claim belongs to neither. */
export class KnownDevices {
  readonly byId: ReadonlyMap<string, DeviceFacts>
  readonly #byMac: ReadonlyMap<string, string | null>
  /** As a device names itself; a gateway, which has no such name, as people named it. */
  readonly #byName: ReadonlyMap<string, string | null>
  readonly #byAddress: ReadonlyMap<string, string | null>
  readonly #ports = new Map<string, PortNames>()

  constructor({ devices }: TopologyFacts) {
    this.byId = new Map(devices.map((device) => [device.id, device]))
    this.#byMac = unambiguous(devices, ({ macs, chassisId }) =>
      macPattern.test(chassisId) ? [...macs, chassisId] : macs,
    )
    this.#byName = unambiguous(devices, ({ sysName, name }) => [
      sysName === '' ? name.toLowerCase() : sysName,
    ])
    this.#byAddress = unambiguous(devices, ({ address }) => [address ?? ''])
  }

  byMac(mac: string): string | null {
    return this.#byMac.get(mac.toLowerCase()) ?? null
  }

  /** A MAC that a device has, or that two claim: not a client's. */
  isClaimed(mac: string): boolean {
    return this.#byMac.has(mac)
  }

  /** Who a neighbour is: by its chassis, else its address, else its name. */
  neighbour(said: { chassisId: string; address: string | null; name: string }): string | null {
    const byChassis = this.byMac(said.chassisId)
    if (byChassis !== null) return byChassis
    const byAddress = said.address === null ? undefined : this.#byAddress.get(said.address)
    return byAddress ?? (said.name === '' ? null : (this.#byName.get(said.name.toLowerCase()) ?? null))
  }

  /** Key of the interface that a neighbour names: by key, name, alias or MAC; as it is named where none fits. */
  portOf(deviceId: string, said: string): string {
    if (said === '') return ''
    let names = this.#ports.get(deviceId)
    if (names === undefined) {
      names = new PortNames(this.byId.get(deviceId)?.interfaces ?? [])
      this.#ports.set(deviceId, names)
    }
    return names.keyOf(said) ?? said
  }
}

/** Keys of interfaces by what others call them. Made once: an agent may have thousands, and name as many neighbours. */
class PortNames {
  readonly #byName = new Map<string, string>()
  readonly #byMac = new Map<string, string>()
  readonly #byAlias = new Map<string, string>()
  readonly #byShort = new Map<string, string>()

  constructor(interfaces: readonly InterfaceFacts[]) {
    const add = (names: Map<string, string>, name: string, key: string) => {
      if (!names.has(name)) names.set(name, key)
    }
    for (const { key, name, alias, mac } of interfaces) {
      for (const one of [key, name]) {
        add(this.#byName, one.toLowerCase(), key)
        add(this.#byShort, shortened(one), key)
      }
      if (mac !== null) add(this.#byMac, mac, key)
      add(this.#byAlias, alias.toLowerCase(), key)
    }
  }

  keyOf(said: string): string | undefined {
    const wanted = said.toLowerCase()
    return (
      this.#byName.get(wanted) ??
      this.#byMac.get(wanted) ??
      this.#byAlias.get(wanted) ??
      this.#byShort.get(shortened(said))
    )
  }
}

const macPattern = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/

/** `GigabitEthernet1/0/1` is `Gi1/0/1` where a neighbour abbreviates it: two letters and the number. */
function shortened(name: string): string {
  const match = /^([a-z]{2})[a-z-]*\s*(\d[\d/.:]*)$/i.exec(name)
  return match === null ? name : `${match[1]!.toLowerCase()}${match[2]}`
}

function unambiguous(
  devices: readonly DeviceFacts[],
  keysOf: (device: DeviceFacts) => readonly string[],
): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>()
  for (const device of devices)
    for (const key of new Set(keysOf(device))) {
      if (key === '') continue
      const before = found.get(key)
      found.set(key, before === undefined || before === device.id ? device.id : null)
    }
  return found
}
