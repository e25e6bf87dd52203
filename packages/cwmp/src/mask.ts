import { isSecretPath } from './data-model.ts'

export const maskedValue = '***'

/**
 * The relevant elements in document order. A group is one struct: any secret name in it hides every value in
 * it. Outside structs the whole document is one group.
 */
const token =
  /<(\/?)((?:[\w.-]{1,40}:)?(ParameterValueStruct|SetParameterValuesFault|ArgStruct|Name|ParameterName|Value|FaultString|Password|Passphrase|PreSharedKey|Secret))\b([^<>]{0,2000})>/gi
const groups = new Set(['parametervaluestruct', 'setparametervaluesfault', 'argstruct'])
const names = new Set(['name', 'parametername'])
const values = new Set(['value', 'faultstring'])

const urlCredentials = /(\b[a-z][a-z0-9+.-]{1,10}:\/\/[^\s/:@<>"']{0,200}):[^\s/@<>"']{1,200}@/gi
/** Tokens of enrolment URLs (/t/), per-gateway file transfers (/f/) and line tests (/d/, /u/). */
const tokenInPath = /(\/[tf]\/)[A-Za-z0-9_-]{8,}|(\/[du]\/)[A-Za-z0-9_-]{43}/g

// Substrings common to all secret names of data-model.ts, and what can hide one. Most Informs contain none,
// and this check is cheaper than the scan.
const suspicious =
  /pass|presharedkey|psk|wepkey|secret|privatekey|authkey|privkey|encryptionkey|credential|token|community|pin(?![a-z])|&#|<!/i

interface Cut {
  from: number
  to: number
}

function unescapeName(name: string): string {
  return name
    .replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .trim()
}

/** Whether the name starting here is secret; a name broken by CDATA or a comment may be. */
function namesSecret(text: string, from: number): boolean {
  const end = text.indexOf('<', from)
  if (text.startsWith('<!', end)) return true
  return isSecretPath(unescapeName(text.slice(from, end === -1 ? from + 600 : end)))
}

function secretRanges(text: string): Cut[] {
  const cuts: Cut[] = []
  if (!suspicious.test(text)) return cuts
  let group: Cut[] = []
  let secret = false
  const flush = () => {
    if (secret) cuts.push(...group)
    group = []
    secret = false
  }
  const scanner = new RegExp(token)
  for (let match = scanner.exec(text); match !== null; match = scanner.exec(text)) {
    const kind = (match[3] ?? '').toLowerCase()
    if (groups.has(kind)) flush()
    if (match[1] === '/' || groups.has(kind) || match[4]?.endsWith('/')) continue
    const from = scanner.lastIndex
    if (names.has(kind)) {
      secret ||= namesSecret(text, from)
      continue
    }
    const close = text.indexOf(`</${match[2]}`, from)
    const cut = { from, to: close === -1 ? text.length : close }
    if (values.has(kind)) group.push(cut)
    else cuts.push(cut)
    scanner.lastIndex = cut.to
  }
  flush()
  return cuts.toSorted((a, b) => a.from - b.from)
}

/**
 * Hides secrets in a raw envelope before storage: values of secret parameters, transfer passwords,
 * credentials and tokens in URLs. Works on text, so unparseable input is masked too; in doubt it hides more
 * (an unclosed element is hidden to the end of the document).
 */
export function maskSecrets(envelope: string): string {
  let masked = ''
  let at = 0
  for (const { from, to } of secretRanges(envelope)) {
    if (to <= from) continue
    masked += envelope.slice(at, from) + maskedValue
    at = to
  }
  masked += envelope.slice(at)
  if (masked.includes('@')) masked = masked.replaceAll(urlCredentials, `$1:${maskedValue}@`)
  const mayHoldToken = ['/t/', '/f/', '/d/', '/u/'].some((path) => masked.includes(path))
  return mayHoldToken ? masked.replaceAll(tokenInPath, `$1$2${maskedValue}`) : masked
}
