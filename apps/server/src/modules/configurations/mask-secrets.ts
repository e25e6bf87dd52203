/** Shown in the place of a secret. */
export const mask = '••••••'

/** Words before a secret, in the configurations of all families. */
const secretWord =
  /^(?:.*[-_])?(?:pass(?:word|wd|phrase|code)?|secret\d?|psk(?:secret)?|pre-shared-key|community(?:-name)?|key(?:-string)?|keystring|ppk|cipher|irreversible-cipher|auth(?:pwd)?|priv(?:pwd)?|securityname|token|md5|sha\d*|hash)$/i
/** Words that say how a secret is written, not what it is. */
const marker =
  /^(?:\d{1,3}|enc|encrypted|cipher|irreversible-cipher|simple|plain(?:text)?|clear(?:-?text)?|hash(?:ed)?|ascii(?:-text)?|hex(?:adecimal)?|read|write|read-only|ro|rw|password|secret|pass-phrase|aes(?:-?\d+)?|3?des|md5|sha(?:-?\d+)?|pbkdf2|scrypt|sha512|=|:)$/i
/** RFC-less but common: `$1$…`, `$9$…`, `$5$…`. */
const hashed = /^["']?\$\w{1,4}\$\S/
/** The name is searched for a secret afterwards: within, a long name would be searched from each of its letters. */
const named = /(?:^|[\s,;{])([\w.-]+)/g
const secretName = /pass(?:word|wd|phrase)|secret|psk|community|private-key|auth-key|token/i
const sign = /\s*[=:]\s*/y
const value = /"[^"]*"|'[^']*'|[^\s,;}]+/y

/** Values of names such as `wifi_psk = …` masked. */
function withoutAssigned(line: string): string {
  let shown = ''
  let from = 0
  named.lastIndex = 0
  for (let match = named.exec(line); match !== null; match = named.exec(line)) {
    if (!secretName.test(match[1]!)) continue
    sign.lastIndex = named.lastIndex
    if (!sign.test(line)) continue
    value.lastIndex = sign.lastIndex
    if (!value.test(line)) continue
    shown += line.slice(from, sign.lastIndex) + mask
    from = value.lastIndex
    named.lastIndex = from
  }
  return shown + line.slice(from)
}

const snmpHost = /^\s*snmp-(?:server|agent)\s.*\bhost\b/i

const beginsKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
const endsKey = /-----END [A-Z ]*PRIVATE KEY-----/

/** Secrets of a configuration masked, line by line. Rather too much than too little. */
export function maskSecrets(lines: readonly string[]): { lines: string[]; masked: number } {
  let masked = 0
  let inKey = false
  const shown = lines.map((line) => {
    if (inKey) {
      inKey = !endsKey.test(line)
      return inKey ? mask : line.replace(/^.*(?=-----END)/, '')
    }
    const safe = maskLine(line)
    if (beginsKey.test(line) && !endsKey.test(line)) inKey = true
    const isMasked = safe !== line || inKey
    if (isMasked) masked += 1
    return inKey ? line.replace(/(-----BEGIN [A-Z ]*PRIVATE KEY-----).*$/, '$1') : safe
  })
  return { lines: shown, masked }
}

function maskLine(line: string): string {
  const text = withoutAssigned(line)
  const parts = text.split(/(\s+)/)
  const words = parts.map((part, index) => ({ part, index })).filter(({ part }) => part.trim() !== '')
  const first = words.findIndex(({ part }) => secretWord.test(part.replace(/^["']|["':;]+$/g, '')))
  const hidden = new Set<number>()
  // A comment or a heading such as `no password` names no secret: nothing follows it.
  if (first !== -1) {
    for (const { part, index } of words.slice(first + 1))
      if (!marker.test(part) && !secretWord.test(part)) hidden.add(index)
    const rest = words.slice(first + 1)
    // `password 12345`: a secret of digits is not the sign of how it is written.
    const last = rest.at(-1)
    if (hidden.size === 0 && last !== undefined) hidden.add(last.index)
  }
  if (snmpHost.test(text)) hidden.add(words.at(-1)!.index)
  for (const { part, index } of words) if (hashed.test(part)) hidden.add(index)
  return parts.map((part, index) => (hidden.has(index) ? mask : part)).join('')
}
