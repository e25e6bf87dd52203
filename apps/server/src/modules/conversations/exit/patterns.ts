import { isIPv6 } from 'node:net'
import type { PlaceholderKind } from './placeholder.ts'
import { secretPatterns } from './secret-patterns.ts'

export type SpanKind = PlaceholderKind | 'secret'

export interface Span {
  start: number
  end: number
  kind: SpanKind
}

/**
 * Text that is masked wherever it stands. The part that is masked is the group `value`, else the whole. Every repetition is
 * bounded or over one class, so that a text takes time in proportion to its length.
 */
export interface Pattern {
  readonly kind: SpanKind
  readonly find: RegExp
  readonly isIt?: (value: string, text: string, start: number) => boolean
}

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`
const han = String.raw`\p{Script=Han}`
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤'
/** A number of JSON, a counter for one: phones are strings there. */
const isJsonNumber = (value: string, text: string, start: number) =>
  text.slice(start - 2, start) === '":' && /[,}\]]/.test(text.charAt(start + value.length))

const patterns: readonly Pattern[] = [
  ...secretPatterns,
  {
    kind: 'phone',
    find: /(?<!\d)(?:\+?86[- ]?)?1[3-9]\d([- ]?)\d{4}\1\d{4}(?!\d|\.\d)/g,
    isIt: (...at) => !isJsonNumber(...at),
  },
  {
    kind: 'phone',
    find: /(?<![\d.])(?:\+?86[- ]?)?(?:\(0\d{2,3}\) ?|（0\d{2,3}）|0\d{2,3}[- ]|0[1-9]\d{1,2})\d{7,8}(?:-\d{1,5})?(?!\d|\.\d)/g,
  },
  { kind: 'phone', find: /(?<!\d)[48]00-\d{3,4}-?\d{3,4}(?!\d)/g },
  { kind: 'phone', find: /(?<![\d+])\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/g },
  {
    kind: 'phone',
    find: /(?:电话|手机|座机|联系方式|传真|\btel|\bphone|\bmobile|\bfax)(?:号码?)?["']?[ .:：=]{0,3}["']?(?<value>[+(]?\d[\d ()-]{4,16}\d)(?!\d)/dgi,
  },
  {
    kind: 'mail',
    find: /(?:(?<=\\[nrt])|(?<![\w.%+\\-]))[\w.%+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,5}/gi,
  },
  {
    kind: 'ip',
    find: new RegExp(String.raw`(?<!\d|\d\.)(?:${octet}\.){3}${octet}(?!\d|\.\d)`, 'g'),
    // Masks, the loopback and "any" belong to nobody.
    isIt: (value) => !/^(?:255\.|127\.|0\.0\.0\.0$)/.test(value),
  },
  {
    kind: 'ip',
    find: /(?<![\da-f:])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}(?![\da-f:])/gi,
    isIt: (value) => value !== '::' && value !== '::1' && isIPv6(value),
  },
  { kind: 'mac', find: /(?<![\da-f:-])[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}(?![\da-f:-])/gi },
  { kind: 'mac', find: /(?<![\da-f.-])[\da-f]{4}([.-])[\da-f]{4}\1[\da-f]{4}(?![\da-f.-])/gi },
  {
    kind: 'address',
    find: new RegExp(
      String.raw`${han}{1,24}(?:路|街|道|巷|弄|胡同)${han}{0,4}\d{1,5}(?:号|弄)(?:[${han}A-Za-z\d-]{0,20}(?:室|楼|层|座|单元|号|栋))?`,
      'gu',
    ),
  },
  {
    kind: 'address',
    find: /\b\d{1,5} (?:[A-Z][a-z]{1,20} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Lane|Ln|Drive|Dr|Way|Square|Court)\b/g,
  },
  {
    kind: 'serial',
    find: /(?:\bS\/?N|序列号|\bserial(?: ?(?:number|no\.?))?)["']?\s{0,3}[:：=#]?\s{0,3}["']?(?<value>(?=[A-Z-]{0,31}\d)[A-Z\d][A-Z\d-]{5,31})(?![A-Z\d-])/dgi,
  },
  {
    kind: 'name',
    find: new RegExp(
      String.raw`(?<!${han})[${surnames}]${han}{0,2}(?=先生|女士|小姐|师傅|经理|老师|主管|店长|工程师)`,
      'gu',
    ),
  },
  {
    kind: 'name',
    find: new RegExp(
      String.raw`(?:联系人|姓名|负责人|店长|工程师)["']?(?:[:：=] ?|是|为|叫)["']?(?<value>[${surnames}]${han}{1,2})(?!${han})`,
      'dgu',
    ),
  },
  {
    kind: 'name',
    find: /\b(?:Mr|Mrs|Ms|Miss|Dr)\.? (?<value>[A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20}){0,2})/dg,
  },
]

/** The parts of a text that patterns mask, of these kinds. */
export function patternSpans(text: string, kinds: ReadonlySet<SpanKind>): Span[] {
  const spans: Span[] = []
  for (const { kind, find, isIt } of patterns) {
    if (!kinds.has(kind)) continue
    for (const match of text.matchAll(find)) {
      const [start, end] = match.indices?.groups?.['value'] ?? [match.index, match.index + match[0].length]
      if (end > start && (!isIt || isIt(text.slice(start, end), text, start)))
        spans.push({ start, end, kind })
    }
  }
  return spans
}
