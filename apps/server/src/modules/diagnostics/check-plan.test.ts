import { expect, test } from 'vitest'
import type { CheckStep } from '@netward/contract/device-check-values'
import { allOver, dueSteps, endOf, newSteps } from './check-plan.ts'

const steps = (states: Partial<Record<CheckStep, 'running' | 'done' | 'failed' | 'skipped'>>) =>
  newSteps().map((row) => ({ ...row, state: states[row.step] ?? row.state }))

test.each<[Parameters<typeof steps>[0], CheckStep[]]>([
  [{}, ['facts', 'far', 'lookup']],
  [{ facts: 'running', far: 'running', lookup: 'running' }, []],
  // Near targets come from the gateway's own values; one ping at a time.
  [{ facts: 'done', far: 'running', lookup: 'done' }, []],
  [{ facts: 'done', far: 'done', lookup: 'running' }, ['first_hop']],
  [{ facts: 'failed', far: 'done', lookup: 'done', first_hop: 'skipped' }, ['dns_server']],
  // The download is alone.
  [{ facts: 'done', far: 'done', lookup: 'running', first_hop: 'done', dns_server: 'done' }, []],
  [{ facts: 'done', far: 'done', lookup: 'failed', first_hop: 'done', dns_server: 'done' }, ['download']],
])('after %j comes %j', (states, due) => {
  expect(dueSteps(steps(states))).toEqual(due)
})

test('ends when nothing waits or runs', () => {
  const states = {
    facts: 'done',
    first_hop: 'failed',
    dns_server: 'skipped',
    far: 'done',
    lookup: 'done',
  } as const
  expect(allOver(steps(states))).toBe(false)
  expect(allOver(steps({ ...states, download: 'done' }))).toBe(true)
})

test.each([
  ['complete', null, 'done', null],
  ['failed', 'cannot_resolve', 'failed', null],
  ['failed', '9005', 'skipped', 'not_supported'],
  ['failed', '9004', 'skipped', 'busy'],
  ['expired', null, 'skipped', 'no_answer'],
  ['cancelled', null, 'skipped', 'no_answer'],
])('a run that is %s with %s: %s', (state, fault_code, expected, reason) => {
  expect(endOf({ state, fault_code })).toEqual({ state: expected, reason })
})
