import { randomUUID } from 'node:crypto'
import type { integrationApi, OutputOf } from '@netward/contract'
import { isSignOnKind, type SignOnKind } from '@netward/contract/sign-on-values'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { audit, type ChannelDeps, found } from './channels.service.ts'
import { channelRepo, type StoredChannel } from './channel.repo.ts'
import { type OpenChannel, openChannelSecrets } from './channel-settings.ts'
import { readerOf } from './directories/reader.ts'
import { tryDirectory } from './directories/try-directory.ts'
import { callbackUrlOf, sendsMessages } from './sign-on-settings.ts'
import { tryChannel } from './vendors/channel-vendor.ts'
import { type InboxSurroundings, readInbox } from './inbox.ts'
import { openChannel, sendThrough } from './send.ts'
import type { OutgoingMessage } from './senders/sender.ts'
import { SendFailure, type SmsUrls, usualSmsUrls } from './senders/sender.ts'

const mostTestsAMinute = 5
const timeoutMilliseconds = 15_000

export interface IntegrationDeps extends ChannelDeps {
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  /** Elsewhere in tests. */
  readonly smsUrls?: SmsUrls
}

/** A real message: to the tester's own verified address, or to the group or program behind the channel. */
export async function testChannel(
  ctx: SeveralTransactions,
  { channelId }: { channelId: string },
  deps: IntegrationDeps,
): Promise<OutputOf<typeof integrationApi.testChannel>> {
  const kind = await ctx.inTransaction(null, async (inside) => (await found(inside, channelId)).kind)
  if (isSignOnKind(kind)) return testSignOn(ctx, channelId, deps)
  return sendTest(ctx, channelId, deps, ({ name }, companyName) => testMessage(ctx, deps, companyName, name))
}

/**
 * Asks the sign-in service what a sign-in will ask, as far as it goes without a person. An application that sends messages sends
 * one to the tester, if they are linked.
 */
async function testSignOn(
  ctx: SeveralTransactions,
  channelId: string,
  deps: IntegrationDeps,
): Promise<OutputOf<typeof integrationApi.testChannel>> {
  const { channel, caller, companyId, own, isSynchronised } = await ctx.inTransaction(
    null,
    async (inside) => {
      const row = await found(inside, channelId)
      if (!(await channelRepo.takeTest(inside, channelId, mostTestsAMinute)))
        throw new AppError('integration.too_many_tests')
      return {
        channel: row,
        caller: await channelRepo.caller(inside),
        companyId: inside.scope.companyId,
        own: sendsMessages(row.settings) ? await channelRepo.ownLink(inside, channelId) : undefined,
        isSynchronised: await channelRepo.isSynchronised(inside, channelId),
      }
    },
  )
  const surroundings = { caller: { ...caller, ranges: deps.outgoingRanges }, timeoutMilliseconds }
  const began = Date.now()
  let checked: readonly string[] = []
  const failure = await attempt(async () => {
    const opened = {
      kind: channel.kind as SignOnKind,
      settings: channel.settings,
      secrets: openChannelSecrets(deps.secrets, companyId, channel.sealed),
    }
    checked = await tryChannel(opened, callbackUrlOf(deps.publicUrl, channel.publicId), surroundings)
    const reader = isSynchronised ? readerOf(opened, surroundings) : null
    if (reader !== null) checked = [...new Set([...checked, ...(await tryDirectory(reader))])]
    if (own === undefined) return
    await sendThrough(
      openChannel(deps.secrets, companyId, channel),
      testMessage(ctx, deps, caller.companyName, channel.name),
      { subject: own.subject },
      { ...surroundings, now: () => new Date(), smsUrls: deps.smsUrls ?? usualSmsUrls },
    )
  })
  await ctx.inTransaction(null, async (inside) => {
    await channelRepo.noteCall(inside.db, companyId, channelId, {
      act: 'test',
      outcome: failure === null ? 'done' : 'failed',
      reason: failure?.reason ?? null,
      detail: failure?.detail ?? checked.join(', '),
      subject: '',
      milliseconds: Date.now() - began,
    })
    await audit(inside, 'tested', channelId, {
      name: channel.name,
      ...(failure !== null && { failure: failure.reason }),
    })
  })
  const sentTo = own === undefined || failure !== null ? null : own.shown || own.subject
  const unlinked = own === undefined && sendsMessages(channel.settings)
  return { failure, sentTo, inboxFailure: null, checked: [...checked], unlinked }
}

