import type { DeviceType } from '@netward/contract/device-values'
import { typeOfObjectId } from '@netward/snmp-profiles'
import { readNumber } from './number.ts'
import type { Basics } from './recognise.ts'
import type { Reading } from './rows.ts'
import type { PlainInterface } from './standard/interfaces.ts'
import { bridge } from './standard/oids.ts'

/** Words of sysDescr that name the type of a device whose maker has no profile. The first that fits decides. */
const words: readonly (readonly [DeviceType, RegExp])[] = [
  ['printer', /\b(?:printer|laserjet|mfp|multifunction|imagerunner|bizhub|label ?printer)\b/i],
  [
    'other',
    /\b(?:ups|[em]?pdu|outlet|rectifier|power (?:system|strip|supply|distribution|controller)|transmitter|encoder|(?:un)?interruptible|battery|storage|server|camera|sensors?|temperature|humidity|receiver|decoder|kvm|console|time|clock|ntp|modulator|remote (?:access|management) controller)\b/i,
  ],
  ['firewall', /\b(?:firewall|utm|ngfw)\b/i],
  ['wireless_controller', /\b(?:wireless|wlan|ap|access) controller\b/i],
  [
    'wireless_ap',
    /\b(?:access points?|wireless (?:ap|bridge|link|lan)|wifi|wi-fi ap|base station|microwave radio|subscriber module|canopy)\b/i,
  ],
  ['switch', /(?:\b|[a-z])switch(?:es|ing)?\b/i],
  ['router', /\b(?:router|routing|gateway|cable modem|modem|cpe|iad|cmts|dslam|olt|x?gs?pon|broadband)\b/i],
  ['access_control', /\baccess control/i],
  ['cash_register', /\b(?:pos terminal|cash register)\b/i],
]

const prtGeneralConfigChanges = '1.3.6.1.2.1.43.5.1.1.1'
const dot1dBaseNumPorts = '1.3.6.1.2.1.17.1.2.0'
const upsMib = '1.3.6.1.2.1.33.1.1.1.0'
const sysServices = '1.3.6.1.2.1.1.7.0'
const ipForwarding = '1.3.6.1.2.1.4.1.0'
/** RFC 3418: a service of layer n adds 2^(n-1). */
const layer = { datalink: 2, internet: 4, applications: 64 } as const

/** The type by what the agent serves, for makers without a profile. */
export async function guessType(
  reading: Reading,
  { objectId, descr }: Basics,
  interfaces: readonly Pick<PlainInterface, 'type'>[],
): Promise<DeviceType> {
  if ((await reading.column(prtGeneralConfigChanges)).size > 0) return 'printer'
  const usual = typeOfObjectId(objectId)
  if (usual) return usual
  const named = words.find(([, pattern]) => pattern.test(descr))
  if (named) return named[0]
  const found = await reading.get(
    bridge.dot1dBaseBridgeAddress,
    dot1dBaseNumPorts,
    sysServices,
    ipForwarding,
    upsMib,
  )
  if (found.has(upsMib)) return 'other'
  const ethernet = interfaces.filter(({ type }) => type === 6 || type === 117).length
  const isBridge = found.has(bridge.dot1dBaseBridgeAddress) || found.has(dot1dBaseNumPorts)
  if (isBridge && ethernet >= 5) return 'switch'
  const services = readNumber(found.get(sysServices)) ?? 0
  if ((services & layer.applications) !== 0 && (services & layer.datalink) === 0) return 'other'
  if ((services & layer.datalink) !== 0 && ethernet >= 4) return 'switch'
  const forwards = readNumber(found.get(ipForwarding)) === 1
  return forwards && (services & layer.internet) !== 0 && ethernet >= 2 ? 'router' : 'other'
}
