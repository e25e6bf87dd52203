import { api, apiUpload } from '../../../lib/api-client.ts'
import { ApiError, errorText, isHandledElsewhere } from '../../../lib/api-errors.ts'
import { actingStore, sessionStore, type User } from '../../../lib/session.ts'
import { createStore } from '../../../lib/store.ts'
import type { OrderDetail } from '../order.ts'
import { type Draft, type DraftContent, draftStore } from './draft-store.ts'

/** Of the person who is signed in, in the company that they work for, the oldest first. */
export const drafts = createStore<readonly Draft[]>([])
/** What is being sent, and how much of it has gone. */
export const underWay = createStore<{ readonly id: number; readonly share: number } | null>(null)
/** How many have been sent since the page was opened. */
export const sent = createStore(0)

type Order = Pick<OrderDetail, 'id' | 'number' | 'title' | 'companyId'>

const retryMs = 20_000
const noteMs = 20_000
const fileMs = 120_000

const me = () => sessionStore.get()?.user

/** Written a moment ago: its author looks at the form until it is sent, or known to wait. */
const fresh = new Set<number>()

async function ofPerson(): Promise<Draft[]> {
  const user = me()
  try {
    return user === undefined ? [] : await draftStore.of(user.userCode)
  } catch {
    // The browser keeps nothing.
    return []
  }
}

async function reread(): Promise<readonly Draft[]> {
  const companyId = me()?.companyId
  const found = (await ofPerson()).filter((draft) => draft.companyId === companyId)
  drafts.set(found.filter(({ id }) => !fresh.has(id)))
  return found
}

/** A refusal would be taken for one of the tenant acted in. */
const mayGo = ({ orderCompanyId, refusal, person }: Draft): boolean =>
  refusal === null &&
  me()?.userCode === person &&
  [undefined, orderCompanyId].includes(actingStore.get()?.companyId)

/** It may be taken later: nobody answered, or the session ended. */
const passes = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 500 ||
  isHandledElsewhere(error)

function send(
  { content, orderId, key }: Pick<Draft, 'content' | 'orderId'> & Partial<Pick<Draft, 'key'>>,
  orderCompanyId: string,
  onProgress?: (share: number) => void,
): Promise<unknown> {
  const options = { errors: 'caller', actingIn: orderCompanyId } as const
  if (content.kind === 'note') {
    const { note, internal } = content
    const input = { orderId, note, internal, key }
    return api('POST /api/v1/work/order/:orderId/note', input, { ...options, timeoutMs: noteMs })
  }
  const file = new File([content.bytes], content.name, { type: content.mediaType })
  return apiUpload(
    'POST /api/v1/work/order/:orderId/file',
    file,
    { orderId, key },
    {
      ...options,
      timeoutMs: fileMs,
      ...(onProgress && { onProgress }),
    },
  )
}

/** One after the other, until the network fails. @returns what was refused */
async function sendInOrder(): Promise<ReadonlyMap<number, ApiError>> {
  const refused = new Map<number, ApiError>()
  for (const draft of await reread()) {
    if (!mayGo(draft)) continue
    underWay.set({ id: draft.id, share: 0 })
    try {
      await send(draft, draft.orderCompanyId, (share) => underWay.set({ id: draft.id, share }))
      await draftStore.remove(draft.id)
      sent.update((count) => count + 1)
    } catch (error) {
      if (passes(error)) break
      refused.set(draft.id, error as ApiError)
      await draftStore.put({ ...draft, refusal: refusalText(error as ApiError) })
    } finally {
      underWay.set(null)
      await reread()
    }
  }
  return refused
}

const refusalText = (error: ApiError): string => error.fields[0]?.message ?? errorText(error)

let queue: Promise<unknown> = Promise.resolve()

export function sendDrafts(): Promise<ReadonlyMap<number, ApiError>> {
  const run = queue.then(sendInOrder)
  queue = run.catch(() => undefined)
  return run
}

/**
 * Keeps what was written, then sends it behind what waits already. Where the browser keeps nothing it is sent at once.
 * @throws ApiError what the server refuses, which is not kept: its author still has it.
 */
export async function deliver(order: Order, contents: readonly DraftContent[]): Promise<'sent' | 'kept'> {
  const user = me()
  const ids: number[] = []
  for (const content of contents) {
    const id = user && (await kept(order, content, user))
    if (id === undefined) await send({ content, orderId: order.id }, order.companyId)
    else ids.push(id)
  }
  const refused = await sendDrafts()
  for (const id of ids) {
    fresh.delete(id)
    if (refused.has(id)) await draftStore.remove(id)
  }
  const left = await reread()
  for (const id of ids) if (refused.has(id)) throw refused.get(id)!
  return left.some(({ id }) => ids.includes(id)) ? 'kept' : 'sent'
}

/** Undefined: the browser keeps nothing. */
async function kept(
  { id: orderId, number, title, companyId: orderCompanyId }: Order,
  content: DraftContent,
  { userCode: person, companyId }: User,
): Promise<number | undefined> {
  try {
    const orderName = `#${number} ${title}`
    const id = await draftStore.add({ person, companyId, orderId, orderName, orderCompanyId, content })
    fresh.add(id)
    return id
  } catch {
    return undefined
  }
}

export async function discardDraft(id: number): Promise<void> {
  await draftStore.remove(id)
  await reread()
}

/** Sends again what was refused: its cause may be gone. */
export async function sendAgain(draft: Draft): Promise<void> {
  await draftStore.put({ ...draft, refusal: null })
  await sendDrafts()
}

/** Of the person in all their companies. */
export const countDrafts = async (): Promise<number> => (await ofPerson()).length

/** At the end of a session, once its person agreed: the next one finds nothing. */
export async function wipeDrafts(): Promise<void> {
  for (const { id } of await ofPerson()) await draftStore.remove(id)
  drafts.set([])
}

/** Sends what waits when the page opens, when the network is back and when the phone is taken up again. */
export function startDrafts(): () => void {
  const go = () => void sendDrafts()
  const seen = () => {
    if (document.visibilityState === 'visible') go()
  }
  const timer = setInterval(() => {
    if (drafts.get().some(mayGo)) go()
  }, retryMs)
  window.addEventListener('online', go)
  document.addEventListener('visibilitychange', seen)
  go()
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', go)
    document.removeEventListener('visibilitychange', seen)
  }
}
