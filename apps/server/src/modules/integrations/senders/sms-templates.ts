import type { SmsTemplateState } from '@netward/contract/integration-values'
import { saidBy, SendFailure, type Surroundings } from './sender.ts'
import { type SmsSettings, vendorFailure } from './sms.ts'
import { textIn } from './sms-receipt.ts'
import { callAliyun, callTencent, objectOf } from './sms-vendors.ts'

/** A template as its vendor knows it. */
export interface SmsTemplate {
  readonly code: string
  readonly name: string
  readonly content: string
  readonly state: SmsTemplateState
  readonly reason: string
}

type Values = Readonly<Record<string, unknown>>
type Page = { readonly templates: readonly SmsTemplate[]; readonly full: boolean }

const pageSize = { aliyun: 50, tencent: 100 } as const
const mostPages = 10

/** Templates that people asked the vendor to approve, newest first; null: the vendor answers none. @throws SendFailure */
export async function smsTemplates(
  settings: SmsSettings,
  keySecret: string,
  surroundings: Surroundings,
): Promise<readonly SmsTemplate[] | null> {
  if (settings.provider === 'huawei') return null
  const read = settings.provider === 'aliyun' ? aliyunPage : tencentPage
  const found: SmsTemplate[] = []
  for (let page = 0; page < mostPages; page++) {
    const { templates, full } = await read(settings, keySecret, page, surroundings)
    found.push(...templates)
    if (!full) break
  }
  return found
}

const aliyunStates: Readonly<Record<string, SmsTemplateState>> = {
  AUDIT_STATE_PASS: 'approved',
  AUDIT_STATE_INIT: 'pending',
}

async function aliyunPage(
  settings: SmsSettings,
  keySecret: string,
  page: number,
  surroundings: Surroundings,
): Promise<Page> {
  const answer = await callAliyun(
    settings,
    keySecret,
    'QuerySmsTemplateList',
    { PageIndex: String(page + 1), PageSize: String(pageSize.aliyun) },
    surroundings,
  )
  const said = objectOf(answer.body)
  const code = textIn(said?.['Code'])
  if (code === '') throw new SendFailure('answer', `HTTP ${answer.status}`, { isFinal: false })
  if (code !== 'OK')
    throw vendorFailure({ code, message: textIn(said?.['Message']) }, [settings.keyId, keySecret])
  const list = listOf(said?.['SmsTemplateList'])
  return {
    full: list.length === pageSize.aliyun,
    templates: list.map((one) => ({
      code: plain(one['TemplateCode']),
      name: plain(one['TemplateName']),
      content: plain(one['TemplateContent'], 1000),
      state: aliyunStates[textIn(one['AuditStatus'])] ?? 'refused',
      reason: plain((one['Reason'] as Values | undefined)?.['RejectInfo']),
    })),
  }
}

const tencentStates: Readonly<Record<number, SmsTemplateState>> = {
  0: 'approved',
  1: 'pending',
  2: 'approved',
}

async function tencentPage(
  settings: SmsSettings,
  keySecret: string,
  page: number,
  surroundings: Surroundings,
): Promise<Page> {
  const answer = await callTencent(
    settings,
    keySecret,
    'DescribeSmsTemplateList',
    { International: 0, Limit: pageSize.tencent, Offset: page * pageSize.tencent },
    surroundings,
  )
  const response = objectOf(answer.body)?.['Response'] as Values | undefined
  const error = response?.['Error'] as Values | undefined
  if (response === undefined) throw new SendFailure('answer', `HTTP ${answer.status}`, { isFinal: false })
  if (error !== undefined)
    throw vendorFailure({ code: textIn(error['Code']), message: textIn(error['Message']) }, [
      settings.keyId,
      keySecret,
    ])
  const list = listOf(response['DescribeTemplateStatusSet'])
  return {
    full: list.length === pageSize.tencent,
    templates: list.map((one) => ({
      code: typeof one['TemplateId'] === 'number' ? String(one['TemplateId']) : '',
      name: plain(one['TemplateName']),
      content: plain(one['TemplateContent'], 1000),
      state: tencentStates[Number(one['StatusCode'])] ?? 'refused',
      reason: plain(one['ReviewReply']),
    })),
  }
}

const listOf = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter((one): one is Values => typeof one === 'object' && one !== null) : []

const plain = (value: unknown, most = 200): string => saidBy(textIn(value).slice(0, most))
