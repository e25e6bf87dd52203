import { addPorts, addSystem, type DeviceModel, type ModelOptions } from './device-model.ts'
import { LoadCurve } from './load-curve.ts'
import { Mib } from './mib.ts'

export const printerPrefix = '80:e8:2c'

const toners = [
  { name: 'Black Cartridge HP W2110A', colour: 'black', days: 45 },
  { name: 'Cyan Cartridge HP W2111A', colour: 'cyan', days: 90 },
  { name: 'Magenta Cartridge HP W2113A', colour: 'magenta', days: 110 },
  { name: 'Yellow Cartridge HP W2112A', colour: 'yellow', days: 70 },
]

/** A colour laser printer of HP: Printer-MIB (RFC 3805), supplies that run empty and are changed. */
export function hpPrinter(options: ModelOptions): DeviceModel {
  const serialNumber = `VNB3K${String(options.number).padStart(5, '0')}`
  const curve = new LoadCurve(options.number * 7)
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
            'HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD153,EEPROM JSI24050012,CIDATE 08/18/2021',
          objectId: '1.3.6.1.4.1.11.2.3.9.1',
        },
        now,
      )
      addPorts(mib, [{ name: 'eth0', megabits: 100, load: [0.3, 0.1] }], {
        number: options.number,
        macPrefix: printerPrefix,
        now,
      })
      mib
        .text('1.3.6.1.2.1.25.3.2.1.3.1', 'HP Color LaserJet Pro M255dw')
        .object('1.3.6.1.2.1.25.3.2.1.2.1', '1.3.6.1.2.1.25.3.1.5')
        .integer('1.3.6.1.2.1.25.3.2.1.5.1', 2)
        .integer('1.3.6.1.2.1.25.3.5.1.1.1', 3)
        .text('1.3.6.1.2.1.43.5.1.1.16.1', 'HP Color LaserJet Pro M255dw')
        .text('1.3.6.1.2.1.43.5.1.1.17.1', serialNumber)
        .add('1.3.6.1.2.1.43.10.2.1.4.1.1', 'counter32', Number(curve.counted(now, 22)))
      toners.forEach(({ name, colour, days }, place) => {
        const index = place + 1
        const column = (n: number) => `1.3.6.1.2.1.43.11.1.1.${n}.1.${index}`
        const used = ((now / 86_400_000 + options.number * 13) % days) / days
        mib
          .integer(column(2), 1)
          .integer(column(3), index)
          .integer(column(4), 3)
          .integer(column(5), 3)
          .text(column(6), name)
          .integer(column(7), 19)
          .integer(column(8), 100)
          .integer(column(9), Math.max(1, 100 - 100 * used))
          .text(`1.3.6.1.2.1.43.12.1.1.4.1.${index}`, colour)
      })
      return mib.rows()
    },
  }
}
