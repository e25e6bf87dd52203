import type { InputOf, orderMailApi, OutputOf } from '@netward/contract'
import { orderFileLimits } from '@netward/contract/work-order-values'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { refusedFile } from '../../../platform/http/upload.ts'
import { removeFile } from '../../files/index.ts'
import { orderFileRepo } from '../files/order-file.repo.ts'
import { announce, locked, named } from '../order-change.ts'
import { type FullOrder, orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { noteMail } from './note-mail.ts'
import { orderMailRepo, type WaitingMail } from './order-mail.repo.ts'

export async function listOrderMails(
  ctx: RequestContext,
  { orderId }: InputOf<typeof orderMailApi.listOrderMails>,
): Promise<OutputOf<typeof orderMailApi.listOrderMails>> {
  const companyId = await orderRepo.owner(ctx, orderId)
  if (companyId === undefined) throw new AppError('work_order.not_found')
  const mails = await orderMailRepo.waiting(ctx, { id: orderId, companyId })
  return mails.map(({ files, leftOut, ...mail }) => ({
    ...mail,
    files: files.map(({ name }) => name),
    leftOut: [...leftOut],
  }))
}

export async function acceptOrderMail(
  ctx: SeveralTransactions,
  input: InputOf<typeof orderMailApi.acceptOrderMail>,
): Promise<null> {
  return ending(ctx, input, 'accepted', async (inside, order, mail) => {
    const { fromName, fromAddress, note, files, leftOut } = mail
    if ((await orderFileRepo.all(inside, order)).length + files.length > orderFileLimits.files)
      throw refusedFile(inside, 'work_order.too_many_files', { most: orderFileLimits.files })
    for (const file of files) await orderFileRepo.insert(inside, order.id, file)
    const name = fromName === '' ? fromAddress : `${fromName} <${fromAddress}>`
    await noteMail(inside, order.id, { name, note, files, leftOut })
  })
}

export async function discardOrderMail(
  ctx: SeveralTransactions,
  input: InputOf<typeof orderMailApi.discardOrderMail>,
): Promise<null> {
  return ending(ctx, input, 'discarded', async (inside, _order, { files }) => {
    for (const { fileId } of files) await removeFile(inside, fileId)
  })
}

async function ending(
  ctx: SeveralTransactions,
  { orderId, mailId }: { orderId: string; mailId: string },
  state: 'accepted' | 'discarded',
  act: (inside: RequestContext, order: FullOrder, mail: WaitingMail) => Promise<void>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    const mail = await orderMailRepo.lockWaiting(inside, orderId, mailId)
    if (mail === undefined) throw new AppError('work_order.mail_not_found')
    await act(inside, order, mail)
    await orderMailRepo.finish(inside, mailId, state)
    await inside.audit({
      action: `work_order.mail_${state}`,
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), from: mail.fromAddress },
    })
    await announce(inside, order)
    return null
  })
}
