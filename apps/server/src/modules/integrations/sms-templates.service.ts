import type { integrationApi, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { IntegrationDeps } from './channel-test.service.ts'
import { channelRepo } from './channel.repo.ts'
import { audit, found } from './channels.service.ts'
import { openChannel } from './send.ts'
import { SendFailure, usualSmsUrls } from './senders/sender.ts'
import { smsTemplates } from './senders/sms-templates.ts'

const timeoutMilliseconds = 15_000
const mostAMinute = 5

/** Asks the vendor of a gateway for its templates, between two transactions. */
export async function listSmsTemplates(
  ctx: SeveralTransactions,
  { channelId }: { channelId: string },
  deps: IntegrationDeps,
): Promise<OutputOf<typeof integrationApi.listSmsTemplates>> {
  const { channel, caller, companyId } = await ctx.inTransaction(null, async (inside) => {
    const row = await found(inside, channelId)
    if (row.kind !== 4) throw new AppError('integration.not_a_gateway')
    if (!(await channelRepo.takeTest(inside, channelId, mostAMinute)))
      throw new AppError('integration.too_many_tests')
    await audit(inside, 'templates_read', channelId, { name: row.name })
    return { channel: row, caller: await channelRepo.caller(inside), companyId: inside.scope.companyId }
  })
  const open = openChannel(deps.secrets, companyId, channel)
  if (open.kind !== 4) throw new AppError('integration.not_a_gateway')
  try {
    const templates = await smsTemplates(open.settings, open.secrets.keySecret, {
      caller: { ...caller, ranges: deps.outgoingRanges },
      timeoutMilliseconds,
      now: () => new Date(),
      smsUrls: deps.smsUrls ?? usualSmsUrls,
    })
    return { supported: templates !== null, failure: null, templates: [...(templates ?? [])] }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    return { supported: true, failure: { reason: error.reason, detail: error.detail }, templates: [] }
  }
}
