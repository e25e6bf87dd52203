/**
 * What sysDescr says in plain words, for agents whose profile and ENTITY-MIB are silent. Texts are at most 1,000
 * characters long and hostile: no nested quantifiers.
 */

/** Versions of something else than the firmware. */
const others =
  /\b(?:h(?:ard)?\/?w(?:are)?|boot\w{0,6}|prom|pcb|kernel|snmp|vxworks|linux|agent)[ -]?(?:version|ver|rev(?:ision)?)?[ :.=]{0,3}v?[\d.]{1,20}\S{0,20}/gi

/** The closest first: a text may hold several. */
const versions = [
  /\b(?:software|sw|s\/w|os)(?: |-|_)?(?:version|ver|release|rev|vers)?\.?[ :=]{0,3}v?(\d[\w.()/+-]{1,40})/i,
  /\b(?:firmware|fw|f\/w)(?: |-|_)?(?:version|ver|release|rev|vers)?\.?[ :=]{0,3}v?(\d[\w.()/+-]{1,40})/i,
  /\b(?:version|ver|vers|release|rel|rev|revision)\.?[ :=]{1,3}v?(\d[\w.()/+-]{1,40})/i,
  /\bv(?:ersion)?\.? ?(\d{1,4}\.\d[\w.()/+-]{0,40})/i,
  /(?:^|[ ,(;:-])(\d{1,4}\.\d{1,5}\.\d[\w.()+-]{0,40})/,
]

export function versionIn(descr: string): string {
  const text = descr.replaceAll(others, ' ')
  for (const pattern of versions) {
    const found = pattern.exec(text)?.[1]?.replace(/[.,;:/(-]+$/, '')
    if (found !== undefined && /[.\d]\d/.test(found)) return withClosed(found)
  }
  return ''
}

/** `1.2)` ended a parenthesis that began before it. */
const withClosed = (text: string) =>
  text.includes(')') && !text.includes('(') ? text.slice(0, text.indexOf(')')) : text

const named = /\bmodel(?: name| number| no\.?)?[ :=]{1,3}([A-Za-z\d][\w./+-]{2,30})/i
/** Letters and numbers mixed, such as DM4610 or AT-TQ4600. */
const mixed = /^(?=[^a-z]{0,20}\d|[A-Z][a-z]{0,12}-?\d)[A-Z][\w./+-]{2,30}$/
const noModel =
  /^(?:v\d|l\d|ver|rev|snmp|ip|ipv\d|rfc|sha|md5|i?\d86|x86|armv|aarch|mips|ppc|gnu|sn|s\/n|fw|hw|sw)/i

/** Among the first words; a maker's name and others may stand before it. */
export function modelIn(descr: string): string {
  const said = named.exec(descr)?.[1]
  if (said !== undefined) return said
  if (/^(?:linux|freebsd|openbsd|netbsd|sunos|darwin|hardware:)/i.test(descr)) return ''
  const words = descr.slice(0, 120).split(/[\s,;:()[\]"]+/)
  return words.slice(0, 5).find((word) => mixed.test(word) && !noModel.test(word)) ?? ''
}
