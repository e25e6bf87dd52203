import { expect, test } from 'vitest'
import { templateText, wrongFile } from '../../ui/csv-file.ts'
import { templateColumns } from './import-file.ts'

const mebibyte = 1024 * 1024

// Specification §5: import accepts CSV only; at most 20 MB; not empty.
test.each([
  ['gateways.csv', 1, null],
  ['GATEWAYS.CSV', 20 * mebibyte, null],
  ['gateways.xlsx', 1, 'validation.csvOnly'],
  ['gateways.csv', 0, 'validation.fileEmpty'],
  ['gateways.csv', 20 * mebibyte + 1, 'validation.fileSize'],
])('%s of %i bytes: %s', (name, size, wrong) => {
  expect(wrongFile({ name, size }, 20)).toBe(wrong)
})

test('the template opens in a spreadsheet: marked as UTF-8, one row of names', () => {
  expect(templateText(templateColumns.map(({ name }) => name))).toBe(
    '\uFEFFserialNumber,oui,modelName,productClass,name,labelSecret\r\n',
  )
})
