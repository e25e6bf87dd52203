import type { Table } from '../model.ts'
import { states } from '../states.ts'

/** POWER-ETHERNET-MIB (RFC 3621), by group of ports. */
export const powerEthernet: readonly Table[] = [
  { metric: 'power', column: '1.3.6.1.2.1.105.1.3.1.1.2', label: 'PoE Budget Total - ID {index}', rawMin: 0 },
  {
    metric: 'power',
    column: '1.3.6.1.2.1.105.1.3.1.1.4',
    label: 'PoE Budget Consumed - ID {index}',
    high: '1.3.6.1.2.1.105.1.3.1.1.2',
    rawMin: 0,
  },
  {
    state: '1.3.6.1.2.1.105.1.3.1.1.3',
    label: 'PoE Controller {index} Status',
    states: states({ normal: { 1: 'on' }, off: { 2: 'off' }, critical: { 3: 'faulty' } }),
  },
]
