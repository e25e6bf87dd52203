import { randomBytes } from 'node:crypto'
import type { InputOf, noticeLinkApi, OutputOf } from '@netward/contract'
import { acknowledgedHours } from '@netward/contract/alarm-values'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { noticeLinkRepo } from './notice-link.repo.ts'
import { partOf } from './notice-text.ts'

/** The ticket of a new link; only its hash is kept. */
export async function makeNoticeLink(scopes: Scopes, messageId: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  await noticeLinkRepo.insert(scopes, messageId, hashToken(ticket))
  return ticket
}

/** Shows what a link acknowledges. Opening it acts on nothing: programs that check mail open links too. */
export async function openNoticeLink(
  scopes: Scopes,
  call: CallContext,
  { ticket }: InputOf<typeof noticeLinkApi.openNoticeLink>,
): Promise<OutputOf<typeof noticeLinkApi.openNoticeLink>> {
  const rows = await noticeLinkRepo.shown(scopes, hashToken(ticket))
  const [first] = rows
  if (first === undefined) throw new AppError('ticket.invalid')
  return {
    companyName: first.company_name,
    alarms: rows.map((row) => ({
      text: [
        call.phrase(`alarms.severities.${row.severity}`),
        row.outlet_name,
        row.device_name,
        row.rule_name ?? call.phrase(`alarms.rules.names.${row.rule as 'gateway_offline'}`),
        partOf({ deviceId: null, label: row.label }, call.language),
      ]
        .filter((part) => part !== null && part !== '')
        .join(' · '),
      active: row.active,
      acknowledgedBy: row.acknowledged_by,
    })),
  }
}

export async function acknowledgeByLink(
  scopes: Scopes,
  { ticket }: InputOf<typeof noticeLinkApi.acknowledgeByLink>,
): Promise<OutputOf<typeof noticeLinkApi.acknowledgeByLink>> {
  const acknowledged = await noticeLinkRepo.acknowledge(scopes, hashToken(ticket), acknowledgedHours)
  if (acknowledged === null) throw new AppError('ticket.invalid')
  return { acknowledged }
}
