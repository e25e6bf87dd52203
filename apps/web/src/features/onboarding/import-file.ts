/** The columns of an import, with the server's names. */
export const templateColumns = [
  { name: 'serialNumber', rule: 'required' },
  { name: 'oui', rule: 'either' },
  { name: 'modelName', rule: 'either' },
  { name: 'productClass', rule: 'optional' },
  { name: 'name', rule: 'optional' },
  { name: 'labelSecret', rule: 'secret' },
] as const
