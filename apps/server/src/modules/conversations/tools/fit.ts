import { mostResultCharacters } from './tool.ts'

/** The longest text within a result: notes of orders and texts of devices may be longer. */
const longestText = 1500

/** Leaves out absent fields and empty texts. Null stays: it says that there are no data. */
export function withoutNothing(data: unknown): unknown {
  if (typeof data === 'string') return data.length > longestText ? `${cutAt(data, longestText)}… (cut)` : data
  if (Array.isArray(data)) return data.map(withoutNothing)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, withoutNothing(value)]),
  )
}

/** Not between the halves of a character. */
export function cutAt(text: string, length: number): string {
  const isHigh = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800
  return text.slice(0, isHigh ? length - 1 : length)
}

interface Found {
  readonly list: unknown[]
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly size: number
}

/**
 * The same data in at most `most` characters of JSON: the longest lists lose items at their end, and what holds them says how many
 * (`shown` of a list, otherwise `<name>NotShown`).
 */
export function fitted(data: unknown, most = mostResultCharacters): unknown {
  let size = JSON.stringify(data)?.length ?? 0
  if (size <= most) return data
  const copy: unknown = structuredClone(data)
  while (size > most) {
    const longest = longestList(copy)
    if (!longest) return shortTexts(copy, most)
    const { list, holder, key } = longest
    const left = Math.max(0, Math.floor(list.length * Math.min(0.9, (most / size) * 1.05)))
    const gone = list.length - left
    list.length = left
    if (key === 'items' && typeof holder['shown'] === 'number') holder['shown'] = left
    else holder[`${key}NotShown`] = Number(holder[`${key}NotShown`] ?? 0) + gone
    size = JSON.stringify(copy).length
  }
  return copy
}

function longestList(data: unknown): Found | null {
  let longest: Found | null = null
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) {
      if (Array.isArray(item) && item.length > 0 && !Array.isArray(value)) {
        const size = JSON.stringify(item).length
        if (longest === null || size > longest.size)
          longest = { list: item as unknown[], holder: value as Record<string, unknown>, key, size }
      }
      look(item)
    }
  }
  look(data)
  return longest
}

/** Without lists: texts lose their ends. */
function shortTexts(data: unknown, most: number): unknown {
  let copy = data
  for (let length = 400; length > 0 && JSON.stringify(copy).length > most; length = Math.floor(length / 2))
    copy = cutTexts(copy, length)
  return copy
}

function cutTexts(data: unknown, length: number): unknown {
  if (typeof data === 'string') return data.length > length ? `${cutAt(data, length)}…` : data
  if (Array.isArray(data)) return data.map((item) => cutTexts(item, length))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, cutTexts(value, length)]))
}
