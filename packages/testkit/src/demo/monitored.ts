import { accessPointPrefix, unifiAccessPoint } from '../snmp/models/access-point.ts'
import { apcUps } from '../snmp/models/apc-ups.ts'
import { type DeviceModel, macOf } from '../snmp/models/device-model.ts'
import { fortinetFirewall } from '../snmp/models/fortinet-firewall.ts'
import { hpPrinter } from '../snmp/models/hp-printer.ts'
import { huaweiSwitch } from '../snmp/models/huawei-switch.ts'

/** A simulated SNMP device of the demo and where it stands. */
export interface MonitoredDevice {
  readonly company: string
  readonly site: string
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
    const models = [
      huaweiSwitch({
        ...options('接入交换机', 0),
        gateway: `${site}网关`,
        accessPoints: points.map((point) => ({
          name: point.name,
          mac: macOf(accessPointPrefix, point.number),
        })),
      }),
      ...points.map(unifiAccessPoint),
      hpPrinter(options('前台打印机', 8)),
      ...(hotel ? [fortinetFirewall(options('防火墙', 9)), apcUps(options('机房UPS', 10))] : []),
    ]
    return models.map((model) => ({ company, site, model }))
  },
)
