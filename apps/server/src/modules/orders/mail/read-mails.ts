import { orderFileLimits } from '@netward/contract/work-order-values'
import { phrase } from '@netward/phrases/server'
import { cleanText } from '../../../platform/clean-text.ts'
import { AppError } from '../../../platform/errors.ts'
import type { CallContext, RequestContext } from '../../../platform/http/context.ts'
import { megabyte } from '../../../platform/http/upload.ts'
import type { JobTools, Sweep } from '../../../platform/jobs/job.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { storeFile } from '../../files/index.ts'
import {
  type InboxMail,
  type InboxSurroundings,
  type MailboxSecrets,
  openChannel,
  orderOfReply,
  readInbox,
  SendFailure,
} from '../../integrations/index.ts'
import { orderFileRepo } from '../files/order-file.repo.ts'
import { storable, type Storable } from '../files/storable.ts'
import { fromAlarmsRepo } from '../from-alarms/from-alarms.repo.ts'
import { nobodyIn } from '../nobody.ts'
import { orderRepo } from '../order.repo.ts'
import { isAutomatic, isDmarcPass } from './mail-verdict.ts'
import { noteMail } from './note-mail.ts'
import { type InboxRow, type NewMail, orderMailRepo } from './order-mail.repo.ts'
import { type Attachment, parseMail, type ReadMail } from './parse-mail.ts'
import { replyText } from './reply-text.ts'

export interface OrderMailDeps {
  readonly secrets: Secrets
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  /** A certificate of tests. */
  readonly trust?: string
}

const timeoutMilliseconds = 15_000
const mostText = 4000
const mostAttachments = 10
/** Mails that wait at one order. More come from somebody who knows its address and has nothing to say. */
const mostWaiting = 20

/** Replies to mails about orders become notes (decisions.md §9). One mailbox that fails does not stop others. */
export const orderMailSweep = (deps: OrderMailDeps): Sweep => ({
  name: 'work_order.mails',
  everySeconds: 60,
  async run(tools) {
    for (const inbox of await orderMailRepo.inboxes(tools.scopes)) {
      if (tools.signal.aborted) return
      await readOne(deps, tools, inbox)
    }
  },
})

async function readOne(deps: OrderMailDeps, tools: JobTools, inbox: InboxRow): Promise<void> {
  const { scopes, log, signal } = tools
  const { settings, companyCode, isPlatform, uidValidity, nextUid } = inbox
  const mailbox = `${settings.inbox.user}@${settings.inbox.host}:${settings.inbox.port}`
  const position =
    inbox.mailbox === mailbox && uidValidity !== null && nextUid !== null
      ? { uidValidity, nextUid: Number(nextUid) }
      : null
  const surroundings: InboxSurroundings = {
    caller: { ranges: deps.outgoingRanges, companyCode, isPlatform },
    timeoutMilliseconds,
    signal,
    ...(deps.trust !== undefined && { trust: deps.trust }),
  }
  try {
    const { secrets } = openChannel(deps.secrets, inbox.companyId, {
      kind: 5,
      settings: {},
      sealed: inbox.sealed,
    })
    const end = await readInbox(
      settings,
      secrets as MailboxSecrets,
      position,
      async (mail, next) => {
        await takeMail(deps, tools, inbox, mail)
        await orderMailRepo.noteInbox(scopes, inbox, mailbox, next)
      },
      surroundings,
    )
    await orderMailRepo.noteInbox(scopes, inbox, mailbox, end)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof SendFailure)) {
      log.error({ err: error, channelId: inbox.channelId }, 'a mail could not be taken')
      return
    }
    const { reason, detail } = error
    await orderMailRepo.noteInbox(scopes, inbox, mailbox, { failure: { reason, detail } })
  }
}

