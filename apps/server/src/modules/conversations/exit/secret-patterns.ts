import type { Pattern } from './patterns.ts'

const word = String.raw`(?:pass(?:word|wd|phrase|code)|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|pre-?shared[_-]?key|psk|community|auth(?:entication)?[_-]?key|priv(?:acy)?[_-]?key|key-?(?:string|passphrase)|credential|密码|口令|密钥|团体字|团体名|令牌)`

/** Changes between capitals, small letters and digits: often in keys, seldom in names. */
function isRandom(value: string) {
  const letters = value.replaceAll(/[^A-Za-z\d]/g, '')
  if (letters.length < 24) return false
  const classOf = (unit: number) => (unit < 58 ? 0 : unit < 91 ? 1 : 2)
  const classes = new Set<number>()
  let changes = 0
  for (let at = 0; at < letters.length; at++) {
    const now = classOf(letters.charCodeAt(at))
    classes.add(now)
    if (at > 0 && now !== classOf(letters.charCodeAt(at - 1))) changes++
  }
  return classes.size > 1 && changes / letters.length > 0.38
}

const isHexKey = (value: string) => /[a-f]/i.test(value) && /\d/.test(value)

/** Keys, passwords and tokens: always masked. */
export const secretPatterns: readonly Pattern[] = [
  // A private key; one that was cut has no end.
  {
    kind: 'secret',
    find: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z\d+/=:, \r\n-]|\\[rn]){0,20000}/g,
  },
  // user:password@ of a URL
  { kind: 'secret', find: /\b[a-z][a-z\d+.-]{1,20}:\/\/(?<value>[^\s/@"'<>\\]{1,300})@/dgi },
  { kind: 'secret', find: /\b(?:Bearer|Basic|Digest)\s{1,3}(?<value>[\w.~+/=-]{8,4000})/dgi },
  // A JSON string, escaped once or twice
  {
    kind: 'secret',
    find: new RegExp(
      String.raw`${word}\w{0,20}\\?["']\s{0,3}:\s{0,3}(?<quote>\\?["'])(?<value>(?:(?!\k<quote>)(?:\\[\s\S]|[^\\])){1,2000})`,
      'dgi',
    ),
  },
  // password=value, password: value, 密码：值
  {
    kind: 'secret',
    find: new RegExp(
      String.raw`${word}\w{0,20}\s{0,3}[=:：]{1,2}\s{0,3}["'“]?(?<value>[^\s"'“”，。；,;&)}\]]{1,2000})`,
      'dgi',
    ),
  },
  {
    kind: 'secret',
    find: new RegExp(
      String.raw`${word}(?: (?:is|was)|是|为|改为|改成)\s{0,3}["'“]?(?<value>[\x21-\x7e]{3,200})`,
      'dgi',
    ),
    isIt: (value) => /[\d!@#$%^&*]/.test(value),
  },
  // Lines of a configuration
  {
    kind: 'secret',
    find: new RegExp(
      String.raw`${word}\s{1,3}(?:(?:read|write|ro|rw|level \d{1,2}|sha256|sha|md5|aes\d{0,3}|ascii|hex|ENC)\s{1,3}){0,3}(?:(?:irreversible-cipher|cipher|simple|plain(?:text)?|encrypted|hash|[05789])\s{1,3})(?<value>[^\s"'\\]{1,2000})`,
      'dgi',
    ),
  },
  {
    kind: 'secret',
    find: /(?:snmp-server|snmp-agent)\s{1,3}community\s{1,3}(?:(?:read|write)\s{1,3})?(?:(?:cipher|simple)\s{1,3})?(?<value>[^\s"'\\]{1,300})/dgi,
  },
  {
    kind: 'secret',
    find: new RegExp(
      String.raw`(?:${word}|authentication-mode md5|(?:radius|tacacs)[\w -]{0,30}key)\s{1,3}(?<value>[\x21-\x5b\x5d-\x7e]{6,300})`,
      'dgi',
    ),
    isIt: (value) => /\d/.test(value) && /[^\d.:,-]/.test(value),
  },
  { kind: 'secret', find: /\b(?:nw[a-z]_|sk-|gh[pousr]_|glpat-|xox[abprs]-|AKIA|eyJ)[\w.-]{12,4000}/g },
  { kind: 'secret', find: /(?<![\da-z])[\da-f]{32,4000}(?![\da-z])/gi, isIt: isHexKey },
  { kind: 'secret', find: /(?<![A-Za-z\d+/_-])[A-Za-z\d+/_-]{32,8000}={0,2}/g, isIt: isRandom },
]
