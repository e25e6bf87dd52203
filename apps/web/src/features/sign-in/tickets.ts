import { createStore } from '../../lib/store.ts'

/** One-time tickets live in the memory of the page alone: a reload forgets them, and no address keeps them. */
export const tickets = {
  /** Came with the link of a mail or an SMS. */
  link: createStore<string | null>(null),
  /** Came with `sign_in.second_factor`. */
  secondFactor: createStore<string | null>(null),
  /** Came with `sign_in.complete_account`. */
  account: createStore<string | null>(null),
}

/** Takes the ticket of a link out of the address before anything else is done. */
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
