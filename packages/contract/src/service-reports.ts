import { z } from 'zod'
import { approvalShown } from './approval-schemas.ts'
import { approvalStandings } from './approval-values.ts'
import { endpoint } from './endpoint.ts'
import { reportLanguages } from './line-report-values.ts'
import { reportBlock } from './report-blocks.ts'
import { done, email, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { serviceReportLimits, servicePeriods, serviceReportStates } from './service-report-values.ts'

const day = z.iso.date().meta({ examples: ['2026-11-01'] })
const words = z.string().trim().max(serviceReportLimits.text)
const recipients = z.array(email).max(serviceReportLimits.recipients)

const row = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  period: z.enum(servicePeriods),
  /** First and last day, in its time zone. */
  from: z.string(),
  to: z.string(),
  language: z.enum(reportLanguages),
  state: z.enum(serviceReportStates),
  title: z.string(),
  /** The company that reports: an MSP, or the customer itself. */
  makerName: z.string(),
  authorName: z.string(),
  createdAt: instant,
  issuedAt: instant.nullable(),
})

const comment = z.object({ id, authorName: z.string(), text: z.string(), createdAt: instant })

export const pageServiceReports = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/report/lists',
  access: 'DMS_SERVER_REPORT',
  summary:
    'Service reports of all visible companies, the newest first; drafts of the company that makes them alone',
  input: pageInput.extend({
    companyId: id.optional(),
    period: oneOrMany(z.enum(servicePeriods)),
    state: oneOrMany(z.enum(serviceReportStates)),
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(row),
})

export const makeServiceReport = endpoint({
  method: 'POST',
  path: '/api/v1/report',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Make the draft of a report on a week, a month or a quarter that has ended',
  input: z.object({
    /** Of which company; omitted: the one acted in. */
    companyId: id.optional(),
    period: z.enum(servicePeriods),
    /** The first day. */
    from: day,
    language: z.enum(reportLanguages),
  }),
  output: z.object({ id }),
  errors: ['service_report.period', 'service_report.exists', 'company.not_found'],
  audit: 'service_report.created',
})

export const getServiceReport = endpoint({
  method: 'GET',
  path: '/api/v1/report/:reportId',
  access: 'DMS_SERVER_REPORT',
  summary: 'A service report with what it says',
  input: z.object({ reportId: id }),
  output: row.extend({
    version: z.number().int(),
    subtitle: z.string(),
    /** When the figures were computed. */
    asOf: instant,
    done: z.string(),
    asked: z.string(),
    recipients: z.array(z.string()),
    comments: z.array(comment),
    blocks: z.array(reportBlock),
    /** Whether this version may be issued. */
    approval: z.enum(approvalStandings),
    approvalAsked: approvalShown.nullable(),
    /** The caller may change it: it is a draft of their company. */
    editable: z.boolean(),
  }),
  errors: ['service_report.not_found'],
})

export const editServiceReport = endpoint({
  method: 'PUT',
  path: '/api/v1/report/:reportId',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Write what was done and what is asked on the first page of a draft',
  input: z.object({ reportId: id, version: z.number().int(), done: words, asked: words, recipients }),
  output: done,
  errors: ['service_report.not_found', 'service_report.issued', 'service_report.changed'],
  audit: 'service_report.edited',
})

export const commentServiceReport = endpoint({
  method: 'POST',
  path: '/api/v1/report/:reportId/comment',
  access: 'DMS_SERVER_REPORT',
  summary: 'Comment on a draft, for those who write it',
  input: z.object({ reportId: id, text: z.string().trim().min(1).max(serviceReportLimits.comment) }),
  output: done,
  errors: ['service_report.not_found', 'service_report.issued', 'service_report.too_many_comments'],
  audit: 'service_report.commented',
})

export const computeServiceReport = endpoint({
  method: 'POST',
  path: '/api/v1/report/:reportId/figures',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Compute the figures of a draft anew',
  input: z.object({ reportId: id }),
  output: done,
  errors: ['service_report.not_found', 'service_report.issued'],
  audit: 'service_report.computed',
})

