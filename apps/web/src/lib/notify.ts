import { createStore } from './store.ts'

export interface Notice {
  id: number
  kind: 'success' | 'error' | 'info'
  text: string
  /** Refused items of a batch, shown as "ip: reason". */
  items: readonly { ip: string; reason: string }[]
}

/** The notices now shown, oldest first. */
export const notices = createStore<readonly Notice[]>([])

let lastId = 0

function push(kind: Notice['kind'], text: string, items: Notice['items'] = []): void {
  // Identical text is one notice: a burst of failed calls shows it once.
  const others = notices.get().filter((notice) => notice.text !== text || notice.items.length > 0)
  notices.set([...others, { id: ++lastId, kind, text, items }].slice(-4))
}

export const notify = {
  success: (text: string) => push('success', text),
  error: (text: string, items?: Notice['items']) => push('error', text, items),
  info: (text: string) => push('info', text),
  dismiss: (id: number) => notices.update((all) => all.filter((notice) => notice.id !== id)),
}
