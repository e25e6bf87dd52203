/** Serial numbers of a text: one a line, or a cell of a copied table; each once, in the first spelling. */
export function serialsIn(text: string): string[] {
  const found = new Map<string, string>()
  for (const part of text.split(/[\r\n\t,;，；]+/u)) {
    const serial = part.trim()
    if (serial !== '' && !found.has(serial.toUpperCase())) found.set(serial.toUpperCase(), serial)
  }
  return [...found.values()]
}
