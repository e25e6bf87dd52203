import type { DeviceType } from '@netward/contract/device-values'
import type { Basics } from './recognise.ts'
import type { Reading } from './rows.ts'
import type { PlainInterface } from './standard/interfaces.ts'
import { bridge } from './standard/oids.ts'

/** Words of sysDescr that name the type of a device whose maker has no profile. */
const words: readonly (readonly [DeviceType, RegExp])[] = [
  ['printer', /\b(?:printer|laserjet|mfp|multifunction|imagerunner|bizhub|label ?printer)\b/i],
  ['firewall', /\b(?:firewall|utm|ngfw)\b/i],
  ['wireless_controller', /\b(?:wireless|wlan|ap) controller\b/i],
  ['wireless_ap', /\b(?:access point|wireless ap|wifi ap)\b/i],
  ['switch', /\bswitch/i],
  ['router', /\brouter\b/i],
  ['access_control', /\baccess control/i],
  ['cash_register', /\b(?:pos terminal|cash register)\b/i],
]

const prtGeneralConfigChanges = '1.3.6.1.2.1.43.5.1.1.1'
const dot1dBaseNumPorts = '1.3.6.1.2.1.17.1.2.0'

/** The type by what the agent serves, for makers without a profile. */
export async function guessType(
  reading: Reading,
  { descr }: Basics,
  interfaces: readonly Pick<PlainInterface, 'type'>[],
): Promise<DeviceType> {
  if ((await reading.column(prtGeneralConfigChanges)).size > 0) return 'printer'
  const named = words.find(([, pattern]) => pattern.test(descr))
  if (named) return named[0]
  const isBridge = (await reading.get(bridge.dot1dBaseBridgeAddress, dot1dBaseNumPorts)).size > 0
  return isBridge && interfaces.filter(({ type }) => type === 6).length >= 5 ? 'switch' : 'other'
}
