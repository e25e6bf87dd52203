import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldIn, treeOf, written } from '../vocabulary/model-tree.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { GatewayTree } from '../vocabulary/tree.ts'
import { readSection } from '../vocabulary/vocabulary.ts'
import type { Declaration } from './declaration.ts'
import { compare } from './differences.ts'
import { expandSettings } from './expand.ts'
import type { Band, DesiredSetting, Which } from './setting.ts'

type Network = { number: number; band: '2.4' | '5' }

const nothing: Declaration = { values: [], objects: [], notifications: [] }

function tr098(networks: readonly Network[]): GatewayTree {
  const wlan = ({ number, band }: Network) => {
    const at = `InternetGatewayDevice.LANDevice.1.WLANConfiguration.${number}.`
    return {
      [`${at}SSID`]: `old-${number}`,
      [`${at}Enable`]: '1',
      [`${at}Channel`]: band === '5' ? '36' : '1',
      [`${at}SSIDAdvertisementEnabled`]: '1',
      [`${at}BeaconType`]: 'None',
    }
  }
  return treeOf(Object.assign({ 'InternetGatewayDevice.Time.Enable': '1' }, ...networks.map(wlan)))
}

/** Access points are numbered differently from their networks. */
function tr181(networks: readonly Network[]): GatewayTree {
  const ssid = ({ number, band }: Network, index: number) => {
    const point = `Device.WiFi.AccessPoint.${90 - index}.`
    return {
      [`Device.WiFi.SSID.${number}.SSID`]: `old-${number}`,
      [`Device.WiFi.SSID.${number}.Enable`]: '1',
      [`Device.WiFi.SSID.${number}.LowerLayers`]: `Device.WiFi.Radio.${band === '5' ? 8 : 3}.`,
      [`${point}SSIDReference`]: `Device.WiFi.SSID.${number}`,
      [`${point}Enable`]: '0',
      [`${point}SSIDAdvertisementEnabled`]: '1',
      [`${point}Security.ModeEnabled`]: 'None',
    }
  }
  const radios = {
    'Device.WiFi.Radio.3.OperatingFrequencyBand': '2.4GHz',
    'Device.WiFi.Radio.8.OperatingFrequencyBand': '5GHz',
  }
  return treeOf(Object.assign(radios, ...networks.map(ssid)))
}

const networks = fc.uniqueArray(
  fc.record({ number: fc.integer({ min: 1, max: 60 }), band: fc.constantFrom('2.4' as const, '5' as const) }),
  { selector: ({ number }) => number, minLength: 1, maxLength: 8 },
)
const band = fc.constantFrom<Band | undefined>('2.4', '5', undefined)
const which = fc.oneof(
  fc.record({ by: fc.constant('all' as const), band }),
  fc.record({ by: fc.constant('place' as const), place: fc.integer({ min: 1, max: 9 }), band }),
)
const wanted = fc.constantFrom<[Term, string, string | boolean]>(
  ['ssid', 'shop', 'shop'],
  ['enabled', 'true', true],
  ['enabled', 'false', false],
  ['hidden', 'true', true],
  ['security', 'wpa2', 'wpa2'],
)

/** By numeric order. */
function meant(
  all: readonly Network[],
  { by, ...which_ }: Extract<Which, { by: 'all' | 'place' }>,
): number[] {
  const those = all
    .filter((one) => which_.band === undefined || one.band === which_.band)
    .map(({ number }) => number)
    .toSorted((a, b) => a - b)
  return by === 'all' ? those : those.slice((which_ as { place: number }).place - 1).slice(0, 1)
}

test.each([
  ['TR-098', tr098],
  ['TR-181', tr181],
] as const)(
  'what a setting comes to reads back as it is wanted, and nothing else moves (%s)',
  (_model, tree) => {
    fc.assert(
      fc.property(networks, which, wanted, (all, of, [field, value, reported]) => {
        const before = tree(all)
        const setting: DesiredSetting = {
          section: 'wifi',
          which: of,
          field,
          value,
          secret: false,
          ifAbsent: 'skip',
        }
        const { declaration, absent, problems } = expandSettings(nothing, [setting], new Map(), before)
        const numbers = meant(all, of)
        expect([problems, absent.length]).toEqual([[], numbers.length === 0 ? 1 : 0])
        const writes = declaration.values.map((one) => ({ ...one, type: '', secret: false }))
        const after = written(before, writes)
        for (const instance of readSection(after, 'wifi')) {
          const isMeant = numbers.includes(Number(instance.path.split('.').at(-2)))
          const old = readSection(before, 'wifi').find(({ path }) => path === instance.path)
          expect(fieldIn(instance, field).value).toBe(isMeant ? reported : fieldIn(old!, field).value)
        }
        // A second session finds nothing to do.
        const again = expandSettings(nothing, [setting], new Map(), after)
        expect(compare(again.declaration, after.parameters).differences).toEqual([])
      }),
      { numRuns: 100 },
    )
  },
)
