import { z } from 'zod'
import { dutyTestResults } from './duty-test-values.ts'
import { endpoint } from './endpoint.ts'
import { channelKinds, sendFailures } from './integration-values.ts'
import { done, id, instant } from './schemas.ts'

export const dutyTests = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/rota/:rotaId/tests',
  access: 'DMS_SERVER_ALARM',
  summary: 'The latest monthly test of each person of a rota, by each way that notifies them',
  input: z.object({ rotaId: id }),
  output: z.object({
    /** False: no notification rule sends mail or SMS to this rota. */
    isNotified: z.boolean(),
    items: z.array(
      z.object({
        id,
        memberName: z.string(),
        channelKind: z.literal(channelKinds),
        channelName: z.string(),
        result: z.enum(dutyTestResults),
        dueAt: instant,
        sentAt: instant.nullable(),
        confirmedAt: instant.nullable(),
        failure: z.object({ reason: z.enum(sendFailures), detail: z.string() }).nullable(),
        /** The caller received it, and may say so. */
        mayConfirm: z.boolean(),
      }),
    ),
  }),
  errors: ['rota.not_found'],
})

export const confirmDutyTest = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/test/:testId/confirm',
  access: 'DMS_SERVER_ALARM',
  summary: 'Confirm that a test to oneself arrived',
  input: z.object({ testId: id }),
  output: done,
  errors: ['notice.test_not_found'],
  audit: 'duty_test.confirmed',
})
