/** What is known of an outlet, as `topology_facts` (db/functions/topology) collects it. All text is hostile, and bounded. */
export interface TopologyFacts {
  readonly devices: readonly DeviceFacts[]
  readonly lines: readonly { readonly id: string; readonly deviceId: string | null }[]
}

export interface DeviceFacts {
  readonly id: string
  readonly name: string
  readonly type: string
  /** As the device names itself, in lower case. */
  readonly sysName: string
  readonly address: string | null
  /** Lower case, with colons: its own and those of its interfaces. */
  readonly macs: readonly string[]
  readonly chassisId: string
  readonly interfaces: readonly InterfaceFacts[]
  /** What it sees; null: it says nothing of that. */
  readonly around: Surroundings | null
  /** Of a gateway: what its list of hosts holds, active ones only. */
  readonly hosts: readonly HostFacts[]
}

export interface InterfaceFacts {
  readonly key: string
  readonly name: string
  readonly alias: string
  readonly mac: string | null
}

export interface Surroundings {
  /** When this was read, in milliseconds. */
  readonly readAt: number
  readonly neighbours: readonly {
    readonly protocol: 'lldp' | 'cdp'
    readonly interface: string
    readonly name: string
    readonly port: string
    readonly chassisId: string
    readonly address: string | null
  }[]
  /** Of a bridge: MACs that it learned, by port and VLAN; `others` are random ones, which are counted alone. */
  readonly stations: readonly {
    readonly interface: string
    readonly macs: readonly string[]
    readonly others: number
  }[]
  readonly speaksLldp: boolean
  readonly incomplete: boolean
}

export interface HostFacts {
  readonly mac: string
  /** Interface of the gateway at which it is, as its data model names it; empty if it does not say. */
  readonly port: string
}
