import { createStore } from '../../lib/store.ts'

/** One-time tickets live only in the page's memory: a reload drops them, and no address contains them. */
export const tickets = {
  /** From a link in a mail or SMS. */
  link: createStore<string | null>(null),
  /** From `sign_in.second_factor`. */
  secondFactor: createStore<string | null>(null),
  /** From `sign_in.complete_account`. */
  account: createStore<string | null>(null),
  /** From `sign_in.documents`. */
  documents: createStore<string | null>(null),
}

/** Removes a link's ticket from the address before anything else. */
export function takeTicket(): void {
  const [route = '', query = ''] = window.location.hash.split('?')
  const search = new URLSearchParams(query)
  const ticket = search.get('ticket')
  if (ticket === null) return
  tickets.link.set(ticket)
  search.delete('ticket')
  const rest = search.size === 0 ? '' : `?${search.toString()}`
  window.history.replaceState(window.history.state, '', route + rest)
}
