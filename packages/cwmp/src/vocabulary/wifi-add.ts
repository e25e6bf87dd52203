import { addField, encode, type FieldSpec } from './field.ts'
import type { AddForm, NewObject, NewValue, Refusal, Term, TermValue } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { hiddenSpec, passphraseSpec, ssidSpec } from './wifi.ts'
import { modes098, words181 } from './wifi-security.ts'

const personal = ['none', 'wpa2', 'wpa_wpa2', 'wpa3', 'wpa2_wpa3']

/** Fields for a new network; null if the gateway does not allow adding. */
export function wifiAddForm(tree: GatewayTree): AddForm | null {
  return tree.root === 'Device.' ? form181(tree) : form098(tree)
}

function form098(tree: GatewayTree): AddForm | null {
  const table = tree
    .instances('LANDevice.')
    .map((lan) => `${lan}WLANConfiguration.`)
    .find((one) => tree.mayAdd(one) === true)
  if (table === undefined) return null
  const terms = personal.filter((term) => Object.hasOwn(modes098, term))
  return {
    table,
    fields: fields(terms),
    objects(values) {
      const wrong = refusals(values, terms)
      if (wrong.size > 0) return { wrong }
      const mode = modes098[String(values.get('security') ?? 'none')]
      const network: NewObject = {
        table,
        key: ['SSID'],
        values: [
          ssid(values),
          flag('Enable', true, 'enabled'),
          text('BeaconType', mode?.beacon ?? 'None', 'security'),
          ...passphrase(values, 'KeyPassphrase'),
          ...hidden(values),
        ],
        refers: null,
      }
      return { objects: [network] }
    },
  }
}

/** An SSID on the chosen radio, and an access point that references it. */
function form181(tree: GatewayTree): AddForm | null {
  const [ssids, points] = ['Device.WiFi.SSID.', 'Device.WiFi.AccessPoint.'] as const
  if (tree.mayAdd(ssids) !== true || tree.mayAdd(points) !== true) return null
  const radios = radiosOf(tree)
  const terms = personal.filter((term) => Object.hasOwn(words181, term))
  const [first] = radios
  if (first === undefined) return null
  return {
    table: ssids,
    fields: [
      ...fields(terms),
      {
        ...addField(bandSpec(radios), { required: radios.length > 1, initial: first.band }),
        choices: [...new Set(radios.map(({ band }) => band))],
      },
    ],
    objects(values) {
      const wrong = refusals(values, terms)
      const radio = radios.find(({ band }) => band === (values.get('band') ?? first.band))
      if (radio === undefined) wrong.set('band', 'not_offered')
      if (wrong.size > 0 || radio === undefined) return { wrong }
      const mode = words181[String(values.get('security') ?? 'none')]?.[0] ?? 'None'
      const network: NewObject = {
        table: ssids,
        key: ['SSID', 'LowerLayers'],
        values: [
          ssid(values),
          text('LowerLayers', tree.asReference(radio.path), 'band'),
          flag('Enable', true, 'enabled'),
        ],
        refers: null,
      }
      const point: NewObject = {
        table: points,
        key: [],
        values: [
          flag('Enable', true, 'enabled'),
          text('Security.ModeEnabled', mode, 'security'),
          ...passphrase(values, 'Security.KeyPassphrase'),
          ...hidden(values),
        ],
        refers: { name: 'SSIDReference', object: 0, dot: tree.dotted },
      }
      return { objects: [network, point] }
    },
  }
}

function radiosOf(tree: GatewayTree): { path: string; band: string }[] {
  const bands: Record<string, string> = { '2.4GHz': '2.4', '5GHz': '5', '6GHz': '6' }
  return tree.instances('WiFi.Radio.').flatMap((path) => {
    const band = bands[tree.text(`${path}OperatingFrequencyBand`)]
    return band === undefined ? [] : [{ path, band }]
  })
}

const securitySpec = (terms: readonly string[]): FieldSpec => ({
  key: 'security',
  kind: 'choice',
  names: [],
  words: Object.fromEntries(terms.map((term) => [term, [term]])),
})
const bandSpec = (radios: readonly { band: string }[]): FieldSpec => ({
  key: 'band',
  kind: 'choice',
  names: [],
  words: Object.fromEntries(radios.map(({ band }) => [band, [band]])),
})

const fields = (terms: readonly string[]) => [
  addField(ssidSpec, { required: true }),
  addField(securitySpec(terms), { required: true, initial: terms.includes('wpa2') ? 'wpa2' : null }),
  addField(passphraseSpec),
  addField(hiddenSpec, { initial: false }),
]

function refusals(values: ReadonlyMap<Term, TermValue>, terms: readonly string[]): Map<Term, Refusal> {
  const wrong = new Map<Term, Refusal>()
  const check = (spec: FieldSpec, value: TermValue | undefined) => {
    if (value === undefined) return
    const encoded = encode(spec, value)
    if ('refusal' in encoded) wrong.set(spec.key, encoded.refusal)
  }
  check(ssidSpec, values.get('ssid') ?? '')
  check(securitySpec(terms), values.get('security') ?? '')
  check(passphraseSpec, values.get('passphrase'))
  check(hiddenSpec, values.get('hidden'))
  if (values.get('security') !== 'none' && !values.has('passphrase')) wrong.set('passphrase', 'required')
  return wrong
}

function passphrase(values: ReadonlyMap<Term, TermValue>, name: string): NewValue[] {
  const value = values.get('passphrase')
  if (typeof value !== 'string' || values.get('security') === 'none') return []
  return [{ name, value, type: 'string', secret: true, field: 'passphrase' }]
}

function hidden(values: ReadonlyMap<Term, TermValue>): NewValue[] {
  const value = values.get('hidden')
  return value === undefined ? [] : [flag('SSIDAdvertisementEnabled', value !== true, 'hidden')]
}

const text = (name: string, value: string, field: Term): NewValue => ({
  name,
  value,
  type: 'string',
  secret: false,
  field,
})
const ssid = (values: ReadonlyMap<Term, TermValue>) => text('SSID', String(values.get('ssid')).trim(), 'ssid')
const flag = (name: string, on: boolean, field: Term): NewValue => ({
  name,
  value: on ? '1' : '0',
  type: 'boolean',
  secret: false,
  field,
})
