import type { RequestContext } from '../../../platform/http/context.ts'
import { orderRepo } from '../order.repo.ts'

/** Writes a mail into the history of its order: who wrote it, its text, and what became of its attachments. */
export async function noteMail(
  inside: Pick<RequestContext, 'db' | 'scope'>,
  orderId: string,
  mail: {
    name: string
    note: string
    files: readonly { readonly name: string }[]
    leftOut: readonly string[]
  },
): Promise<void> {
  const { name, note, files, leftOut } = mail
  await orderRepo.note(inside, orderId, 'mailed', {
    name,
    ...(note !== '' && { note }),
    files: files.map((file) => file.name),
    leftOut,
  })
}
