import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { opaque } from './schemas.ts'

export const openNoticeLink = endpoint({
  method: 'POST',
  path: '/api/v1/notice/link/open',
  access: 'public',
  reads: true,
  summary: 'Alarms that the link of a mail acknowledges; its ticket came with the link',
  input: z.object({ ticket: opaque }),
  output: z.object({
    companyName: z.string(),
    alarms: z.array(
      z.object({
        /** In the language of the request. */
        text: z.string(),
        active: z.boolean(),
        acknowledgedBy: z.string().nullable(),
      }),
    ),
  }),
  errors: ['ticket.invalid'],
})

export const acknowledgeByLink = endpoint({
  method: 'POST',
  path: '/api/v1/notice/link/acknowledge',
  access: 'public',
  summary: 'Acknowledge the alarms of a mail, as the person whom it was sent to',
  input: z.object({ ticket: opaque }),
  output: z.object({ acknowledged: z.number().int() }),
  errors: ['ticket.invalid'],
})
