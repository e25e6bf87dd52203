type Value = string | number

/** A count with its words, `one|many`: English has two forms, Chinese one. */
export const counted = (count: unknown, words: string): string => {
  const [one = '', many = one] = words.split('|')
  return `${String(count)} ${String(count) === '1' ? one : many}`
}

/** Puts the values where the text has `{{name}}` or, for a count, `{{name, one|many}}`; `absent` says what stands where there is none. */
export function filled(
  text: string,
  params: Readonly<Record<string, Value>>,
  absent: (placeholder: string) => string,
): string {
  return text.replace(/\{\{(\w+)(?:, ([^{}]+))?\}\}/g, (placeholder, name: string, words?: string) => {
    const value = params[name]
    if (value === undefined) return absent(placeholder)
    return words === undefined ? String(value) : counted(value, words)
  })
}
