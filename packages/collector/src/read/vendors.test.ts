import { agentOf } from '@netward/testkit/snmp/recorded-agent'
import { expect, test } from 'vitest'
import { readInventory, readPoll } from './index.ts'

interface Case {
  readonly agent: readonly string[]
  /** vendor, type, model, version, serial number: as far as the agent says them. */
  readonly is: readonly string[]
  /** `metric instance = value`, in any order. */
  readonly has: readonly string[]
  /** `metric label limit`, in any order. */
  readonly limits?: readonly string[]
}

const e = '1.3.6.1.4.1'
const system = (objectId: string, descr: string) => [
  '1.3.6.1.2.1.1.3.0|67|100',
  `1.3.6.1.2.1.1.2.0|6|${objectId}`,
  `1.3.6.1.2.1.1.1.0|4|${descr}`,
]
const entity = '1.3.6.1.2.1.47.1.1.1.1'
const netSnmp = `${e}.8072.3.2.10`

/** Written from the MIB of each maker. */
const cases: Readonly<Record<string, Case>> = {
  'Huawei VRP': {
    agent: [
      ...system(
        `${e}.2011.2.23.999`,
        'S5735-L24T4S-A Huawei Versatile Routing Platform Software VRP (R) software,Version 5.170 (S5735 V200R021C00SPC100)',
      ),
      `${e}.2011.5.25.31.6.5.0|4|S5735-L24T4S-A`,
      `${entity}.7.9|4|MPU`,
      `${e}.2011.5.25.31.1.1.1.1.2.9|2|3`,
      `${e}.2011.5.25.31.1.1.1.1.5.9|2|12`,
      `${e}.2011.5.25.31.1.1.1.1.6.9|2|90`,
      `${e}.2011.5.25.31.1.1.1.1.7.9|2|40`,
      `${e}.2011.5.25.31.1.1.1.1.8.9|2|95`,
      `${e}.2011.5.25.31.1.1.1.1.9.9|2|1000`,
      `${e}.2011.5.25.31.1.1.1.1.11.9|2|45`,
      `${e}.2011.5.25.31.1.1.1.1.5.10|2|2147483647`,
    ],
    is: ['Huawei', 'switch', 'S5735-L24T4S-A', '5.170 (V200R021C00SPC100)'],
    has: [
      'cpu_usage MPU Processor = 12',
      'memory_usage MPU Memory = 40',
      'memory_used MPU Memory = 400',
      'temperature MPU = 45',
    ],
    limits: ['memory_usage MPU Memory 95'],
  },
  'H3C Comware': {
    agent: [
      ...system(
        `${e}.25506.1.999`,
        'H3C Comware Platform Software, Software Version 7.1.070, Release 6328 H3C S5130S-28P-EI Copyright',
      ),
      `${entity}.7.3|4|Board`,
      `${e}.25506.2.6.1.1.1.1.6.3|2|9`,
      `${e}.25506.2.6.1.1.1.1.8.3|2|55`,
      `${e}.25506.2.6.1.1.1.1.9.3|2|85`,
      `${e}.25506.2.6.1.1.1.1.12.3|2|65535`,
      `${e}.25506.8.35.9.1.1.1.2.1|2|2`,
    ],
    is: ['H3C', 'switch', 'S5130S-28P-EI', '7.1.070'],
    has: ['cpu_usage Board = 9', 'memory_usage Board = 55', 'sensor_state Fan 1 = 3', 'state_code Fan 1 = 2'],
    limits: ['memory_usage Board 85'],
  },
  Ruijie: {
    agent: [
      ...system(`${e}.4881.1.1.10.1.9`, 'Ruijie Gigabit Switch(RG-S2910-24GT4SFP-E) By Ruijie Networks'),
      `${e}.4881.1.1.10.2.1.1.2.0|4|RGOS 11.4(1)B12`,
      `${e}.4881.1.1.10.2.36.1.1.3.0|66|17`,
      `${e}.4881.1.1.10.2.35.1.1.1.3.1|2|48`,
    ],
    is: ['Ruijie', 'switch', 'RG-S2910-24GT4SFP-E', 'RGOS 11.4(1)B12'],
    has: ['cpu_usage Processor = 17', 'memory_usage Memory = 48'],
  },
  ZTE: {
    agent: [
      ...system(`${e}.3902.3.100.9`, 'ZXR10_5950 Software, Version ZXR10 5950 V3.00.11.B10'),
      `${e}.3902.3.3.1.1.12.1|2|8`,
    ],
    is: ['ZTE', 'switch', '5950', 'V3.00.11.B10'],
    has: ['cpu_usage Processor = 8'],
  },
  'TP-Link': {
    agent: [
      ...system(`${e}.11863.5.999`, 'JetStream Switch'),
      `${e}.11863.6.1.1.5.0|4|TL-SG3428 2.0`,
      `${e}.11863.6.1.1.8.0|4|2210001`,
      `${e}.11863.6.4.1.1.1.1.2.1|2|6`,
      `${e}.11863.6.56.1.1.1.3.0|2|404`,
    ],
    is: ['TP-Link', 'switch', 'TL-SG3428 2.0', '', '2210001'],
    has: ['cpu_usage Proc #1 = 6', 'power Power Consumption = 40.4'],
  },
  'Edgecore, whose MIB stands below its own sysObjectID': {
    agent: [
      ...system(`${e}.259.10.1.99.101`, 'ECS'),
      `${e}.259.10.1.99.1.1.3.1.6.1|4|1.5.2`,
      `${e}.259.10.1.99.1.1.3.1.10.1|4|EC100`,
      `${e}.259.10.1.99.1.1.5.1.0|4|ECS9999`,
      `${e}.259.10.1.99.1.39.2.1.0|2|30`,
    ],
    is: ['Edgecore', 'switch', 'ECS9999', '1.5.2', 'EC100'],
    has: ['cpu_usage Processor = 30'],
  },
  'Cisco IOS': {
    agent: [
      ...system(
        `${e}.9.1.1208`,
        'Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(4)E7, RELEASE SOFTWARE',
      ),
      `${e}.9.9.109.1.1.1.1.8.1|66|33`,
      `${e}.9.9.48.1.1.1.2.1|4|Processor`,
      `${e}.9.9.48.1.1.1.5.1|66|250`,
      `${e}.9.9.48.1.1.1.6.1|66|750`,
      `${e}.9.9.13.1.3.1.2.1|4|SW#1, Sensor#1, GREEN`,
      `${e}.9.9.13.1.3.1.3.1|66|44`,
      `${e}.9.9.13.1.4.1.2.1|4|Fan#1`,
      `${e}.9.9.13.1.4.1.3.1|2|3`,
    ],
    is: ['Cisco', 'switch', 'cat29xxStack', '15.2(4)E7'],
    has: [
      'cpu_usage Processor = 33',
      'memory_usage Processor = 25',
      'temperature SW#1, Sensor#1 = 44',
      'sensor_state Fan#1 = 3',
    ],
  },
  'Cisco ASA': {
    agent: [
      ...system(`${e}.9.1.2114`, 'Cisco Adaptive Security Appliance Version 9.16(3)'),
      `${e}.9.9.147.1.2.2.2.1.5.40.6|66|77`,
    ],
    is: ['Cisco', 'firewall', '', '9.16(3)'],
    has: ['session_count  = 77'],
  },
  'Aruba controller': {
    agent: [
      ...system(`${e}.14823.1.1.32`, 'ArubaOS (MODEL: Aruba7210), Version 8.2.0.2 (62929)'),
      `${e}.14823.2.2.1.2.1.13.1.2.1|4|Supervisor`,
      `${e}.14823.2.2.1.2.1.13.1.3.1|2|4`,
    ],
    is: ['Aruba', 'wireless_controller', 'Aruba7210', '8.2.0.2'],
    has: ['cpu_usage Supervisor = 4'],
  },
  ProCurve: {
    agent: [
      ...system(`${e}.11.2.3.7.11.999`, 'HP J9776A 2530-24G Switch, revision YA.16.10.0005, ROM YA.15.20'),
      `${e}.11.2.14.11.5.1.9.6.1.0|2|3`,
      `${e}.11.2.36.1.1.2.9.0|4|CN00AAA000`,
      `${e}.11.2.14.11.5.1.55.1.1.1.2.1|2|4`,
    ],
    is: ['HP', 'switch', 'J9776A 2530-24G', 'YA.16.10.0005', 'CN00AAA000'],
    has: ['cpu_usage Processor = 3', 'sensor_state Power Supply #1 = 3'],
  },
  Juniper: {
    agent: [
      ...system(
        `${e}.2636.1.1.1.4.131.2`,
        'Juniper Networks, Inc. ex3400-48t Ethernet Switch, kernel JUNOS 18.4R2, Build date',
      ),
      `${e}.2636.3.1.13.1.5.9.1.0.0|4|Routing Engine 0`,
      `${e}.2636.3.1.13.1.8.9.1.0.0|66|11`,
      `${e}.2636.3.1.13.1.15.9.1.0.0|2|2048`,
      `${e}.2636.3.1.13.1.11.9.1.0.0|66|25`,
      `${e}.2636.3.4.2.3.1.0|2|3`,
    ],
    is: ['Juniper', 'switch', 'Juniper EX3400-48T', '18.4R2'],
    has: [
      'cpu_usage Routing Engine 0 = 11',
      'memory_used Routing Engine 0 = 536870912',
      'sensor_state Red Alarm = 3',
    ],
  },
  FortiGate: {
    agent: [
      ...system(`${e}.12356.101.1.1041`, ''),
      `${e}.12356.101.4.1.1.0|4|v7.2.5,build1517`,
      `${e}.12356.100.1.1.1.0|4|FG100`,
      `${e}.12356.101.4.1.3.0|66|5`,
      `${e}.12356.101.4.1.4.0|66|50`,
      `${e}.12356.101.4.1.5.0|66|2048`,
      `${e}.12356.101.4.1.8.0|66|1380`,
    ],
    is: ['Fortinet', 'firewall', '', 'v7.2.5,build1517', 'FG100'],
    has: ['cpu_usage System Cpu Usage = 5', 'memory_total Main Memory = 2097152', 'session_count  = 1380'],
  },
  'Palo Alto': {
    agent: [
      ...system(`${e}.25461.2.3.54`, 'Palo Alto Networks PA-400 series firewall'),
      `${e}.25461.2.1.2.1.1.0|4|10.1.14`,
      `${e}.25461.2.1.2.3.3.0|2|241`,
    ],
    is: ['Palo Alto Networks', 'firewall', 'PA-440', '10.1.14'],
    has: ['session_count  = 241'],
  },
  'Check Point': {
    agent: [
      ...system(`${e}.2620.1.6.123.1.49`, 'Linux'),
      `${e}.2620.1.6.4.1.0|4|R81.20`,
      `${e}.2620.1.6.7.8.1.1.2.1.0|4|CPU`,
      `${e}.2620.1.6.7.8.1.1.3.1.0|4|54.5`,
    ],
    is: ['Check Point', 'firewall', '', 'R81.20'],
    has: ['temperature CPU = 54.5'],
  },
  MikroTik: {
    agent: [
      ...system(`${e}.14988.1`, 'RouterOS RB4011iGS+'),
      `${e}.14988.1.1.4.4.0|4|7.12`,
      `${e}.14988.1.1.7.3.0|4|ABC123456`,
      `${e}.14988.1.1.3.100.1.2.14|4|temperature`,
      `${e}.14988.1.1.3.100.1.3.14|66|45`,
      `${e}.14988.1.1.3.100.1.4.14|2|1`,
      `${e}.14988.1.1.3.100.1.2.13|4|voltage`,
      `${e}.14988.1.1.3.100.1.3.13|66|241`,
      `${e}.14988.1.1.3.100.1.4.13|2|3`,
    ],
    is: ['MikroTik', 'router', 'RB4011iGS+', '7.12', 'ABC123456'],
    has: ['temperature temperature = 45', 'voltage voltage = 24.1'],
  },
  'UniFi access point': {
    agent: [
      ...system(netSnmp, 'UAP-AC-Pro 6.5.28'),
      `${e}.41112.1.6.3.3.0|4|UAP-AC-Pro`,
      `${e}.41112.1.6.3.6.0|4|6.5.28`,
      `${e}.41112.1.6.1.2.1.6.1|4|guests`,
      `${e}.41112.1.6.1.2.1.9.1|4|ng`,
      `${e}.41112.1.6.1.2.1.8.1|2|4`,
    ],
    is: ['Ubiquiti', 'wireless_ap', 'UAP-AC-Pro', '6.5.28'],
    has: ['wifi_clients guests (ng) = 4'],
  },
  Teltonika: {
    agent: [
      ...system(netSnmp, 'Linux Teltonika-RUT955.com 4.14'),
      `${e}.48690.1.7.0|4|RUT955`,
      `${e}.48690.2.4.0|4|-71`,
      `${e}.48690.2.3.0|4|registered (home)`,
    ],
    is: ['Teltonika', 'router', 'RUT955'],
    has: [
      'signal_strength Signal Level = -71',
      'sensor_state Mobile Net State = 1',
      'state_code Mobile Net State = 1',
    ],
  },
  'D-Link': {
    agent: [
      ...system(`${e}.171.10.113.1.3`, 'DGS-1210-28 Gigabit Ethernet Switch'),
      `${e}.171.12.1.1.6.1.0|2|14`,
      '1.3.6.1.2.1.16.19.2.0|4|6.20.007',
    ],
    is: ['D-Link', 'switch', 'DGS-1210-28', '6.20.007'],
    has: ['cpu_usage Processor = 14'],
  },
  Netgear: {
    agent: [
      ...system(`${e}.4526.100.4.999`, 'GS724TPv2 ProSAFE 24-port, 6.0.0.45, Linux'),
      `${e}.4526.10.1.1.4.9.0|4|    5 Secs (  6.51%)   60 Secs (  7.77%)  300 Secs (  8.10%)`,
      `${e}.4526.10.43.1.8.1.5.1.0|2|41`,
    ],
    is: ['Netgear', 'switch', 'GS724TPv2', '6.0.0.45'],
    has: ['cpu_usage Processor = 6.51', 'temperature Temperature 1.0 = 41'],
  },
  'APC UPS': {
    agent: [
      ...system(
        `${e}.318.1.3.2.13`,
        'APC Web/SNMP Management Card (MB:v4.1.0 PF:v6.8.2 PN:a AF1:v6.8.0 AN1:b MN:AP9630 HR:08 SN: ZA0000000001 MD:1)',
      ),
      `${e}.318.1.1.1.1.1.1.0|4|Smart-UPS 1500`,
      `${e}.318.1.1.1.4.1.1.0|2|3`,
      `${e}.318.1.1.1.2.2.3.0|67|180000`,
      `${e}.318.1.1.1.2.3.1.0|66|995`,
    ],
    is: ['APC', 'other', 'Smart-UPS 1500', 'AOS v6.8.2 / App v6.8.0', 'ZA0000000001'],
    has: [
      'ups_on_battery  = 1',
      'ups_runtime  = 1800',
      'ups_charge  = 99.5',
      'sensor_state Output Status = 2',
    ],
  },
  CyberPower: {
    agent: [
      ...system(`${e}.3808.1.1.1`, 'UPS SNMP Card'),
      `${e}.3808.1.1.1.1.1.1.0|4|PR1500`,
      `${e}.3808.1.1.1.4.1.1.0|2|2`,
      `${e}.3808.1.1.1.3.2.1.0|66|2301`,
    ],
    is: ['CyberPower', 'other', 'PR1500'],
    has: ['ups_on_battery  = 0', 'voltage Input Line Voltage = 230.1'],
  },
  Synology: {
    agent: [
      ...system(netSnmp, 'Linux nas 4.4'),
      `${e}.6574.1.5.1.0|4|DS920+`,
      `${e}.6574.1.5.3.0|4|DSM 7.2-64570`,
      `${e}.6574.3.1.1.2.0|4|Volume 1`,
      `${e}.6574.3.1.1.3.0|2|11`,
    ],
    is: ['Synology', 'other', 'DS920+', '7.2-64570'],
    has: ['sensor_state Volume 1 = 3'],
  },
  Brother: {
    agent: [
      ...system(`${e}.2435.2.3.9.1`, 'Brother NC-8300h, Firmware Ver.1.14'),
      `${e}.2435.2.3.9.1.1.7.0|4|MFG:Brother;CMD:PJL;MDL:HL-L2350DW series;CLS:PRINTER;`,
    ],
    is: ['Brother', 'printer', 'HL-L2350DW series', '1.14'],
    has: [],
  },
  Windows: {
    agent: system(
      `${e}.311.1.1.3.1.2`,
      'Hardware: Intel64 Family 6 - Software: Windows Version 6.3 (Build 17763 Multiprocessor Free)',
    ),
    is: ['Microsoft', 'other', 'Intel x64', 'Server 2019 (NT 6.3)'],
    has: [],
  },
  'Hikvision, without a sysObjectID': {
    agent: [
      '1.3.6.1.2.1.1.3.0|67|100',
      `${e}.39165.1.1.0|4|DS-2CD2185`,
      `${e}.39165.1.7.0|4|15 PERCENT`,
      `${e}.39165.1.10.0|4|512 MB`,
      `${e}.39165.1.11.0|4|50 PERCENT`,
    ],
    is: ['Hikvision', 'other', 'DS-2CD2185'],
    has: ['cpu_usage Processor = 15', 'memory_used Memory = 268435456'],
  },
  'a maker without a profile': {
    agent: [...system(`${e}.476.1.42`, 'Label printer')],
    is: ['Vertiv', 'printer'],
    has: [],
  },
}

test.each(Object.entries(cases))(
  '%s is recognised and measured by its MIB',
  async (_, { agent, is, has, limits = [] }) => {
    const recorded = agentOf(...agent)
    const { identity, parts, plan } = await readInventory(recorded)
    const known = [identity.vendor, identity.type, identity.model, identity.version, identity.serialNumber]
    expect(known.slice(0, is.length)).toEqual(is)
    const { samples } = await readPoll(recorded, JSON.parse(JSON.stringify(plan)))
    const shown = samples.map(({ metric, instance, value }) => `${metric} ${instance} = ${value}`)
    expect(shown).toEqual(expect.arrayContaining([...has]))
    const own = parts.flatMap(({ metric, label, high }) =>
      high === undefined ? [] : [`${metric} ${label} ${high}`],
    )
    expect(own).toEqual(expect.arrayContaining([...limits]))
  },
)
