import type { Table } from '../model.ts'
import { states } from '../states.ts'

/** HOST-RESOURCES-MIB (RFC 2790) and UCD-SNMP-MIB: processors, where a vendor's MIB has none. */
export const processors: readonly Table[] = [
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.2.1.25.3.3.1.2',
    label: '{descr}',
    texts: { descr: { column: '1.3.6.1.2.1.25.3.2.1.3', or: 'Processor' } },
    rawMin: 0,
    rawMax: 100,
    fallback: true,
  },
  /** ssCpuIdle. */
  {
    metric: 'cpu_usage',
    column: '1.3.6.1.4.1.2021.11.11.0',
    label: 'Processor',
    rawMin: 0,
    rawMax: 100,
    ofHundred: true,
    fallback: true,
  },
]

/** UCD-SNMP-MIB: memory, where hrStorageTable has none. */
export const ucdMemory: readonly Table[] = [
  {
    pool: 'memory',
    total: '1.3.6.1.4.1.2021.4.5.0',
    free: '1.3.6.1.4.1.2021.4.6.0',
    minus: ['1.3.6.1.4.1.2021.4.14.0', '1.3.6.1.4.1.2021.4.15.0'],
    unit: 1024,
    label: 'Physical memory',
    fallback: true,
  },
]

/** Load averages and what net-snmp knows of the whole machine. */
export const ucdLoad: readonly Table[] = [
  {
    metric: 'load_average',
    column: '1.3.6.1.4.1.2021.10.1.5',
    label: '{name}',
    texts: { name: { column: '1.3.6.1.4.1.2021.10.1.2', names: { '': 'Load-1' }, or: 'Load' } },
    scale: 0.01,
    rawMin: 0,
  },
]

/** Printers: hrDeviceStatus of printers and hrPrinterDetectedErrorState, a set of bits. */
export const printerState: readonly Table[] = [
  {
    state: '1.3.6.1.2.1.25.3.2.1.5',
    when: [{ column: '1.3.6.1.2.1.25.3.2.1.2', is: ['1.3.6.1.2.1.25.3.1.5'] }],
    label: 'Printer Device Status',
    states: states({
      unknown: { 1: 'unknown' },
      normal: { 2: 'running' },
      warning: { 3: 'warning', 4: 'testing' },
      critical: { 5: 'down' },
    }),
  },
  {
    state: '1.3.6.1.2.1.25.3.5.1.2',
    label: 'Printer Error Status',
    bits: true,
    states: states({
      normal: { 0: 'no error' },
      warning: {
        1: 'low paper',
        3: 'low toner',
        8: 'service requested',
        11: 'marker supply missing',
        15: 'input tray empty',
        16: 'overdue preventive maintenance',
      },
      critical: {
        2: 'no paper',
        4: 'no toner',
        5: 'door open',
        6: 'jammed',
        7: 'offline',
        9: 'input tray missing',
        10: 'output tray missing',
        12: 'marker supply missing',
        13: 'output near full',
        14: 'output full',
      },
    }),
  },
]
