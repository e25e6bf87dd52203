import { z } from 'zod'
import { alarmSeverities } from './alarm-values.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { orderStates } from './states/work-order.ts'
import { doneKinds, taskKinds } from './task-values.ts'
import { waitingKinds } from './workbench.ts'

/** Days that one question about done tasks may cover. */
export const mostDoneDays = 30

const task = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  /** Of an order; of an alarm the name of its device; of a date the name of what ends, of a licence what it counts; of what concerns a rota its name. */
  title: z.string(),
  /** Of a hand-over, a swap or a duty test: its rota. */
  rotaId: id.nullable(),
  number: z.number().int().nullable(),
  priority: z.number().int().nullable(),
  state: z.enum(orderStates).nullable(),
  severity: z.enum(alarmSeverities).nullable(),
  /** Of an alarm: the code of a shipped rule, or the id and the name of the company's own. */
  rule: z.string().nullable(),
  ruleName: z.string().nullable(),
})

const search = z.string().trim().max(100).optional()

export const pageTodo = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/task/todo/lists',
  access: 'session',
  summary:
    'What waits for the caller: work orders and alarms that are theirs, approvals that they decide, hand-overs, swaps and tests of their rotas, dates that approach, and what awaits a decision by kind',
  input: pageInput.extend({
    kind: oneOrMany(z.enum(taskKinds)),
    search,
    sort: z.enum(['due', '-due', 'since', '-since']).default('due'),
  }),
  output: pageOf(
    task.extend({
      kind: z.enum(taskKinds),
      /** Of a date: since when it is less than 90 days away. */
      since: instant,
      /** Null: none, or its clock stands. */
      due: instant.nullable(),
    }),
  ).extend({
    /** Of the list without filters; only kinds that are not empty. */
    kinds: z.array(
      z.object({
        kind: z.enum(taskKinds),
        /** Stops counting at 10,000. */
        count: z.number().int(),
        oldest: instant,
        /** The first deadline or date; null: there is none. */
        firstDue: instant.nullable(),
      }),
    ),
    /** Only kinds whose list the person may open; the same as the workbench shows. */
    groups: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        count: z.number().int(),
      }),
    ),
    /** Lines of the list without filters: one for each item, and one for each group. Stops counting at 10,000. */
    badge: z.number().int(),
  }),
})

const doneQuery = pageInput.extend({
  kind: oneOrMany(z.enum(doneKinds)),
  search,
  /** Finished at or after, and before; together at most 30 days. Without them, the last 30 days. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sort: z.enum(['finishedAt', '-finishedAt']).default('-finishedAt'),
})

export const pageDone = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/task/done/lists',
  access: 'session',
  summary: 'What the caller finished, by completion, within at most 30 days',
  input: doneQuery,
  output: pageOf(
    task.extend({
      kind: z.enum(doneKinds),
      act: z.enum(['resolve', 'close', 'cancel', 'cleared', 'approved', 'refused']),
      finishedAt: instant,
    }),
  ),
  errors: ['task.range_too_wide'],
})

export const exportDone = endpoint({
  method: 'POST',
  path: '/api/v1/task/done/export',
  access: 'session',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: doneQuery,
  output: z.null(),
  answer: 'csv',
  errors: ['task.range_too_wide'],
  audit: 'task.exported',
})
