/** Spreadsheets recognise UTF-8 in a CSV by its byte order mark. */
const byteOrderMark = '\uFEFF'

/** Import template: the header row alone. */
export function templateText(columns: readonly string[]): string {
  return `${byteOrderMark}${columns.join(',')}\r\n`
}

/** Key of the phrase that explains why a file is rejected (specification §5); null if accepted. */
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
