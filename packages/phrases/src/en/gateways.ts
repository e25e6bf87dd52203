import type { gateways as zh } from '../zh/gateways.ts'

export const gateways: typeof zh = {
  import: {
    serialMissing: 'The serial number is missing',
    serialTooLong: 'The serial number has more than 64 characters',
    ouiOrModel: 'The OUI or the model is wanted',
    ouiWrong: 'The OUI has six hexadecimal digits',
    tooLong: 'A field is too long',
    twice: 'The same as a row above',
  },
}
