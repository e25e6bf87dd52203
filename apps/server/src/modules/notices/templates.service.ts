import { randomUUID } from 'node:crypto'
import type { InputOf, noticeTemplateApi, OutputOf } from '@netward/contract'
import { channelForms } from '@netward/contract/integration-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { type IntegrationDeps, type OutgoingMessage, sendTest } from '../integrations/index.ts'
import { messageOf, type NotifiedAlarm } from './notice-text.ts'
import { noticeTemplateRepo, type TemplatePlace, type TemplateText } from './notice-template.repo.ts'
import { TemplateWrong } from './template-engine.ts'
import { withTemplates } from './templated-message.ts'

type Given = TemplatePlace & TemplateText

export async function noticeTemplates(
  ctx: RequestContext,
): Promise<OutputOf<typeof noticeTemplateApi.noticeTemplates>> {
  return noticeTemplateRepo.all(ctx)
}

export async function editNoticeTemplate(ctx: RequestContext, given: Given): Promise<null> {
  const { event, form, language, subject, line } = given
  messageBy(ctx, given, sample(given), 'https://netward')
  const before = (await noticeTemplateRepo.lock(ctx, given)) ?? null
  if (before?.subject === subject && before.line === line) return null
  await noticeTemplateRepo.put(ctx, given, given)
  await audit(ctx, 'edited', { event, form, language, before, after: { subject, line } })
  return null
}

export async function resetNoticeTemplate(ctx: RequestContext, place: TemplatePlace): Promise<null> {
  const before = await noticeTemplateRepo.lock(ctx, place)
  if (before === undefined) throw new AppError('notice.template_not_found')
  await noticeTemplateRepo.delete(ctx, place)
  await audit(ctx, 'reset', { ...place, before })
  return null
}

export async function previewNoticeTemplate(
  ctx: RequestContext,
  { alarmId, ...given }: InputOf<typeof noticeTemplateApi.previewNoticeTemplate>,
  publicUrl: string,
): Promise<OutputOf<typeof noticeTemplateApi.previewNoticeTemplate>> {
  const real = alarmId === undefined ? sample(given) : await noticeTemplateRepo.alarm(ctx, alarmId)
  if (real === undefined) throw new AppError('alarm.not_found')
  const { subject, lines } = messageBy(ctx, given, { ...real, transition: given.event }, publicUrl)
  return { subject, text: lines.join('\n') }
}

export async function testNoticeTemplate(
  ctx: SeveralTransactions,
  { channelId, ...given }: InputOf<typeof noticeTemplateApi.testNoticeTemplate>,
  deps: IntegrationDeps,
): Promise<OutputOf<typeof noticeTemplateApi.testNoticeTemplate>> {
  return sendTest(ctx, channelId, deps, ({ kind, settings }) => {
    if (channelForms[kind] !== given.form) throw new AppError('notice.template_channel')
    const format = 'format' in settings && settings.format === 'markdown' ? 'markdown' : 'text'
    return messageBy(ctx, given, sample(given), deps.publicUrl, format)
  })
}

/** @throws AppError that names the field, the line and what is wrong there */
function messageBy(
  call: Pick<RequestContext, 'phrase'>,
  given: Given,
  alarm: NotifiedAlarm,
  publicUrl: string,
  format: 'markdown' | 'text' = 'text',
): OutgoingMessage {
  const { form, language, event } = given
  const look = { form, format, language, timeZone: 'Asia/Shanghai' }
  const message = messageOf([alarm], {
    ...look,
    id: randomUUID(),
    publicUrl,
    prefix: '',
    companyCode: '',
    ticket: null,
  })
  // One field at a time, so that the one that is wrong is known.
  for (const field of ['subject', 'line'] as const)
    try {
      const text = { subject: 'x', line: 'x', [field]: given[field] }
      withTemplates(message, [alarm], new Map([[event, text]]), look)
    } catch (error) {
      if (!(error instanceof TemplateWrong)) throw error
      throw wrongField(call, 'notice.template_wrong', field, { ...error.problem })
    }
  return withTemplates(message, [alarm], new Map([[event, given]]), look)
}

function sample({ event, language }: TemplatePlace): NotifiedAlarm {
  const isCleared = event === 'cleared'
  return {
    alarmId: '1',
    eventId: '1',
    transition: event,
    state: isCleared ? 'cleared' : 'active',
    severity: 'critical',
    rule: 'gateway_offline',
    ruleName: null,
    label: '',
    deviceId: '1',
    deviceName: 'GW-0001',
    outletName: language === 'zh' ? '人民路店' : 'Main Street',
    companyId: '1',
    companyName: null,
    companyCode: null,
    value: 1,
    threshold: 1,
    raisedAt: '2026-01-05T02:00:00Z',
    clearedAt: isCleared ? '2026-01-05T02:20:00Z' : null,
    acknowledgedBy: event === 'acknowledged' ? (language === 'zh' ? '王伟' : 'Wang Wei') : null,
    behind: 0,
  }
}

async function audit(
  ctx: RequestContext,
  act: 'edited' | 'reset',
  detail: TemplatePlace & Record<string, unknown>,
): Promise<void> {
  const { event, form, language } = detail
  await ctx.audit({
    action: `notice_template.${act}`,
    subjectKind: 'notice_template',
    subjectId: `${event}/${form}/${language}`,
    detail,
  })
}
