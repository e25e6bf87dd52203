import type { Table } from '../model.ts'
import { states } from '../states.ts'

const ups = '1.3.6.1.2.1.33.1'
const line = (
  metric: 'voltage' | 'current' | 'power' | 'sensor_load' | 'frequency',
  column: string,
  label: string,
  scale = 1,
): Table => ({
  metric,
  column: `${ups}.${column}`,
  label: `${label} {index}`,
  scale,
  rawMin: 0,
})

/** UPS-MIB (RFC 1628). */
export const upsMib: readonly Table[] = [
  {
    state: `${ups}.2.1.0`,
    label: 'Battery Status',
    states: states({
      unknown: { 1: 'unknown' },
      normal: { 2: 'batteryNormal' },
      critical: { 3: 'batteryLow', 4: 'batteryDepleted' },
    }),
  },
  {
    state: `${ups}.4.1.0`,
    label: 'Output Source',
    states: states({
      normal: { 3: 'normal' },
      warning: { 1: 'other', 4: 'bypass', 6: 'booster', 7: 'reducer' },
      critical: { 5: 'battery', 2: 'none' },
    }),
  },
  { metric: 'ups_on_battery', column: `${ups}.4.1.0`, label: 'On battery', equals: [5] },
  { metric: 'ups_runtime', column: `${ups}.2.3.0`, label: 'Battery Time Remaining', scale: 60, rawMin: 0 },
  { metric: 'ups_charge', column: `${ups}.2.4.0`, label: 'Battery Charge', rawMin: 0, rawMax: 100 },
  { metric: 'voltage', column: `${ups}.2.5.0`, label: 'Battery Voltage', scale: 0.1, rawMin: 1 },
  { metric: 'current', column: `${ups}.2.6.0`, label: 'Battery Current', scale: 0.1 },
  { metric: 'temperature', column: `${ups}.2.7.0`, label: 'Battery Temperature', rawMin: 1 },
  line('frequency', '3.3.1.2', 'Input', 0.1),
  line('voltage', '3.3.1.3', 'Input'),
  line('current', '3.3.1.4', 'Input', 0.1),
  line('power', '3.3.1.5', 'Input'),
  { metric: 'frequency', column: `${ups}.4.2.0`, label: 'Output', scale: 0.1, rawMin: 1 },
  line('voltage', '4.4.1.2', 'Output'),
  line('current', '4.4.1.3', 'Output', 0.1),
  line('power', '4.4.1.4', 'Output'),
  { metric: 'ups_load', column: `${ups}.4.4.1.5`, label: 'Output load {index}', rawMin: 0, rawMax: 1000 },
]