/** Sends what `make` makes for the channel, and notes what came of it. */
export async function sendTest(
  ctx: SeveralTransactions,
  channelId: string,
  deps: IntegrationDeps,
  make: (channel: StoredChannel, companyName: string) => OutgoingMessage,
): Promise<OutputOf<typeof integrationApi.testChannel>> {
  const { channel, caller, contact, companyId, companyName } = await ctx.inTransaction(
    null,
    async (inside) => {
      const row = await found(inside, channelId)
      if (!(await channelRepo.takeTest(inside, channelId, mostTestsAMinute)))
        throw new AppError('integration.too_many_tests')
      const own = await channelRepo.ownContact(inside)
      if ((row.kind === 5 && own.email === null) || (row.kind === 4 && own.phone === null))
        throw new AppError('integration.no_address')
      const of = await channelRepo.caller(inside)
      return {
        channel: row,
        caller: of,
        contact: own,
        companyId: inside.scope.companyId,
        companyName: of.companyName,
      }
    },
  )
  const to = {
    ...(contact.email !== null && { email: contact.email }),
    ...(contact.phone !== null && { phone: contact.phone }),
  }
  const message = make(channel, companyName)
  const surroundings = { caller: { ...caller, ranges: deps.outgoingRanges }, timeoutMilliseconds }
  const open = openChannel(deps.secrets, companyId, channel)
  const failure = await attempt(() =>
    sendThrough(open, message, to, {
      ...surroundings,
      now: () => new Date(),
      smsUrls: deps.smsUrls ?? usualSmsUrls,
      publicUrl: deps.publicUrl,
      platformMail: deps.platformMail ?? null,
    }),
  )
  const inboxFailure = await attempt(() => openInbox(open, surroundings))
  await ctx.inTransaction(null, async (inside) => {
    await channelRepo.note(inside.db, companyId, channelId, failure)
    await audit(inside, 'tested', channelId, {
      name: channel.name,
      ...(failure !== null && { failure: failure.reason }),
    })
  })
  const sentTo = channel.kind === 5 ? contact.email : channel.kind === 4 ? contact.phone : null
  return { failure, sentTo, inboxFailure, checked: [], unlinked: false }
}

/** Signs in and looks at the mailbox for replies, if there is one; reads nothing. */
async function openInbox(channel: OpenChannel, surroundings: InboxSurroundings): Promise<void> {
  if (channel.kind !== 5 || !channel.settings.inbox) return
  await readInbox(
    { inbox: channel.settings.inbox, oauth: channel.settings.oauth ?? null },
    channel.secrets,
    null,
    async () => {},
    surroundings,
  )
}

async function attempt(
  work: () => Promise<unknown>,
): Promise<OutputOf<typeof integrationApi.testChannel>['failure']> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof SendFailure) return { reason: error.reason, detail: error.detail }
    throw error
  }
}

function testMessage(
  ctx: SeveralTransactions,
  { publicUrl }: IntegrationDeps,
  company: string,
  channel: string,
): OutgoingMessage {
  const text = (key: 'subject' | 'body' | 'link' | 'severity' | 'rule') =>
    ctx.phrase(`integrations.testMessage.${key}`, { company, channel })
  const at = new Date().toISOString()
  return {
    id: randomUUID(),
    language: ctx.language,
    subject: text('subject'),
    lines: [text('body')],
    link: `${publicUrl}/#/systemSettings/dockingManagement`,
    cutText: text('link'),
    sms: {
      severity: text('severity'),
      device: channel,
      rule: text('rule'),
      outlet: company,
      count: '1',
      time: at.slice(11, 16),
    },
    event: { type: 'channel.test', data: { company, channel } },
  }
}
