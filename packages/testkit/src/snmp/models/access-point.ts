import { addPorts, addSystem, type DeviceModel, macOf, type ModelOptions } from './device-model.ts'
import { LoadCurve } from './load-curve.ts'
import { Mib } from './mib.ts'

export const accessPointPrefix = '78:8a:20'

/** UBNT-UniFi-MIB: radios and virtual access points. */
const radios = '1.3.6.1.4.1.41112.1.6.1.1.1'
const vaps = '1.3.6.1.4.1.41112.1.6.1.2.1'

/** An access point of Ubiquiti's UniFi family: it counts its Wi-Fi clients per SSID. */
export function unifiAccessPoint(options: ModelOptions): DeviceModel {
  const mac = macOf(accessPointPrefix, options.number)
  const serialNumber = mac.replaceAll(':', '').toUpperCase()
  const curve = new LoadCurve(options.number * 17)
  return {
    name: options.name,
    serialNumber,
    rowsAt(now) {
      const mib = new Mib()
      addSystem(
        mib,
        options,
        { description: 'UAP-nanoHD 6.5.28.14491', objectId: '1.3.6.1.4.1.8072.3.2.10' },
        now,
      )
      addPorts(
        mib,
        [
          { name: 'eth0', megabits: 1000, load: [11, 4] },
          { name: 'wifi0', type: 71, megabits: 300, load: [4, 9] },
          { name: 'wifi1', type: 71, megabits: 1733, load: [2, 5] },
        ],
        { number: options.number, macPrefix: accessPointPrefix, now },
      )
      const share = curve.share(now)
      const clients = [5 + 18 * share, 3 + 34 * share]
      ;[
        { name: 'ra0', channel: 6, ssid: '门店访客', busy: 30 },
        { name: 'rai0', channel: 149, ssid: '门店办公', busy: 12 },
      ].forEach(({ name, channel, ssid, busy }, place) => {
        const index = place + 1
        mib
          .text(`${radios}.2.${index}`, name)
          .text(`${radios}.3.${index}`, place === 0 ? 'ng' : 'na')
          .integer(`${radios}.6.${index}`, busy + 34 * share)
          .text(`${vaps}.2.${index}`, mac)
          .integer(`${vaps}.4.${index}`, channel)
          .text(`${vaps}.6.${index}`, ssid)
          .text(`${vaps}.7.${index}`, name)
          .integer(`${vaps}.8.${index}`, clients[place]!)
          .text(`${vaps}.9.${index}`, place === 0 ? 'ng' : 'na')
          .integer(`${vaps}.22.${index}`, 1)
      })
      mib
        .text('1.3.6.1.4.1.41112.1.6.3.3.0', 'UAP-nanoHD')
        .text('1.3.6.1.4.1.41112.1.6.3.6.0', '6.5.28.14491')
      // UCD-SNMP-MIB: load and memory of the Linux beneath.
      mib
        .integer('1.3.6.1.4.1.2021.4.5.0', 254_000)
        .integer('1.3.6.1.4.1.2021.4.6.0', 92_000 - 30_000 * share)
        .integer('1.3.6.1.4.1.2021.4.14.0', 4_000)
        .integer('1.3.6.1.4.1.2021.4.15.0', 22_000)
        .integer('1.3.6.1.4.1.2021.11.9.0', 6 + 20 * share)
        .integer('1.3.6.1.4.1.2021.11.10.0', 3 + 6 * share)
        .integer('1.3.6.1.4.1.2021.11.11.0', 91 - 26 * share)
      return mib.rows()
    },
  }
}
