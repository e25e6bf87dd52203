import { inflateSync } from 'node:zlib'

/** The texts of a document of ours, by page, in the order in which they were drawn. For tests: it reads our own PDFs only. */
export function paperTexts(paper: Buffer): string[] {
  const objects = objectsOf(paper)
  const fonts = new Map<string, Map<string, string>>()
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    if (map) fonts.set(id, unicodeOf(objects.get(map)?.stream ?? ''))
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? ''
      return textOf(content, (name) =>
        fonts.get(new RegExp(`/${name} (\\d+) 0 R`).exec(resources)?.[1] ?? ''),
      )
    })
}

function objectsOf(paper: Buffer): Map<string, { head: string; stream: string }> {
  const text = paper.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length
    const end = text.indexOf('\nendobj', from)
    const body = text.slice(from, end)
    const split = body.indexOf('\nstream\n')
    const head = split < 0 ? body : body.slice(0, split)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const raw = paper.subarray(from + split + 8, from + split + 8 + length)
    const stream = split < 0 ? '' : (head.includes('FlateDecode') ? inflateSync(raw) : raw).toString('latin1')
    objects.set(found[1] ?? '', { head, stream })
  }
  return objects
}

/** `<0000> <0010> [<7EBF> <8DEF>]`: ISO 32000-1, 9.10.3. */
function unicodeOf(map: string): Map<string, string> {
  const unicode = new Map<string, string>()
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    for (const [at, entry] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0')
      unicode.set(
        code,
        Buffer.from((entry[1] ?? '').replaceAll(' ', ''), 'hex')
          .swap16()
          .toString('utf16le'),
      )
    }
  return unicode
}

function textOf(content: string, fontOf: (name: string) => Map<string, string> | undefined): string {
  let font: Map<string, string> | undefined
  const lines: string[] = []
  const decoded = (codes: string) =>
    (codes.match(/.{4}/g) ?? []).map((code) => font?.get(code) ?? '?').join('')
  // A line of the text flow is one TJ; a text of a chart one Tj for each of its signs.
  let ofChart: string[] = []
  for (const [found, name, line, sign] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|<(\w+)> Tj|\bET\b/g,
  )) {
    if (name) font = fontOf(name)
    else if (line) lines.push(decoded([...line.matchAll(/<(\w+)>/g)].map((codes) => codes[1]).join('')))
    else if (sign) ofChart.push(decoded(sign))
    else if (found === 'ET' && ofChart.length > 0) {
      lines.push(ofChart.join(''))
      ofChart = []
    }
  }
  return lines.join('\n')
}
