import type { Profile, Table, TextSource } from '../model.ts'

/** prtGeneralSerialNumber (RFC 3805). */
const serial: TextSource = { oid: '1.3.6.1.2.1.43.5.1.1.17.1' }
/** hrDeviceDescr of the printer, the first device of most agents. */
const device = '1.3.6.1.2.1.25.3.2.1.3.1'
/** IEEE 1284 device identification, as many agents keep it. */
const ieee1284 = (oid: string, maker: RegExp): TextSource => ({
  oid,
  pattern: new RegExp(`\\bM(?:DL|ODEL):\\s?(?:${maker.source})?([^;]{2,60})`, 'i'),
})
const ppmPrinterName = '1.3.6.1.4.1.2699.1.2.1.2.1.1.2.1'
const ppm1284 = '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1'
const type = [{ type: 'printer' }] as const

const konicaCounters = '1.3.6.1.4.1.18334.1.1.1.5.7.2'
const konicaCount = (index: RegExp, label: string): Table => ({
  metric: 'sensor_count',
  column: `${konicaCounters}.2.1.5`,
  index,
  label,
})

export const printers: readonly Profile[] = [
  {
    name: 'hp-printer',
    vendor: 'HP',
    match: [{ oids: ['1.3.6.1.4.1.11.2.3.9'] }],
    type,
    model: [
      ieee1284('1.3.6.1.4.1.11.2.3.9.1.1.7.0', /(?:HP|Hewlett-Packard) /),
      { oid: device, pattern: /^(?:HP |Hewlett-Packard )?(\S[^,\r\n]{1,60})/ },
      { descr: /PID:(?:HP )?([^,\r\n]{2,60})/ },
    ],
    version: [{ oid: '1.3.6.1.4.1.11.2.3.9.4.2.1.1.3.6.0' }],
    serial: [{ oid: '1.3.6.1.4.1.11.2.3.9.4.2.1.1.3.3.0' }, serial],
  },
  {
    name: 'brother',
    vendor: 'Brother',
    match: [{ oids: ['1.3.6.1.4.1.2435'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.2435.2.4.3.2435.5.13.3.0', pattern: /^(?:Brother )?(\S.{1,60}?)(?: series)?$/i },
      ieee1284('1.3.6.1.4.1.2435.2.3.9.1.1.7.0', /Brother /),
      { oid: device, pattern: /^(?:Brother )?(\S.{1,60}?)(?: series)?$/i },
    ],
    version: [
      { oid: '1.3.6.1.4.1.2435.2.4.3.1240.6.5.0', pattern: /Ver\.?\s?(\S{1,30})/ },
      { oid: '1.3.6.1.4.1.2435.2.4.3.99.3.1.6.1.2.2', pattern: /(\S{1,30})/ },
      { descr: /Firmware Ver\.?\s?(\S{1,20})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.2435.2.3.9.4.2.1.5.5.1.0' }, serial],
  },
  {
    name: 'canon',
    vendor: 'Canon',
    match: [{ oids: ['1.3.6.1.4.1.1602'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.1602.1.1.1.1.0' },
      { oid: device, pattern: /^(?:Canon )?(\S[^/\r\n]{1,60}?)(?: ?\/|$)/ },
      { descr: /^Canon (\S[^/\r\n]{1,40}?) ?\// },
    ],
    version: [{ oid: '1.3.6.1.4.1.1602.1.1.1.4.0' }],
    serial: [{ oid: '1.3.6.1.4.1.1602.1.2.1.8.1.3.1.1' }, serial],
  },
  {
    name: 'ricoh',
    vendor: 'Ricoh',
    match: [{ oids: ['1.3.6.1.4.1.367'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.367.3.2.1.1.1.1.0' },
      { oid: device, pattern: /^(?:RICOH |NRG |SAVIN |LANIER |Gestetner )?(\S.{1,60})/i },
    ],
    version: [{ oid: '1.3.6.1.4.1.367.3.2.1.1.1.2.0' }],
    serial: [{ oid: '1.3.6.1.4.1.367.3.2.1.2.1.4.0' }, serial],
  },
  {
    name: 'konica-minolta',
    vendor: 'Konica Minolta',
    match: [{ oids: ['1.3.6.1.4.1.18334', '1.3.6.1.4.1.2590'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.18334.1.1.1.1.6.2.1.0', pattern: /^(?:KONICA MINOLTA |Develop )?(\S.{1,60})/i },
      { oid: device, pattern: /^(?:KONICA MINOLTA )?(\S.{1,60})/i },
      { descr: /^(?:KONICA MINOLTA )?(\S.{1,60})/i },
    ],
    version: [{ oid: '1.3.6.1.4.1.18334.1.1.1.1.6.1.0' }],
    serial: [serial],
    tables: [
      { metric: 'sensor_count', column: `${konicaCounters}.1.3.0`, label: 'Total print duplex' },
      { metric: 'sensor_count', column: `${konicaCounters}.1.5.0`, label: 'Total scans' },
      konicaCount(/^1\.1$/, 'Total copy black'),
      konicaCount(/^1\.2$/, 'Total print black'),
      konicaCount(/^2\.1$/, 'Total copy color'),
      konicaCount(/^2\.2$/, 'Total print color'),
    ],
  },
  {
    name: 'epson',
    vendor: 'Epson',
    match: [{ oids: ['1.3.6.1.4.1.1248'] }],
    type: [{ type: 'other', descr: /projector/i }, { type: 'printer' }],
    model: [
      { oid: '1.3.6.1.4.1.1248.1.2.2.1.1.1.2.1' },
      ieee1284(ppm1284, /(?:EPSON|Seiko Epson) /),
      { oid: device, pattern: /^(?:EPSON )?(\S.{1,60})/i },
    ],
    version: [{ oid: '1.3.6.1.4.1.1248.1.2.2.2.1.1.2.1.4' }],
    serial: [{ oid: '1.3.6.1.4.1.1248.1.2.2.1.1.1.5.1' }, serial],
  },
  {
    name: 'kyocera',
    vendor: 'Kyocera',
    match: [{ oids: ['1.3.6.1.4.1.1347'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.1347.43.5.1.1.1.1' },
      { oid: device, pattern: /^(?:KYOCERA (?:Document Solutions )?)?(\S.{1,60})/i },
    ],
    version: [{ oid: '1.3.6.1.4.1.1347.43.5.4.1.5.1.1' }],
    serial: [{ oid: '1.3.6.1.4.1.1347.43.5.1.1.28.1' }, serial],
  },
  {
    name: 'xerox',
    vendor: 'Xerox',
    match: [{ oids: ['1.3.6.1.4.1.253'] }, { oids: ['1.3.6.1.4.1.297'] }],
    type,
    model: [
      { oid: device, pattern: /^(?:Xerox )?(\S{1,30}(?: \S{1,30}){0,3}?)(?: v\d|[;,]|$)/i },
      { descr: /^(?:Xerox )?([^;,\r\n]{2,50}?)(?: v\d|[;,]|$)/i },
    ],
    version: [
      { descr: /(?:System|SS|Controller)(?: Software)? ?(\d[\d.]{2,30})/ },
      { descr: /; ?[A-Za-z ]{0,20}(\d{1,3}\.\d[\d.]{2,30})/ },
    ],
    serial: [{ oid: '1.3.6.1.4.1.253.8.53.3.2.1.3.1' }, serial],
  },
  {
    name: 'lexmark',
    vendor: 'Lexmark',
    match: [{ oids: ['1.3.6.1.4.1.641'] }],
    type,
    model: [
      { descr: /^Lexmark (\S{2,30})/i },
      { oid: '1.3.6.1.4.1.641.2.1.2.1.2.1' },
      { oid: device, pattern: /^(?:Lexmark )?(\S{2,30})/i },
    ],
    version: [{ descr: /version (\S{2,40})/i }, { oid: '1.3.6.1.4.1.641.2.1.2.1.4.1' }],
    serial: [{ oid: '1.3.6.1.4.1.641.2.1.2.1.6.1' }, serial],
  },
  {
    name: 'zebra',
    vendor: 'Zebra',
    match: [{ oids: ['1.3.6.1.4.1.10642', '1.3.6.1.4.1.683.1.20'] }],
    type,
    model: [{ oid: '1.3.6.1.4.1.10642.1.1.0' }, { oid: '1.3.6.1.4.1.10642.200.19.7.0' }, { oid: device }],
    version: [{ oid: '1.3.6.1.4.1.10642.1.2.0' }],
    serial: [{ oid: '1.3.6.1.4.1.10642.200.19.5.0' }, { oid: '1.3.6.1.4.1.10642.1.9.0' }, serial],
  },
  {
    name: 'samsung-printer',
    vendor: 'Samsung',
    match: [{ oids: ['1.3.6.1.4.1.236.11'] }],
    type,
    model: [
      { oid: '1.3.6.1.4.1.236.11.5.1.1.1.1.0', pattern: /^(?:Samsung )?(\S.{1,60}?)(?: series)?$/i },
      { oid: device, pattern: /^(?:Samsung )?(\S[^;,\r\n]{1,60}?)(?: series)?(?:[;,]|$)/i },
    ],
    version: [{ oid: '1.3.6.1.4.1.236.11.5.1.1.1.2.0' }],
    serial: [{ oid: '1.3.6.1.4.1.236.11.5.1.1.1.4.0' }, serial],
  },
  ...(
    [
      ['oki', 'OKI', ['1.3.6.1.4.1.2001']],
      ['sharp', 'Sharp', ['1.3.6.1.4.1.2385']],
      ['toshiba', 'Toshiba', ['1.3.6.1.4.1.1129']],
      ['panasonic', 'Panasonic', ['1.3.6.1.4.1.258']],
      ['fujifilm', 'Fujifilm', ['1.3.6.1.4.1.297.1']],
      ['dell-printer', 'Dell', ['1.3.6.1.4.1.674.10898']],
      ['pantum', 'Pantum', ['1.3.6.1.4.1.40093']],
      ['sato', 'SATO', ['1.3.6.1.4.1.19447']],
      ['honeywell-printer', 'Honeywell', ['1.3.6.1.4.1.1963']],
      ['star', 'Star', ['1.3.6.1.4.1.24807']],
    ] as const
  ).map(([name, vendor, oids]): Profile => ({
    name,
    vendor,
    match: [{ oids }],
    type,
    model: [
      { oid: ppmPrinterName },
      {
        oid: device,
        pattern:
          /^(?:OKI DATA CORP |OKI |SHARP |TOSHIBA |Panasonic |FUJIFILM |Fuji Xerox |Dell |Pantum )?(\S[^;,\r\n]{1,60})/i,
      },
      {
        descr:
          /^(?:OKI |SHARP |TOSHIBA |Panasonic |FUJIFILM |Fuji Xerox |Dell |Pantum )?(\S[^;,\r\n]{1,60})/i,
      },
    ],
    serial: [serial],
  })),
]
