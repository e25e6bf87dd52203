import type { Table } from '../model.ts'
import { states } from '../states.ts'

/** ENTITY-STATE-MIB (RFC 4268): entStateOper. */
export const entityState: readonly Table[] = [
  {
    state: '1.3.6.1.2.1.131.1.1.1.3',
    label: '{name}{descr}',
    texts: {
      name: '1.3.6.1.2.1.47.1.1.1.1.7',
      descr: { column: '1.3.6.1.2.1.47.1.1.1.1.2', around: [' [', ']'] },
    },
    states: states({
      unknown: { 1: 'unknown' },
      off: { 2: 'disabled' },
      normal: { 3: 'enabled' },
      warning: { 4: 'testing' },
    }),
    // 1 says nothing; ports have their state in IF-MIB.
    invalid: [1],
    when: [{ column: '1.3.6.1.2.1.47.1.1.1.1.5', not: [10, 5] }],
  },
]
