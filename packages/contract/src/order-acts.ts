import { z } from 'zod'
import { findingCodes, severities } from './device-check-values.ts'
import { endpoint } from './endpoint.ts'
import { linkTestKinds } from './link-tests.ts'
import { orderActKinds, orderTestPhases } from './order-act-values.ts'
import { id, instant } from './schemas.ts'

const figure = z.number().nullable()

const made = {
  id,
  /** Of what was done, as far as it is still there: terminal, command, campaign, template, test, check. */
  refId: id.nullable(),
  deviceId: id.nullable(),
  /** Whether the device is a smart CPE, whose page is another. */
  isGateway: z.boolean(),
  lineId: id.nullable(),
  /** Of the device, the line, the campaign or the template, as it was called then. */
  name: z.string(),
  at: instant,
  actorName: z.string().nullable(),
}

const act = z.object({
  ...made,
  kind: z.enum(orderActKinds).exclude(['line_test', 'check']),
  /** Of a command its kind. */
  what: z.string(),
  reason: z.string(),
  /** As its own list has it; empty: not known any more. */
  state: z.string(),
})

const test = z.object({
  ...made,
  phase: z.enum(orderTestPhases),
  /** Null: it runs. */
  endedAt: instant.nullable(),
  passed: z.boolean().nullable(),
})

/** Null: not measured, or it did not end well. */
const lineTest = test.extend({
  what: z.enum(linkTestKinds),
  /** Per cent, milliseconds, Mbit/s. */
  loss: figure,
  rtt: figure,
  jitter: figure,
  mos: figure,
  throughput: figure,
})

const check = test.extend({
  /** What it found, the worst first, in the caller's language. */
  findings: z.array(z.object({ code: z.enum(findingCodes), severity: z.enum(severities), text: z.string() })),
  softwareVersion: z.string().nullable(),
  loss: figure,
  rtt: figure,
  throughput: figure,
})

export const orderActs = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/acts',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'What was done for a work order: terminals, commands, templates and firmware, and its tests before and after with what they found',
  input: z.object({ orderId: id }),
  output: z.object({
    /** Newest first, at most 100. */
    acts: z.array(act),
    /** Oldest first, at most 100 each. */
    lineTests: z.array(lineTest),
    checks: z.array(check),
    /** What can be tested for it: lines and gateways of its site, or the one that it is about. At most 50 each. */
    lines: z.array(z.object({ id, name: z.string() })),
    gateways: z.array(z.object({ id, name: z.string() })),
  }),
  errors: ['work_order.not_found'],
})
