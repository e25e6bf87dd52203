import {
  addChassis,
  addPorts,
  addSystem,
  type DeviceModel,
  macBytes,
  macOf,
  type ModelledPort,
  type ModelOptions,
} from './device-model.ts'
import { LoadCurve } from './load-curve.ts'
import { Mib } from './mib.ts'

/** HUAWEI-ENTITY-EXTENT-MIB hwEntityStateTable. */
const entity = '1.3.6.1.4.1.2011.5.25.31.1.1.1.1'
const chassis = 67_108_867

export interface SwitchOptions extends ModelOptions {
  /** Names and MACs of the access points at its first ports. */
  readonly accessPoints: readonly { readonly name: string; readonly mac: string }[]
  readonly gateway: { readonly name: string; readonly mac: string }
  /** What its bridge has learned: ports count from 1. */
  readonly stations: readonly { readonly port: number; readonly mac: string }[]
}

/** A 24-port PoE access switch of Huawei's S5700 family. */
export function huaweiSwitch(options: SwitchOptions): DeviceModel {
  const serialNumber = `2102350${String(options.number).padStart(4, '0')}W0N`
  const macPrefix = '48:7b:6b'
  const ports = portsOf(options)
  const curve = new LoadCurve(options.number * 31)
  return {
    name: options.name,
    serialNumber,
    rowsAt(now) {
      const mib = new Mib()
      addSystem(
        mib,
        options,
        {
          description:
            'S5735-L24P4S-A\r\nHuawei Versatile Routing Platform Software\r\nVRP (R) software, Version 5.170 (S5735 V200R021C00SPC100)\r\nCopyright (C) 2000-2022 HUAWEI TECH Co., Ltd.',
          objectId: '1.3.6.1.4.1.2011.2.23.764',
        },
        now,
      )
      addPorts(mib, ports, { number: options.number, macPrefix, now })
      addChassis(mib, {
        index: chassis,
        description: 'Assembling Components,S5735-L24P4S-A',
        name: 'S5735-L24P4S-A',
        hardware: 'S5735-L24P4S-A VER.B',
        software: 'V200R021C00SPC100',
        serial: serialNumber,
        maker: 'Huawei',
        model: 'S5735-L24P4S-A',
      })
      const share = curve.share(now)
      mib
        .integer(`${entity}.5.${chassis}`, 8 + 26 * share)
        .integer(`${entity}.7.${chassis}`, 41 + 6 * share)
        .gauge(`${entity}.9.${chassis}`, 1_073_741_824)
        .integer(`${entity}.11.${chassis}`, 34 + 11 * share)
        .integer(`${entity}.12.${chassis}`, 62)
        .bytes('1.3.6.1.2.1.17.1.1.0', macBytes(macOf(macPrefix, options.number)))
        .integer('1.0.8802.1.1.2.1.3.1.0', 4)
        .bytes('1.0.8802.1.1.2.1.3.2.0', macBytes(macOf(macPrefix, options.number)))
        .text('1.0.8802.1.1.2.1.3.3.0', options.name)
      // BRIDGE-MIB dot1dTpFdbTable, learned entries; ports are those of the interfaces.
      for (const { port, mac } of options.stations) {
        const at = [...macBytes(mac)].join('.')
        mib
          .bytes(`1.3.6.1.2.1.17.4.3.1.1.${at}`, macBytes(mac))
          .integer(`1.3.6.1.2.1.17.4.3.1.2.${at}`, port)
          .integer(`1.3.6.1.2.1.17.4.3.1.3.${at}`, 3)
      }
      // POWER-ETHERNET-MIB: budget and use of the supply.
      const drawn = ports.reduce((sum, { poe = 0 }) => sum + poe, 0) * (0.85 + 0.15 * share)
      mib
        .gauge('1.3.6.1.2.1.105.1.3.1.1.2.1', 370)
        .integer('1.3.6.1.2.1.105.1.3.1.1.3.1', 1)
        .gauge('1.3.6.1.2.1.105.1.3.1.1.4.1', drawn)
      return mib.rows()
    },
  }
}

function portsOf({ accessPoints, gateway, stations, number }: SwitchOptions): ModelledPort[] {
  const busy = new Set(stations.map(({ port }) => port))
  const access = Array.from({ length: 24 }, (_, place): ModelledPort => {
    const name = `GigabitEthernet0/0/${place + 1}`
    const point = accessPoints[place]
    if (point !== undefined) {
      return {
        name,
        alias: `AP ${point.name}`,
        megabits: 1000,
        load: [4 + place, 9 + 2 * place],
        vlan: 20,
        poe: 11,
        neighbour: { name: point.name, port: 'eth0', mac: point.mac },
      }
    }
    if (place === 9) return { name, alias: '收银机 1', megabits: 100, load: [0.4, 0.6], vlan: 30 }
    if (place === 10) return { name, alias: '打印机', megabits: 100, load: [0.1, 0.3], vlan: 30 }
    if (place === 15) return { name, alias: '监控 NVR', megabits: 1000, load: [6, 1], vlan: 40, errors: 40 }
    return {
      name,
      megabits: 1000,
      load: busy.has(place + 1) || (place + number) % 3 === 0 ? [1.2, 2.1] : null,
      vlan: 10,
    }
  })
  const uplink: ModelledPort = {
    name: 'XGigabitEthernet0/0/1',
    alias: `上联 ${gateway.name}`,
    megabits: 1000,
    load: [38, 14],
    neighbour: { name: gateway.name, port: 'LAN1', mac: gateway.mac },
  }
  const spare: ModelledPort = { name: 'XGigabitEthernet0/0/2', megabits: 10_000, load: null }
  return [...access, uplink, spare]
}
