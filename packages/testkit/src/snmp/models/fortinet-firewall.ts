import { addChassis, addPorts, addSystem, type DeviceModel, type ModelOptions } from './device-model.ts'
import { LoadCurve } from './load-curve.ts'
import { Mib } from './mib.ts'

export const firewallPrefix = '94:f3:92'

/** FORTINET-FORTIGATE-MIB fgSystemInfo. */
const system = '1.3.6.1.4.1.12356.101.4.1'

/** A virus scan of all files takes the processor for 35 minutes, six times a day. */
const scan = { everyHours: 4, minutes: 35 }
const isScanning = (now: number): boolean => now % (scan.everyHours * 3_600_000) < scan.minutes * 60_000

/** A FortiGate: sessions, CPU and memory beside its interfaces. */
export function fortinetFirewall(options: ModelOptions): DeviceModel {
  const serialNumber = `FGT60FTK2${String(options.number).padStart(7, '0')}`
  const curve = new LoadCurve(options.number * 11)
  return {
    name: options.name,
    serialNumber,
    rowsAt(now) {
      const mib = new Mib()
      addSystem(mib, options, { description: 'FortiGate 60F', objectId: '1.3.6.1.4.1.12356.101.1.644' }, now)
      addPorts(
        mib,
        [
          { name: 'wan1', alias: '主用线路', megabits: 1000, load: [34, 11] },
          { name: 'wan2', alias: '备用线路', megabits: 1000, load: [2, 1] },
          { name: 'internal1', alias: '办公', megabits: 1000, load: [9, 28], vlan: 10 },
          { name: 'internal2', alias: '访客', megabits: 1000, load: [4, 9], vlan: 20 },
          { name: 'internal3', megabits: 1000, load: null },
        ],
        { number: options.number, macPrefix: firewallPrefix, now },
      )
      addChassis(mib, {
        index: 1,
        description: 'Fortinet FGT_60F, HW Serial#: ' + serialNumber,
        name: options.name,
        hardware: '17-1',
        software: 'FortiGate-60F v7.2.5,build1517,230606 (GA)',
        serial: serialNumber,
        maker: 'Fortinet',
        model: 'FGT_60F',
      })
      const share = curve.share(now)
      mib
        .text('1.3.6.1.4.1.12356.100.1.1.1.0', serialNumber)
        .text(`${system}.1.0`, 'v7.2.5,build1517,230606 (GA)')
        .gauge(`${system}.3.0`, isScanning(now) ? 96 : 5 + 44 * share)
        .gauge(`${system}.4.0`, 47 + 8 * share)
        .gauge(`${system}.5.0`, 1_916_000)
        .gauge(`${system}.6.0`, 2)
        .gauge(`${system}.7.0`, 3_900_000)
        .gauge(`${system}.8.0`, 900 + 8_400 * share)
      return mib.rows()
    },
  }
}
