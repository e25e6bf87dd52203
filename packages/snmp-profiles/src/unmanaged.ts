import type { DeviceType } from '@netward/contract/device-values'
import type { Vendor } from './vendors.ts'

/**
 * Organisations of the IEEE registry that write a maker's name in their own way. What a device without an agent is, its
 * MAC address and its name alone say.
 */
const organisations: readonly (readonly [Vendor, RegExp])[] = [
  ['Hikvision', /hikvision/i],
  ['Dahua', /dahua/i],
  ['Uniview', /uniview/i],
  ['Axis', /^axis communications/i],
  ['Hanwha', /hanwha/i],
  ['Huawei', /huawei/i],
  ['H3C', /h3c/i],
  ['Ruijie', /ruijie/i],
  ['ZTE', /^zte\b/i],
  ['TP-Link', /tp-?link/i],
  ['Cisco', /^cisco/i],
  ['Aruba', /^aruba/i],
  ['HPE', /hewlett packard enterprise/i],
  ['HP', /^(?:hp inc|hewlett packard)/i],
  ['Juniper', /^juniper/i],
  ['Fortinet', /^fortinet/i],
  ['Palo Alto Networks', /^palo alto/i],
  ['SonicWall', /sonicwall/i],
  ['Ubiquiti', /^ubiquiti/i],
  ['MikroTik', /^routerboard|mikrotik/i],
  ['Ruckus', /^ruckus/i],
  ['Cambium', /^cambium/i],
  ['DrayTek', /^draytek/i],
  ['Teltonika', /teltonika/i],
  ['D-Link', /^d-link/i],
  ['Netgear', /^netgear/i],
  ['Zyxel', /^zyxel/i],
  ['Edgecore', /^(?:edgecore|accton)/i],
  ['Brother', /^brother/i],
  ['Canon', /^canon/i],
  ['Ricoh', /^ricoh/i],
  ['Konica Minolta', /^konica/i],
  ['Epson', /^seiko epson/i],
  ['Kyocera', /^kyocera/i],
  ['Xerox', /^xerox/i],
  ['Lexmark', /^lexmark/i],
  ['Zebra', /^zebra/i],
  ['APC', /american power conversion|^apc by/i],
  ['Eaton', /^eaton/i],
  ['CyberPower', /cyber ?power/i],
  ['Synology', /^synology/i],
  ['QNAP', /^qnap/i],
  ['Star', /^star micronics/i],
  ['Toshiba', /^toshiba/i],
  ['Honeywell', /^honeywell/i],
]

/** The maker that a line of the registry names; its own text, shortened, for others. */
export function makerOfOrganisation(organisation: string): string {
  const known = organisations.find(([, pattern]) => pattern.test(organisation))
  if (known) return known[0]
  return organisation
    .replace(
      /[,.]? ?(?:co\.?,? ?ltd|ltd|inc|corp|corporation|gmbh|limited|llc|technolog(?:y|ies)|company)\b.{0,40}$/i,
      '',
    )
    .trim()
    .slice(0, 60)
}

/** Rules by name: of the maker, or of the host as the gateway's list has it. The first that fits decides. */
const rules: readonly { readonly type: DeviceType; readonly maker?: RegExp; readonly host?: RegExp }[] = [
  { type: 'cash_register', host: /(?:^|[-_. ])(?:pos|cash|kasse|till|epos|shouyin)(?:[-_. \d]|$)|收银/i },
  {
    type: 'access_control',
    host: /(?:^|[-_. ])(?:door|acs|access|gate|menjin|kaoqin)(?:[-_. \d]|$)|门禁|考勤|闸机/i,
  },
  {
    type: 'printer',
    host: /(?:^|[-_. ])(?:printer|mfp|npi[\da-f]{6}|brn?[\da-f]{12}|epson[\da-f]{6}|km[\da-f]{6})(?:[-_. \d]|$)|打印/i,
  },
  {
    type: 'cash_register',
    maker:
      /\b(?:verifone|ingenico|pax (?:computer|technology)|sunmi|ncr|newland payment|landi|castles|posiflex|partner tech|hisense.{0,20}(?:business|intelligent)|centerm|wincor|diebold|elo touch|worldline|spectra tech|new ?pos|telpo|urovo|shanghai sunmi|flytech|bematech|aures)\b/i,
  },
  {
    type: 'access_control',
    maker:
      /\b(?:zk ?teco|zksoftware|hid global|suprema|assa abloy|salto|dormakaba|kaba|paxton|virdi|union community|anviz|2n telekomunikace|akuvox|lenel|mercury security|gallagher|nedap|idteck|morpho)\b/i,
  },
  { type: 'printer', maker: /^(?:brother|canon|ricoh|konica minolta|epson|kyocera|lexmark|zebra|xerox)/i },
]

/** The type of a device by its maker and its name; null where no rule fits. */
export function typeOfMaker(maker: string, hostName: string): DeviceType | null {
  const found = rules.find(
    ({ maker: ofMaker, host }) => ofMaker?.test(maker) ?? host?.test(hostName.slice(0, 100)),
  )
  return found?.type ?? null
}
