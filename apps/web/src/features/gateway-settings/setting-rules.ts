import type { Draft, SettingForm } from './setting.ts'

/** Key of the phrase under `gatewaySettings.rules` that describes the error, with its parameters. */
export interface Wrong {
  readonly rule:
    | 'ipv4'
    | 'ipv4List'
    | 'mask'
    | 'mac'
    | 'whole'
    | 'least'
    | 'most'
    | 'tooLong'
    | 'passphrase'
    | 'characters'
    | 'network'
    | 'rangeOrder'
    | 'portOrder'
  readonly min?: number
  readonly max?: number
}

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = new RegExp(String.raw`^${octet}(?:\.${octet}){3}$`)
const mac = /^[0-9A-F]{2}(?:[:-][0-9A-F]{2}){5}$/i
/** An IPv4 network with its prefix length. */
const network = new RegExp(String.raw`^${octet}(?:\.${octet}){3}/(?:[12]?\d|3[0-2])$`)
const control = /\p{Cc}/u
/** IEEE 802.11 J.4.1: a passphrase is 8 to 63 printable ASCII characters; 64 hexadecimal digits are the key itself. */
const passphrase = /^(?:[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64})$/

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

export const isIpv4 = (text: string): boolean => ipv4.test(text)

/** Ones, then zeroes. */
export function isMask(text: string): boolean {
  return isIpv4(text) && /^1*0*$/.test(numberOf(text).toString(2).padStart(32, '0'))
}

/** What is wrong with one value; null if it may be sent. The caller judges an empty value. */
export function wrongSetting(form: SettingForm, value: Draft[string], draft: Draft): Wrong | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean' || form.kind === 'choice' || form.kind === 'flag') return null
  if (typeof value === 'number' || form.kind === 'number') return wrongNumber(form, Number(value), draft)
  const text = value.trim()
  if (form.kind === 'ipv4_list') {
    return text.split(',').every((one) => isIpv4(one.trim())) ? null : { rule: 'ipv4List' }
  }
  if (form.key === 'subnetMask') return isMask(text) ? null : { rule: 'mask' }
  if (form.kind === 'ipv4') return wrongAddress(form, text, draft)
  if (form.key === 'remoteNetwork') return network.test(text) ? null : { rule: 'network' }
  if (form.kind === 'mac') return mac.test(text) ? null : { rule: 'mac' }
  return wrongText(form, value)
}

function wrongNumber({ key, min, max }: SettingForm, value: number, draft: Draft): Wrong | null {
  if (!Number.isInteger(value)) return { rule: 'whole' }
  if (min !== null && value < min) return { rule: 'least', min }
  if (max !== null && value > max) return { rule: 'most', max }
  const first = draft['externalPort']
  // Zero: not a range.
  if (key === 'externalPortEnd' && value !== 0 && typeof first === 'number' && value < first)
    return { rule: 'portOrder' }
  return null
}

function wrongAddress({ key }: SettingForm, text: string, draft: Draft): Wrong | null {
  if (!isIpv4(text)) return { rule: 'ipv4' }
  const first = draft['rangeStart']
  if (key === 'rangeEnd' && typeof first === 'string' && isIpv4(first) && numberOf(text) < numberOf(first))
    return { rule: 'rangeOrder' }
  return null
}

/** A gateway's limit counts bytes: an SSID has 32 of them (IEEE 802.11 9.4.2.2). */
function wrongText({ key, maxLength }: SettingForm, text: string): Wrong | null {
  if (control.test(text)) return { rule: 'characters' }
  if (key === 'passphrase' && !passphrase.test(text)) return { rule: 'passphrase' }
  const bytes = new TextEncoder().encode(text).length
  return maxLength !== null && bytes > maxLength ? { rule: 'tooLong', max: maxLength } : null
}
