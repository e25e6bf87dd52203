import { isSignOnRefusal } from '@netward/contract/sign-on-values'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, errorText } from '../../../lib/api-errors.ts'
import { apiToken } from '../../../lib/api-client.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { tickets } from '../tickets.ts'
import { useEntrance } from '../use-entrance.ts'
import { Outcome, View } from './view.tsx'

/** The end of a sign-in elsewhere: its ticket becomes a session, or a sentence says why not. */
export function OutsideView() {
  const t = useT()
  const ticket = useStore(tickets.link)
  const { because }: { because?: unknown } = useSearch({ strict: false })
  if (ticket !== null) return <Redeem ticket={ticket} />
  return (
    <Outcome
      title={t('access.outsideRefusedTitle')}
      text={isSignOnRefusal(because) ? t(`access.refusals.${because}`) : t('access.outsideLost')}
    />
  )
}

/** Tickets that are being redeemed: the view may be mounted twice. */
const redeeming = new Set<string>()

function Redeem({ ticket }: { ticket: string }) {
  const t = useT()
  const { enter, leadsOn } = useEntrance()
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (redeeming.has(ticket)) return
    redeeming.add(ticket)
    const redeem = async () => {
      try {
        await enter(await apiToken('POST /api/v1/auth/sso/redeem', { ticket }, { errors: 'caller' }))
      } catch (error) {
        const next = error instanceof ApiError && (await leadsOn(error))
        if (next) return
        const isLost = error instanceof ApiError && error.code === 'ticket.invalid'
        setFailure(isLost ? t('access.outsideLost') : errorText(error))
      }
    }
    void redeem()
    // oxlint-disable-next-line react/exhaustive-deps -- a ticket is good for one call
  }, [ticket])
  if (failure !== null) return <Outcome title={t('access.outsideRefusedTitle')} text={failure} />
  return <View title={t('access.outsideTitle')} back={false} />
}