export const askReportApproval = endpoint({
  method: 'POST',
  path: '/api/v1/report/:reportId/approval',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Ask for approval of a draft as it is now',
  input: z.object({ reportId: id, note: z.string().trim().max(1000).default('') }),
  output: done,
  errors: ['service_report.not_found', 'service_report.issued', 'approval.pending', 'approval.not_needed'],
  audit: 'service_report.approval_asked',
})

export const issueServiceReport = endpoint({
  method: 'POST',
  path: '/api/v1/report/:reportId/issue',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Issue a draft: the customer sees it, its recipients get it by mail, and it never changes again',
  input: z.object({ reportId: id, version: z.number().int() }),
  output: done,
  errors: ['service_report.not_found', 'service_report.issued', 'service_report.changed', 'approval.needed'],
  audit: 'service_report.issued',
})

export const printServiceReport = endpoint({
  method: 'GET',
  path: '/api/v1/report/:reportId/pdf',
  access: 'DMS_SERVER_REPORT',
  summary: 'The same as PDF',
  input: z.object({ reportId: id }),
  output: z.null(),
  answer: 'pdf',
  errors: ['service_report.not_found', 'report.too_long'],
})

export const exportServiceReport = endpoint({
  method: 'GET',
  path: '/api/v1/report/:reportId/xlsx',
  access: 'DMS_SERVER_REPORT',
  summary: 'Outages, alarms and work orders of the period, one row each',
  input: z.object({ reportId: id }),
  output: z.null(),
  answer: 'xlsx',
  errors: ['service_report.not_found'],
})

export const deleteServiceReport = endpoint({
  method: 'DELETE',
  path: '/api/v1/report/:reportId',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Delete a draft',
  inputKind: 'query',
  input: z.object({ reportId: id }),
  output: done,
  errors: ['service_report.not_found', 'service_report.issued'],
  audit: 'service_report.deleted',
})

const schedule = z.object({
  period: z.enum(servicePeriods),
  language: z.enum(reportLanguages),
  /** A draft waits for somebody who issues it. */
  review: z.boolean(),
  recipients,
})

export const pageReportSchedules = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/report/schedule/lists',
  access: 'DMS_SERVER_REPORT',
  summary: 'Schedules of service reports of all visible companies',
  input: pageInput.extend({
    companyId: id.optional(),
    sort: z.enum(['nextOn', '-nextOn']).default('nextOn'),
  }),
  output: pageOf(
    schedule.extend({
      id,
      companyId: id,
      companyName: z.string(),
      makerName: z.string(),
      recipients: z.array(z.string()),
      /** The first day after the period that is reported on next. */
      nextOn: z.string(),
      editedBy: z.string(),
    }),
  ),
})

export const addReportSchedule = endpoint({
  method: 'POST',
  path: '/api/v1/report/schedule',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Make a report of each period once it has ended',
  input: schedule.extend({ companyId: id.optional() }),
  output: z.object({ id }),
  errors: ['report_schedule.too_many', 'report_schedule.exists', 'company.not_found'],
  audit: 'report_schedule.added',
})

export const editReportSchedule = endpoint({
  method: 'PUT',
  path: '/api/v1/report/schedule/:scheduleId',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'Change language, review and recipients of a schedule',
  input: schedule.omit({ period: true }).extend({ scheduleId: id }),
  output: done,
  errors: ['report_schedule.not_found'],
  audit: 'report_schedule.edited',
})

export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/api/v1/report/schedule/:scheduleId',
  access: 'DMS_SERVER_REPORT_EDIT',
  summary: 'End a schedule; its reports stay',
  inputKind: 'query',
  input: z.object({ scheduleId: id }),
  output: done,
  errors: ['report_schedule.not_found'],
  audit: 'report_schedule.deleted',
})
