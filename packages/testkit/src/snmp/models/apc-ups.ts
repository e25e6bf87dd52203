import { addPorts, addSystem, type DeviceModel, type ModelOptions } from './device-model.ts'
import { LoadCurve } from './load-curve.ts'
import { Mib } from './mib.ts'

export const upsPrefix = '00:c0:b7'

/** PowerNet-MIB of APC, and UPS-MIB (RFC 1628) beside it. */
const ups = '1.3.6.1.4.1.318.1.1.1'
/** The mains fail for nine minutes every third day at four in the morning in China. */
const failure = { everyDays: 3, atHour: 20, minutes: 9 }

/** A Smart-UPS of APC with a network management card. */
export function apcUps(options: ModelOptions): DeviceModel {
  const serialNumber = `AS21${String(options.number).padStart(4, '0')}1542`
  const curve = new LoadCurve(options.number * 3)
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
            'APC Web/SNMP Management Card (MB:v4.1.0 PF:v6.9.6 PN:apc_hw05_aos_696.bin AF1:v6.9.6 AN1:apc_hw05_sumx_696.bin MN:AP9630 HR:05 SN: ZA1921023456 MD:05/21/2019)',
          objectId: '1.3.6.1.4.1.318.1.3.27',
        },
        now,
      )
      addPorts(mib, [{ name: 'eth0', megabits: 100, load: [0.02, 0.02] }], {
        number: options.number,
        macPrefix: upsPrefix,
        now,
      })
      const share = curve.share(now)
      const drained = minutesOnBattery(now)
      const charge = drained === null ? 100 : 100 - 4 * drained
      mib
        .text(`${ups}.1.1.1.0`, 'Smart-UPS 1500')
        .text(`${ups}.1.2.1.0`, 'UPS 09.3 (ID18)')
        .text(`${ups}.1.2.3.0`, serialNumber)
        .integer(`${ups}.2.1.1.0`, 2)
        .gauge(`${ups}.2.2.1.0`, charge)
        .gauge(`${ups}.2.2.2.0`, 27 + 3 * share)
        .add(`${ups}.2.2.3.0`, 'timeticks', Math.round((52 - 20 * share) * charge * 60))
        .gauge(`${ups}.3.2.1.0`, drained === null ? 224 + 6 * share : 0)
        .integer(`${ups}.4.1.1.0`, drained === null ? 2 : 3)
        .gauge(`${ups}.4.2.1.0`, 230)
        .gauge(`${ups}.4.2.3.0`, 18 + 24 * share)
        .gauge(`${ups}.4.2.4.0`, 1 + 1.4 * share)
      return mib.rows()
    },
  }
}

/** Null while the mains are there. */
function minutesOnBattery(now: number): number | null {
  const day = Math.floor(now / 86_400_000)
  if (day % failure.everyDays !== 0) return null
  const since = (now - day * 86_400_000) / 60_000 - failure.atHour * 60
  return since >= 0 && since < failure.minutes ? since : null
}
