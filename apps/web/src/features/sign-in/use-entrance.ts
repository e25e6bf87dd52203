import type { EndpointOutput } from '@netward/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ApiError } from '../../lib/api-errors.ts'
import { paths } from '../../lib/paths.ts'
import { addressOf, currentPrefix } from '../../lib/prefix.ts'
import { forgetSession, token } from '../../lib/session.ts'
import { isRoute, viewAddress } from './addresses.ts'
import { tickets } from './tickets.ts'

type SignedIn = EndpointOutput<'POST /api/v1/auth/login'>

interface Entrance {
  /** Starts the session, under another company's prefix if it belongs to that company. */
  enter: (answer: SignedIn, prefix?: string) => Promise<void>
  /** True if the error leads to the next step: the second factor, /completeAccount or documents to accept. */
  leadsOn: (error: ApiError) => Promise<boolean>
}

function ticketOf(error: ApiError): string | null {
  const { data } = error
  return typeof data === 'object' && data !== null && 'ticket' in data && typeof data.ticket === 'string'
    ? data.ticket
    : null
}

/** Next step after a sign-in response. */
export function useEntrance(): Entrance {
  const navigate = useNavigate()
  const search: { redirect?: unknown } = useSearch({ strict: false })
  const wanted = isRoute(search.redirect) ? search.redirect : undefined

  return {
    async enter(answer, prefix = currentPrefix()) {
      const another = token.read() !== null || prefix !== currentPrefix()
      if (another) forgetSession()
      token.keep(answer.accessToken, answer.expiresAt)
      for (const ticket of Object.values(tickets)) ticket.set(null)
      if (!another) {
        await navigate({ href: wanted ?? paths.root, replace: true })
        return
      }
      // No data of the previous user may stay in memory.
      window.history.replaceState(null, '', addressOf(prefix, wanted))
      window.location.reload()
    },
    async leadsOn(error) {
      const ticket = ticketOf(error)
      if (ticket === null) return false
      if (error.code === 'sign_in.second_factor') {
        tickets.secondFactor.set(ticket)
        return true
      }
      if (error.code === 'sign_in.documents') {
        tickets.secondFactor.set(null)
        tickets.account.set(null)
        tickets.documents.set(ticket)
        await navigate({ href: viewAddress(null, wanted).slice(1), replace: true })
        return true
      }
      if (error.code !== 'sign_in.complete_account') return false
      tickets.secondFactor.set(null)
      tickets.documents.set(null)
      tickets.account.set(ticket)
      const [, query = ''] = viewAddress(null, wanted).split('?')
      await navigate({ href: `${paths.completeAccount}${query === '' ? '' : `?${query}`}` })
      return true
    },
  }
}
