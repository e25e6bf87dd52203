import { expect, test } from 'vitest'
import { maxRows, parseImport } from './pre-registration.csv.ts'

const parse = (text: string) => parseImport(Buffer.from(text))

test('columns are recognised by name, in any order, case and spelling; the identity keeps its case', () => {
  expect(parse('\uFEFFName,Serial Number,OUI,label_secret\r\nShop 1, ab12 ,00:d0:9e,s3\r\n\r\n')).toEqual({
    rows: [
      {
        oui: '00D09E',
        productClass: null,
        modelName: null,
        serialNumber: 'ab12',
        name: 'Shop 1',
        labelSecret: 's3',
      },
    ],
    refused: [],
  })
})

test.each<[string, string, string]>([
  ['no serial number', 'serialNumber,oui\n,00D09E', 'serialMissing'],
  ['a long serial number', `serialNumber,oui\n${'9'.repeat(65)},00D09E`, 'serialTooLong'],
  ['neither OUI nor model', 'serialNumber,oui\nA1,', 'ouiOrModel'],
  ['an OUI that is none', 'serialNumber,oui\nA1,XYZ', 'ouiWrong'],
  ['a long name', `serialNumber,oui,name\nA1,00D09E,${'n'.repeat(101)}`, 'tooLong'],
])('%s refuses the row', (_what, text, problem) => {
  expect(parse(text)).toEqual({ rows: [], refused: [{ row: 2, problem }] })
})

test('a row that repeats an earlier one is refused by its number in the file', () => {
  expect(parse('serialNumber,oui\nA1,00D09E\nB1,00D09E\na1,00d09e')?.refused).toEqual([
    { row: 4, problem: 'twice' },
  ])
})

test.each<[string, string]>([
  ['an empty file', ''],
  ['no heading', 'A1,00D09E'],
  ['a quote that never ends', 'serialNumber,oui\n"A1'],
  ['binary data', 'serialNumber\u0000,oui\nA1,00D09E'],
  ['too many rows', `serialNumber,oui\n${'A,00D09E\n'.repeat(maxRows + 1)}`],
])('refuses %s as an import', (_what, text) => {
  expect(parse(text)).toBeNull()
})
