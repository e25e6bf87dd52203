import { uploadLimits } from '@netward/contract/field-rules'

/** The columns of an import, as the server names them. */
export const templateColumns = [
  { name: 'serialNumber', rule: 'required' },
  { name: 'oui', rule: 'either' },
  { name: 'modelName', rule: 'either' },
  { name: 'productClass', rule: 'optional' },
  { name: 'name', rule: 'optional' },
  { name: 'labelSecret', rule: 'secret' },
] as const

/** Spreadsheets take a CSV for UTF-8 by its mark. */
const byteOrderMark = '\uFEFF'

export function templateText(): string {
  return `${byteOrderMark}${templateColumns.map(({ name }) => name).join(',')}\r\n`
}

/** Key of the phrase that says why a file is not taken (specification §5); null when it is. */
export function wrongFile(file: {
  name: string
  size: number
}): 'validation.csvOnly' | 'validation.fileEmpty' | 'validation.fileSize' | null {
  if (!/\.csv$/i.test(file.name)) return 'validation.csvOnly'
  if (file.size === 0) return 'validation.fileEmpty'
  return file.size > uploadLimits.file * 2 ** 20 ? 'validation.fileSize' : null
}

export function saveTemplate(name: string): void {
  const address = URL.createObjectURL(new Blob([templateText()], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
