import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sendFailures } from './integration-values.ts'
import { mostLine, mostSubject, templateForms, templateLanguages } from './notice-template-values.ts'
import { noticeEvents } from './notice-values.ts'
import { done, id, instant, nothing } from './schemas.ts'

const access = 'DMS_SERVER_ALARM_RULE'

const place = {
  event: z.enum(noticeEvents),
  /** Of channels of this kind. */
  form: z.enum(templateForms),
  language: z.enum(templateLanguages),
}

const text = {
  /** Liquid, in one line. */
  subject: z.string().trim().min(1).max(mostSubject),
  /** Liquid, of each alarm of a message. */
  line: z.string().trim().min(1).max(mostLine),
}

export const noticeTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/notice/template',
  access,
  summary: 'Message templates of the company acted in; others are the shipped ones',
  input: nothing,
  output: z.array(
    z.object({ ...place, subject: z.string(), line: z.string(), editedAt: instant, editedBy: z.string() }),
  ),
})

export const editNoticeTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/notice/template',
  access,
  summary: 'Replace the shipped message text of an event, a kind of channel and a language',
  input: z.object({ ...place, ...text }),
  output: done,
  errors: ['notice.template_wrong'],
  audit: 'notice_template.edited',
})

export const resetNoticeTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/notice/template',
  access,
  summary: 'Return to the shipped message text',
  inputKind: 'query',
  input: z.object(place),
  output: done,
  errors: ['notice.template_not_found'],
  audit: 'notice_template.reset',
})

export const previewNoticeTemplate = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/notice/template/preview',
  access,
  summary: 'What a message would say: of a sample alarm, or of one that the caller may view',
  input: z.object({ ...place, ...text, alarmId: id.optional() }),
  output: z.object({ subject: z.string(), text: z.string() }),
  errors: ['notice.template_wrong', 'alarm.not_found'],
})

export const testNoticeTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/notice/template/test',
  access,
  summary: 'Send a sample message by a channel: mail to the caller, others to their group or address',
  input: z.object({ ...place, ...text, channelId: id }),
  output: z.object({
    /** Null: it was taken. */
    failure: z.object({ reason: z.enum(sendFailures), detail: z.string() }).nullable(),
    sentTo: z.string().nullable(),
  }),
  errors: [
    'notice.template_wrong',
    'notice.template_channel',
    'integration.not_found',
    'integration.no_address',
    'integration.too_many_tests',
  ],
  audit: 'integration.tested',
})
