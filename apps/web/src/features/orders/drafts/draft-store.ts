/** A note or a file as it was written on an order. */
export type DraftContent =
  | { readonly kind: 'note'; readonly note: string; readonly internal: boolean }
  | { readonly kind: 'file'; readonly name: string; readonly mediaType: string; readonly bytes: ArrayBuffer }

/** What this browser keeps until the server has it. */
export interface Draft {
  /** Counts up: they are sent in this order. */
  readonly id: number
  /** By which the server takes it once, however often it is sent. */
  readonly key: string
  /** Its author: no other person on the same phone sees or sends it. */
  readonly person: string
  /** Of which company its author was then. */
  readonly companyId: string
  readonly orderId: string
  readonly orderName: string
  readonly orderCompanyId: string
  readonly content: DraftContent
  /** Why the server refused it. Null: it waits. */
  readonly refusal: string | null
}
export type NewDraft = Omit<Draft, 'id' | 'key' | 'refusal'>

const database = 'netward-drafts'
const name = 'draft'

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage failed')))
  })
}

function opened(): Promise<IDBDatabase> {
  // A private window may refuse by an exception.
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => {
    const made = request.result.createObjectStore(name, { keyPath: 'id', autoIncrement: true })
    made.createIndex('person', 'person')
  })
  return answered(request)
}

/** Resolves once it is on the disk: the phone may be switched off then. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await opened()
  try {
    const transaction = db.transaction(name, mode, { durability: 'strict' })
    const over = new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('storage failed'))
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', fail)
      transaction.addEventListener('abort', fail)
    })
    const [result] = await Promise.all([answered(work(transaction.objectStore(name))), over])
    return result
  } finally {
    db.close()
  }
}

/** IndexedDB: it outlives a reload and holds pictures. Each call fails where the browser refuses it. */
export const draftStore = {
  async add(draft: NewDraft): Promise<number> {
    const made = { ...draft, key: randomKey(), refusal: null }
    return Number(await inStore('readwrite', (store) => store.add(made)))
  },

  /** Of one person, the oldest first. */
  async of(person: string): Promise<Draft[]> {
    const found = await inStore<Draft[]>('readonly', (store) => store.index('person').getAll(person))
    return found.toSorted((a, b) => a.id - b.id)
  },

  put: (draft: Draft) => inStore('readwrite', (store) => store.put(draft)),

  remove: (id: number) => inStore('readwrite', (store) => store.delete(id)),
}

/** A version 4 UUID; `crypto.randomUUID` exists over https only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
