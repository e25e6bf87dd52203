import type { Table } from '../model.ts'
import { states } from '../states.ts'

const temperatureState = states({
  warning: { 0: 'low', 2: 'warning' },
  normal: { 1: 'normal' },
  critical: { 3: 'critical', 4: 'shutdown', 6: 'notoperational' },
  off: { 5: 'notpresent' },
})
const itemState = states({
  off: { 1: 'notpresent' },
  normal: { 2: 'operational', 4: 'powering' },
  critical: { 3: 'failed', 5: 'nopower', 6: 'notpowering' },
  warning: { 7: 'incompatible' },
})

/**
 * FASTPATH-SWITCHING-MIB and -BOXSERVICES-PRIVATE-MIB, the firmware of Broadcom that many makers sell, below the OID of each.
 * Percentages stand in one text: `5 Secs (  6.51%)  60 Secs (  7.77%)`.
 */
export const fastpath = (root: string): readonly Table[] => [
  {
    metric: 'cpu_usage',
    column: `${root}.1.1.4.9.0`,
    label: 'Processor',
    text: /5 Secs? \( {0,5}(\d{1,3}(?:\.\d{1,6})?)/i,
    rawMax: 100,
  },
  { pool: 'memory', free: `${root}.1.1.4.1.0`, total: `${root}.1.1.4.2.0`, unit: 1024, label: 'Memory' },
  {
    metric: 'fan_speed',
    column: `${root}.43.1.6.1.4`,
    label: 'Fan {index}',
    rawMin: 0,
    when: [{ column: `${root}.43.1.6.1.3`, not: [1] }],
  },
  { state: `${root}.43.1.6.1.3`, label: 'Fan {index}', states: itemState },
  { state: `${root}.43.1.7.1.3`, label: 'Power Supply {index}', states: itemState },
  { metric: 'temperature', column: `${root}.43.1.8.1.5`, label: 'Temperature {index}', rawMin: 1 },
  { state: `${root}.43.1.8.1.4`, label: 'Temp Sensor {index}', states: temperatureState },
  { state: `${root}.43.1.15.1.2`, label: 'Chassis state', states: temperatureState },
]