/** What is not addressed to an order stays in the mailbox, for people. Automatic mails are dropped. */
async function takeMail(
  { secrets }: OrderMailDeps,
  { scopes }: JobTools,
  { companyId: channelCompanyId, settings: { inbox }, language }: InboxRow,
  received: InboxMail,
): Promise<void> {
  const mail = await parseMail(received)
  const orderId = orderOfReply(secrets, inbox.address, mail.recipients)
  if (orderId === null || isAutomatic(mail.headers, mail.from, inbox.address)) return
  const companyId = await orderMailRepo.companyOf(scopes, channelCompanyId, orderId)
  if (companyId === undefined) return
  const isProved = mail.from !== '' && isDmarcPass(mail.headers, inbox.authServer, mail.from)
  const person = isProved
    ? await orderMailRepo.correspondent(scopes, companyId, orderId, mail.from)
    : undefined
  const reason = isProved ? 'stranger' : 'unproved'
  // Looked at again when it is stored: this spares making its images anew.
  if (person === undefined && (await isFull(scopes, companyId, orderId))) return
  // Outside of the transaction: an image takes seconds.
  const { kept, leftOut } = await attachmentsOf(mail, received.isWhole, { language, companyId })
  await scopes.withCompany(companyId, async ({ db }) => {
    const inside = { db, scope: nobodyIn(companyId, person?.name ?? '') }
    await store(inside, secrets, orderId, {
      kept,
      mail: {
        hash: mail.hash,
        state: person === undefined ? 'waiting' : 'taken',
        reason: person === undefined ? reason : null,
        fromAddress: cleanText(mail.from, 320),
        fromName: person?.name ?? cleanText(mail.fromName, 100),
        subject: cleanText(mail.subject, 200),
        note: replyText(mail.text, mostText),
        leftOut,
        receivedAt: received.receivedAt,
      },
    })
  })
}

type Inside = Pick<RequestContext, 'db' | 'scope'>

const isFull = (scopes: JobTools['scopes'], companyId: string, orderId: string): Promise<boolean> =>
  scopes.withCompany(
    companyId,
    async ({ db }) =>
      (await orderMailRepo.countWaiting({ db, scope: nobodyIn(companyId) }, orderId)) >= mostWaiting,
  )

async function store(
  inside: Inside,
  secrets: Secrets,
  orderId: string,
  { mail, kept }: { mail: NewMail; kept: readonly Storable[] },
): Promise<void> {
  const order = await orderRepo.lock(inside, orderId)
  if (order === undefined) return
  const isTaken = mail.state === 'taken'
  if (!isTaken && (await orderMailRepo.countWaiting(inside, orderId)) >= mostWaiting) return
  const said = isTaken ? { ...mail, subject: '', note: '' } : mail
  const id = await orderMailRepo.insert(inside, orderId, said)
  if (id === undefined) return
  const room = isTaken ? orderFileLimits.files - (await orderFileRepo.all(inside, order)).length : kept.length
  const fitting = kept.slice(0, Math.max(0, room))
  for (const { content, ...file } of fitting) {
    const purpose = isTaken ? `/work-order/${orderId}` : `/work-order-mail/${id}`
    const fileId = await storeFile(inside, secrets, content, purpose)
    if (isTaken) await orderFileRepo.insert(inside, orderId, { ...file, fileId })
    else await orderMailRepo.insertFile(inside, { id, orderId }, { ...file, fileId })
  }
  if (isTaken) {
    const beyond = kept.slice(fitting.length).map(({ name }) => name)
    const leftOut = [...mail.leftOut, ...beyond]
    await noteMail(inside, orderId, { name: mail.fromName, note: mail.note, files: fitting, leftOut })
  }
  await fromAlarmsRepo.announce(inside.db, orderId)
}

/** What an order takes, as an upload would be; the rest by name. */
async function attachmentsOf(
  { attachments }: ReadMail,
  isWhole: boolean,
  { language, companyId }: { language: InboxRow['language']; companyId: string },
): Promise<{ kept: Storable[]; leftOut: string[] }> {
  const kept: Storable[] = []
  const leftOut: string[] = []
  const call: Pick<CallContext, 'phrase'> = { phrase: (key, params) => phrase(language, key, params) }
  for (const [index, { name, content }] of attachments.entries()) {
    const isTooMuch =
      !isWhole || index >= mostAttachments || content.length > orderFileLimits.megabytes * megabyte
    const file = isTooMuch ? null : await oneOf(call, { name, content }, companyId)
    if (file === null) leftOut.push(cleanText(name, 100) || '?')
    else kept.push(file)
  }
  return { kept, leftOut: leftOut.slice(0, 20) }
}

async function oneOf(
  call: Pick<CallContext, 'phrase'>,
  { name, content }: Attachment,
  companyId: string,
): Promise<Storable | null> {
  if (content.length === 0) return null
  try {
    return await storable(call, { filename: name, content }, companyId)
  } catch (error) {
    // Another image of the company is being made: the mail is read again.
    if (error instanceof AppError && error.code !== 'request.too_many') return null
    throw error
  }
}
