import type { Table } from '../model.ts'

/**
 * Printer-MIB (RFC 3805). Levels −1 (other), −2 (unknown) and −3 (some left) are no numbers; neither are capacities
 * below 1.
 */
export const printerMib: readonly Table[] = [
  {
    metric: 'supply_level',
    column: '1.3.6.1.2.1.43.11.1.1.9',
    of: '1.3.6.1.2.1.43.11.1.1.8',
    rawMin: 0,
    label: '{descr}',
    texts: { descr: { column: '1.3.6.1.2.1.43.11.1.1.6', or: 'Supply' } },
  },
  {
    metric: 'supply_level',
    column: '1.3.6.1.2.1.43.8.2.1.10',
    of: '1.3.6.1.2.1.43.8.2.1.9',
    rawMin: 0,
    label: '{name}',
    texts: { name: ['1.3.6.1.2.1.43.8.2.1.13', { column: '1.3.6.1.2.1.43.8.2.1.18', or: 'Tray' }] },
  },
  /** prtMarkerLifeCount; its unit (prtMarkerCounterUnit 7 impressions, 8 sheets) is pages but for plotters. */
  {
    metric: 'printed_pages',
    column: '1.3.6.1.2.1.43.10.2.1.4',
    label: 'Life time {unit}',
    texts: { unit: { column: '1.3.6.1.2.1.43.10.2.1.3', names: { 7: 'impressions', 8: 'sheets' } } },
    when: [{ column: '1.3.6.1.2.1.43.10.2.1.3', not: [3, 4, 11, 12, 13, 16, 17] }],
  },
  {
    metric: 'sensor_count',
    column: '1.3.6.1.2.1.43.10.2.1.5',
    label: '{unit} since powered on',
    texts: {
      unit: { column: '1.3.6.1.2.1.43.10.2.1.3', names: { 7: 'Impressions', 8: 'Sheets' }, or: 'Pages' },
    },
    rawMin: 0,
  },
]
