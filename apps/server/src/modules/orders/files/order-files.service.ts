import type { InputOf, orderFileApi, OutputOf } from '@netward/contract'
import { orderFileLimits } from '@netward/contract/work-order-values'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../../platform/http/context.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { refusedFile } from '../../../platform/http/upload.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { removeFile, storeFile } from '../../files/index.ts'
import { announce, locked, named } from '../order-change.ts'
import { orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { orderFileRepo, type OrderFileRow } from './order-file.repo.ts'
import { storable } from './storable.ts'

type Shown = OutputOf<typeof orderFileApi.addOrderFile>

export async function listOrderFiles(
  ctx: RequestContext,
  { orderId }: InputOf<typeof orderFileApi.listOrderFiles>,
): Promise<Shown[]> {
  const companyId = await orderRepo.owner(ctx, orderId)
  if (companyId === undefined) throw new AppError('work_order.not_found')
  return (await orderFileRepo.all(ctx, { id: orderId, companyId })).map(presented)
}

export async function readOrderFile(
  ctx: RequestContext,
  { orderId, fileId }: InputOf<typeof orderFileApi.readOrderFile>,
): Promise<OutputOf<typeof orderFileApi.readOrderFile>> {
  const file = await found(ctx, orderId, fileId)
  const content = await orderFileRepo.content(ctx, fileId)
  return { ...presented(file), content: content.toString('base64') }
}

export async function addOrderFile(
  ctx: SeveralTransactions,
  { orderId, key }: InputOf<typeof orderFileApi.addOrderFile>,
  file: UploadedFile,
  secrets: Secrets,
): Promise<Shown> {
  const companyId = await ctx.inTransaction(null, (outside) => orderRepo.owner(outside, orderId))
  if (companyId === undefined) throw new AppError('work_order.not_found')
  // Outside of the transaction: an image takes seconds.
  const stored = await storable(ctx, file, companyId)
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    const earlier = await orderRepo.taken(inside, orderId, key)
    if (earlier !== undefined) return presented(await found(inside, orderId, earlier.fileId ?? '0'))
    const there = await orderFileRepo.all(inside, order)
    if (there.length >= orderFileLimits.files)
      throw refusedFile(inside, 'work_order.too_many_files', { most: orderFileLimits.files })
    const fileId = await storeFile(inside, secrets, stored.content, `/work-order/${orderId}`)
    const id = await orderFileRepo.insert(inside, orderId, { ...stored, fileId })
    if (id === null) return presented(there.find((one) => one.fileId === fileId)!)
    const kind = stored.isPicture ? 'photographed' : 'file_added'
    await orderRepo.note(inside, orderId, kind, { name: stored.name, fileId: id }, { key })
    await inside.audit({
      action: 'work_order.file_added',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), file: stored.name, size: stored.content.length },
    })
    await announce(inside, order)
    return presented(await found(inside, orderId, id))
  })
}

async function found(ctx: RequestContext, orderId: string, id: string): Promise<OrderFileRow> {
  const file = await orderFileRepo.find(ctx, orderId, id)
  if (!file) throw new AppError('work_order.file_not_found')
  return file
}

export async function removeOrderFile(
  ctx: SeveralTransactions,
  { orderId, fileId }: InputOf<typeof orderFileApi.removeOrderFile>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (order.closedAt !== null) throw new AppError('work_order.over')
    const file = await found(inside, orderId, fileId)
    await removeFile(inside, file.fileId)
    await orderRepo.note(inside, orderId, 'file_removed', { name: file.name })
    await inside.audit({
      action: 'work_order.file_removed',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), file: file.name },
    })
    await announce(inside, order)
    return null
  })
}

const presented = ({ fileId: _fileId, ...row }: OrderFileRow): Shown => ({
  ...row,
  isPicture: row.mediaType.startsWith('image/'),
})
