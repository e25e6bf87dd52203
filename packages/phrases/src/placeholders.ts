type Value = string | number

/** A count with its forms, `one|many`: English has two, Chinese one. */
export const counted = (count: unknown, words: string): string => {
  const [one = '', many = one] = words.split('|')
  return `${String(count)} ${String(count) === '1' ? one : many}`
}

/**
 * Fills in `{{name}}` or, for a count, `{{name, one|many}}`; `absent` provides the text for missing values.
 */
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
