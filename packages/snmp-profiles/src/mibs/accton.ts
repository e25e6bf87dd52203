import type { Table, TextSource, ValueTable } from '../model.ts'
import { states } from '../states.ts'

/**
 * The MIB of Accton's switches, which stands below the sysObjectID of each family (`~`) and is sold under many names.
 */
export const acctonColumn = '~.1.1.3.1.6'
export const accton = {
  model: [{ oid: '~.1.1.5.1.0' }] as readonly TextSource[],
  version: [{ oid: '~.1.1.3.1.6.1' }, { oid: '~.1.1.5.4.0' }] as readonly TextSource[],
  serial: [{ oid: '~.1.1.3.1.10.1' }] as readonly TextSource[],
  hardware: [{ oid: '~.1.1.3.1.2.1' }] as readonly TextSource[],
}

const ddm = (metric: ValueTable['metric'], column: number, what: string, scale = 1): Table => ({
  metric,
  column: `~.1.2.11.1.${column}`,
  text: true,
  label: `{port} ${what}`,
  scale,
})

export const acctonTables: readonly Table[] = [
  { metric: 'cpu_usage', column: '~.1.39.2.1.0', label: 'Processor', rawMax: 100 },
  { pool: 'memory', total: '~.1.39.3.1.0', free: '~.1.39.3.3.0', label: 'Memory' },
  // Texts such as `44.40 degrees C normal`.
  ddm('temperature', 2, 'temperature'),
  ddm('voltage', 3, 'voltage'),
  ddm('current', 4, 'current', 0.001),
  ddm('optical_power', 5, 'TxPower'),
  ddm('optical_power', 6, 'RxPower'),
  {
    metric: 'temperature',
    column: '~.1.1.11.1.3',
    label: 'Temperature Unit {0} sensor {1}',
    rawMin: 1,
    rawMax: 500,
  },
  {
    state: '~.1.1.4.0',
    label: 'Oper State',
    states: states({
      unknown: { 1: 'other', 2: 'unknown' },
      normal: { 3: 'ok' },
      warning: { 4: 'noncritical' },
      critical: { 5: 'critical', 6: 'nonrecoverable' },
    }),
  },
  {
    state: '~.1.1.9.1.3',
    label: 'Fan {index}',
    states: states({ normal: { 1: 'ok' }, critical: { 2: 'failure' } }),
  },
  {
    metric: 'fan_speed',
    column: '~.1.1.9.1.6',
    label: 'Fan {index}',
    rawMin: 0,
  },
  {
    state: '~.1.1.8.1.1.4',
    label: 'Power {index}',
    states: states({ off: { 1: 'notPresent' }, normal: { 2: 'green' }, critical: { 3: 'red' } }),
  },
]
