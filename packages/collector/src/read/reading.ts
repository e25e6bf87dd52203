import type { DeviceType } from '@netward/contract/device-values'
import type { MetricName } from '@netward/contract/metric-catalogue'

/** What a device is, as its agent says: read every 6 hours. Empty text: not known. All text is hostile. */
export interface DeviceIdentity {
  readonly sysObjectId: string
  readonly sysDescr: string
  readonly sysName: string
  readonly sysLocation: string
  readonly sysContact: string
  /** A name of `vendors` of @netward/snmp-profiles ("Huawei"); empty for an unknown one. */
  readonly vendor: string
  readonly type: DeviceType
  readonly model: string
  readonly version: string
  readonly hardwareRevision: string
  readonly serialNumber: string
  /** Lower case, colons; null if none is known. Of the bridge or the chassis, else of the first Ethernet interface. */
  readonly baseMac: string | null
  /** LLDP-MIB lldpLocChassisId in text; empty if none. */
  readonly chassisId: string
  /** snmpEngineID (RFC 3411) in hexadecimal; empty where the agent does not serve it. */
  readonly engineId: string
}

/** An interface of IF-MIB. Series follow `key`, which survives a renumbering of ifIndex. */
export interface InterfaceReading {
  /** ifName, else ifDescr, made unique on the device: `Gi1/0/1`, `eth0#2`. */
  readonly key: string
  readonly index: number
  readonly name: string
  readonly description: string
  readonly alias: string
  /** IANAifType. */
  readonly type: number
  /** Bits a second; null if unknown. */
  readonly speed: number | null
  readonly mtu: number | null
  readonly mac: string | null
  /** ifAdminStatus and ifOperStatus of RFC 2863. */
  readonly adminState: number
  readonly operState: number
  /** Full or half (EtherLike-MIB dot3StatsDuplexStatus); null if unknown. */
  readonly duplex: 'full' | 'half' | null
  /** Untagged VLAN (Q-BRIDGE-MIB dot1qPvid) and tagged ones. */
  readonly vlan: number | null
  readonly taggedVlans: readonly number[]
  readonly addresses: readonly string[]
  readonly neighbour: Neighbour | null
}

export interface Neighbour {
  readonly protocol: 'lldp' | 'cdp'
  readonly name: string
  readonly port: string
  /** Of LLDP; empty for CDP. */
  readonly chassisId: string
  readonly description: string
  readonly address: string | null
}

/** What a device sees around it, read with the inventory. All text is hostile. */
export interface Neighbourhood {
  readonly neighbours: readonly (Neighbour & { readonly interface: string })[]
  /** MAC addresses that a bridge learned, by port and VLAN. */
  readonly stations: readonly {
    readonly interface: string
    readonly vlan: number | null
    readonly macs: readonly string[]
  }[]
  /** ARP and neighbour discovery. */
  readonly addresses: readonly {
    readonly interface: string
    readonly address: string
    readonly mac: string
  }[]
  /** PoE by port; the class (0 to 8) of what is powered. */
  readonly power: readonly {
    readonly interface: string
    readonly state: 'off' | 'searching' | 'delivering' | 'fault'
    readonly class: number | null
  }[]
  /** It serves LLDP-MIB: a device that it does not list there is no LLDP neighbour of it. */
  readonly speaksLldp: boolean
  /** A table ended early or was cut: what is missing may exist. */
  readonly incomplete: boolean
}

/**
 * One value. Counters are bigint and stay exact. `instance` names the part: `Gi1/0/1`, `CPU 1`, `Black toner`; empty for
 * the device as a whole. It is stable over polls, unique within the metric and device, at most 200 characters.
 */
export interface Sample {
  readonly metric: MetricName
  readonly instance: string
  readonly value: number | bigint
  /** Of a counter that wraps at 2^32. */
  readonly bits?: 32
}

/** A part that has limits of its own, such as a sensor: what a rule and a chart need to know beside its values. */
export interface PartFact {
  readonly metric: MetricName
  readonly instance: string
  readonly label: string
  readonly low?: number
  readonly high?: number
  /** Words of the codes of `state_code`, as the MIB names them. */
  readonly states?: Readonly<Record<number, string>>
}

export interface InventoryReading {
  readonly identity: DeviceIdentity
  readonly interfaces: readonly InterfaceReading[]
  readonly parts: readonly PartFact[]
  /** All neighbours, also of interfaces with several. */
  readonly neighbours: readonly (Neighbour & { readonly interface: string })[]
  /**
   * A walk ended early: what is missing here may exist and is not to be deleted. Interfaces and parts that are listed
   * are right.
   */
  readonly incomplete: boolean
  /** What the next polls read: opaque to the server, stored with the device. JSON. */
  readonly plan: unknown
}

export interface PollReading {
  /** sysUpTime in hundredths of a second, as read first. */
  readonly sysUpTime: number
  /** ifCounterDiscontinuityTime by interface key, where the agent has it. */
  readonly discontinuities: ReadonlyMap<string, number>
  readonly samples: readonly Sample[]
  /** A walk ended early: interfaces that are missing may exist. */
  readonly incomplete: boolean
  /**
   * The device is to be read anew (`readInventory`) before the next poll: its agent restarted, so that indexes may have
   * moved, or the plan is of another version.
   */
  readonly outdated: boolean
  /** Interfaces seen: state and index now. */
  readonly interfaces: readonly Pick<
    InterfaceReading,
    'key' | 'index' | 'operState' | 'adminState' | 'speed'
  >[]
}
