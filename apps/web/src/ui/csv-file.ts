/** Spreadsheets take a CSV for UTF-8 by its mark. */
const byteOrderMark = '\uFEFF'

/** An empty import: one row of names. */
export function templateText(columns: readonly string[]): string {
  return `${byteOrderMark}${columns.join(',')}\r\n`
}

/** Key of the phrase that says why a file is not taken (specification §5); null when it is. */
export function wrongFile(
  file: { name: string; size: number },
  megabytes: number,
): 'validation.csvOnly' | 'validation.fileEmpty' | 'validation.fileSize' | null {
  if (!/\.csv$/i.test(file.name)) return 'validation.csvOnly'
  if (file.size === 0) return 'validation.fileEmpty'
  return file.size > megabytes * 2 ** 20 ? 'validation.fileSize' : null
}

export function saveTemplate(name: string, columns: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([templateText(columns)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
