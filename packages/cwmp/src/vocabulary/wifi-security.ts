import { encode, type FieldSpec, formOf, type Words, writeTo } from './field.ts'
import type { Field, Write } from './terms.ts'
import { cleanText, type GatewayTree } from './tree.ts'

/** TR-181 AccessPoint.{i}.Security.ModeEnabled (2.13 for WPA3). */
export const words181: Words = {
  none: ['None'],
  wep: ['WEP-128', 'WEP-64'],
  wpa: ['WPA-Personal'],
  wpa2: ['WPA2-Personal'],
  wpa_wpa2: ['WPA-WPA2-Personal'],
  wpa3: ['WPA3-Personal'],
  wpa2_wpa3: ['WPA3-Personal-Transition', 'WPA2-WPA3-Personal'],
  wpa_enterprise: ['WPA-Enterprise'],
  wpa2_enterprise: ['WPA2-Enterprise'],
  wpa_wpa2_enterprise: ['WPA-WPA2-Enterprise'],
  wpa3_enterprise: ['WPA3-Enterprise'],
}

/** One term in TR-098: WLANConfiguration.{i}.BeaconType and the parameters that qualify it. */
interface Mode {
  beacon: string
  /** Parameters in addition to BeaconType, if the gateway has them. */
  with: Readonly<Record<string, string>>
}

const wpa = { WPAEncryptionModes: 'TKIPEncryption' }
const wpa2 = { IEEE11iEncryptionModes: 'AESEncryption' }
const psk = (...standards: ('WPA' | 'IEEE11i')[]) => modes(standards, 'PSKAuthentication')
const eap = (...standards: ('WPA' | 'IEEE11i')[]) => modes(standards, 'EAPAuthentication')
const modes = (standards: readonly string[], mode: string) =>
  Object.fromEntries(standards.map((standard) => [`${standard}AuthenticationMode`, mode]))

/** TR-098 has no WPA3. */
export const modes098: Readonly<Record<string, Mode>> = {
  none: { beacon: 'None', with: { BasicEncryptionModes: 'None', BasicAuthenticationMode: 'None' } },
  wep: { beacon: 'Basic', with: { BasicEncryptionModes: 'WEPEncryption', BasicAuthenticationMode: 'None' } },
  wpa: { beacon: 'WPA', with: { ...wpa, ...psk('WPA') } },
  wpa2: { beacon: '11i', with: { ...wpa2, ...psk('IEEE11i') } },
  wpa_wpa2: { beacon: 'WPAand11i', with: { ...wpa, ...wpa2, ...psk('WPA', 'IEEE11i') } },
  wpa_enterprise: { beacon: 'WPA', with: { ...wpa, ...eap('WPA') } },
  wpa2_enterprise: { beacon: '11i', with: { ...wpa2, ...eap('IEEE11i') } },
  wpa_wpa2_enterprise: { beacon: 'WPAand11i', with: { ...wpa, ...wpa2, ...eap('WPA', 'IEEE11i') } },
}
const words098: Words = Object.fromEntries(
  Object.entries(modes098).map(([term, { beacon }]) => [term, [beacon]]),
)

const spec = (words: Words): FieldSpec => ({ key: 'security', kind: 'choice', names: [], words })

/** `path` is the WLANConfiguration. */
export function security098(tree: GatewayTree, path: string): Field[] {
  const beacon = tree.find(`${path}BeaconType`)
  if (beacon === undefined) return []
  const reported = term098(tree, path)
  const known = (name: string) => tree.find(path + name)
  const isThere = (name: string) => known(name) !== undefined && known(name)?.writable !== false
  // Without the parameter that separates PSK from a server the choice is impossible.
  const terms = Object.keys(modes098).filter(
    (term) =>
      !term.endsWith('_enterprise') ||
      Object.keys(modes098[term]?.with ?? {}).some(
        (name) => name.endsWith('AuthenticationMode') && isThere(name),
      ),
  )
  const besides = [...new Set(Object.values(modes098).flatMap((mode) => Object.keys(mode.with)))].filter(
    isThere,
  )
  return [
    {
      ...formOf(spec(words098)),
      choices: terms,
      value: reported,
      raw: reported === 'other' ? cleanText(beacon.value) : null,
      writable: beacon.writable,
      path: `${path}BeaconType`,
      paths: ['BeaconType', ...besides].map((name) => path + name),
      readAt: beacon.readAt,
      write(value) {
        if (beacon.writable === false) return { refusal: 'read_only' }
        const mode = typeof value === 'string' && terms.includes(value) ? modes098[value] : undefined
        if (mode === undefined) return { refusal: 'not_offered' }
        const writes: Write[] = [writeTo(tree, `${path}BeaconType`, mode.beacon, 'string')]
        for (const [name, text] of Object.entries(mode.with)) {
          if (isThere(name)) writes.push(writeTo(tree, path + name, text, 'string'))
        }
        return { writes }
      },
    },
  ]
}

function term098(tree: GatewayTree, path: string): string | null {
  const text = (name: string) => tree.text(path + name).toLowerCase()
  const by = (standard: string) => text(`${standard}AuthenticationMode`).startsWith('eap')
  switch (text('BeaconType')) {
    case '':
      return null
    case 'none':
      return 'none'
    case 'basic':
      // Without encryption `Basic` is an open network (TR-098, BasicEncryptionModes).
      return text('BasicEncryptionModes') === 'none' ? 'none' : 'wep'
    case 'wpa':
      return by('WPA') ? 'wpa_enterprise' : 'wpa'
    case '11i':
    case 'wpa2':
      return by('IEEE11i') ? 'wpa2_enterprise' : 'wpa2'
    case 'wpaand11i':
    case 'wpa/wpa2':
      return by('IEEE11i') ? 'wpa_wpa2_enterprise' : 'wpa_wpa2'
    default:
      return 'other'
  }
}

/** `path` is the AccessPoint. */
export function security181(tree: GatewayTree, path: string): Field[] {
  const at = `${path}Security.ModeEnabled`
  const mode = tree.find(at)
  if (mode === undefined) return []
  const supported = (tree.find(`${path}Security.ModesSupported`)?.value ?? '')
    .slice(0, 2000)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const words: Words =
    supported.length === 0
      ? words181
      : Object.fromEntries(
          Object.entries(words181).flatMap(([term, spellings]) => {
            const offered = spellings.filter((spelling) => supported.includes(spelling))
            return offered.length > 0 ? [[term, offered]] : []
          }),
        )
  const said = tree.text(at)
  const reported =
    Object.keys(words181).find((term) => words181[term]?.includes(said)) ?? (said === '' ? null : 'other')
  return [
    {
      ...formOf(spec(words)),
      value: reported,
      raw: reported === 'other' ? said : null,
      writable: mode.writable,
      path: at,
      paths: [at],
      readAt: mode.readAt,
      write(value) {
        if (mode.writable === false) return { refusal: 'read_only' }
        const encoded = encode(spec(words), value)
        return 'refusal' in encoded ? encoded : { writes: [writeTo(tree, at, encoded.text, 'string')] }
      },
    },
  ]
}
