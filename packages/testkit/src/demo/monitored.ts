import { gatewayModels, macOf as gatewayMacOf, modelNames } from '../gateway/models.ts'
import { demoCompanies, firstNumberOf } from './companies.ts'
import { accessPointPrefix, unifiAccessPoint } from '../snmp/models/access-point.ts'
import { apcUps, upsPrefix } from '../snmp/models/apc-ups.ts'
import { type DeviceModel, macOf } from '../snmp/models/device-model.ts'
import { firewallPrefix, fortinetFirewall } from '../snmp/models/fortinet-firewall.ts'
import { hpPrinter, printerPrefix } from '../snmp/models/hp-printer.ts'
import { huaweiSwitch } from '../snmp/models/huawei-switch.ts'

/** A simulated SNMP device of the demo and where it stands. */
export interface MonitoredDevice {
  readonly company: string
  readonly site: string
  readonly kind: 'switch' | 'access_point' | 'printer' | 'firewall' | 'ups'
  /** On loopback, where a device has one of its own: its messages are known by it. */
  readonly address: string
  /** Messages in half an hour, at most. */
  readonly talkative: number
  readonly model: DeviceModel
}

/** Sites whose equipment is monitored: hotels have a firewall and a UPS beside what shops have. */
const sites = [
  { company: 'qinghe', site: '滨江路店', accessPoints: 1, hotel: false },
  { company: 'qinghe', site: '人民路店', accessPoints: 2, hotel: false },
  { company: 'yuelai', site: '上海虹桥店', accessPoints: 3, hotel: true },
] as const

export const monitoredCompanies = [...new Set(sites.map(({ company }) => company))]

/** The devices of all monitored sites, in a fixed order: their ports and serial numbers stay. */
export const monitoredDevices: readonly MonitoredDevice[] = sites.flatMap(
  ({ company, site, accessPoints, hotel }, place) => {
    const number = (place + 1) * 16
    const options = (suffix: string, offset: number) => ({
      name: `${site}-${suffix}`,
      location: site,
      number: number + offset,
    })
    const points = Array.from({ length: accessPoints }, (_, index) => options(`AP${index + 1}`, index + 1))
    const printer = options('前台打印机', 8)
    const firewall = options('防火墙', 9)
    const ups = options('机房UPS', 10)
    const models: (readonly [MonitoredDevice['kind'], DeviceModel])[] = [
      [
        'switch',
        huaweiSwitch({
          ...options('接入交换机', 0),
          gateway: { name: site, mac: gatewayMac(company, site) },
          accessPoints: points.map((point) => ({
            name: point.name,
            mac: macOf(accessPointPrefix, point.number),
          })),
          stations: [
            { port: 11, mac: macOf(printerPrefix, printer.number, 1) },
            ...(hotel
              ? [
                  { port: 23, mac: macOf(firewallPrefix, firewall.number, 1) },
                  { port: 24, mac: macOf(upsPrefix, ups.number, 1) },
                ]
              : []),
            ...clientsOf(number, accessPoints),
          ],
        }),
      ],
      ...points.map((point): [MonitoredDevice['kind'], DeviceModel] => [
        'access_point',
        unifiAccessPoint(point),
      ]),
      ['printer', hpPrinter(printer)],
      ...(hotel
        ? ([
            ['firewall', fortinetFirewall(firewall)],
            ['ups', apcUps(ups)],
          ] as const)
        : []),
    ]
    return models.map(([kind, model], at) => ({
      company,
      site,
      kind,
      model,
      address: `127.18.${place + 1}.${at + 10}`,
      talkative: { switch: 5, access_point: 9, firewall: 12, printer: 1.5, ups: 0.4 }[kind],
    }))
  },
)

/** Of the gateway of a site's main line, as it is made (gateway/identity.ts): the switch hears it. */
function gatewayMac(code: string, site: string): string {
  const company = demoCompanies.find((one) => one.code === code)
  if (company === undefined) throw new Error(`There is no demo company ${code}`)
  const number = firstNumberOf(company) + company.sites.indexOf(site)
  return gatewayMacOf(gatewayModels[modelNames[number % modelNames.length]!].oui, number * 8)
}

/** Tills and a recorder at ports of their own, guests behind access points: phones with random MACs. */
function clientsOf(number: number, accessPoints: number): { port: number; mac: string }[] {
  const guests = Array.from({ length: accessPoints }, (_, place) =>
    Array.from({ length: 5 + ((number + 3 * place) % 7) }, (_guest, guest) => ({
      port: place + 1,
      mac: macOf('02:5e:31', number + place, guest + 1),
    })),
  )
  return [
    { port: 10, mac: macOf('00:1d:ba', number, 1) },
    { port: 16, mac: macOf('44:19:b6', number, 2) },
    { port: 16, mac: macOf('44:19:b6', number, 3) },
    ...guests.flat(),
  ]
}
