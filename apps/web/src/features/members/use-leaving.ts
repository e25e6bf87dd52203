import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import type { Leaving } from './hand-over-drawer.tsx'
import { type Member, readAgain } from './member.ts'
import { holdingList, type Holdings } from './use-hand-over.ts'
import { useMemberActs } from './use-member-acts.ts'

const holdsSomething = ({ holdings, credentials }: Holdings) => holdings.length > 0 || credentials > 0

/** Ends memberships: of a person who holds something after a hand-over, of others after a confirmation. */
export function useLeaving() {
  const { t } = useTranslation()
  const acts = useMemberActs()
  const mayHandOver = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE')
  const holdings = useAct(holdingList)
  const status = useAct('POST /api/v1/auth/member/batch/status', { refresh: readAgain })
  const remove = useAct('DELETE /api/v1/auth/member/:memberId', { refresh: readAgain })
  const [leaving, setLeaving] = useState<Leaving | null>(null)

  const end = async (member: Member, how: Leaving['end']): Promise<void> => {
    const [held] = mayHandOver ? await holdings.mutateAsync({ memberIds: [member.memberId] }) : []
    if (held === undefined || !holdsSomething(held)) {
      if (how === 'removed') acts.remove(member)
      else void acts.setStatus([member], 'disabled')
      return
    }
    setLeaving({
      holdings: held,
      end: how,
      finish: async () => {
        if (how === 'removed') await remove.mutateAsync({ memberId: member.memberId })
        else await status.mutateAsync({ memberIds: [member.memberId], status: 'disabled' })
        notify.success(
          how === 'removed'
            ? t('account.members.removed', { name: member.displayName })
            : t('account.members.disabled', { count: 1 }),
        )
      },
    })
  }

  /** Whether none of several members has work that somebody must take over; says who has. */
  const mayEndAll = async (members: readonly Member[]): Promise<boolean> => {
    if (!mayHandOver) return true
    const held = await holdings.mutateAsync({ memberIds: members.map(({ memberId }) => memberId) })
    const holders = held.filter((one) => one.holdings.length > 0)
    if (holders.length === 0) return true
    notify.error(
      t('offboarding.batchHolds', {
        count: holders.length,
        names: holders
          .slice(0, 5)
          .map(({ displayName }) => displayName)
          .join(' · '),
      }),
    )
    return false
  }

  return { leaving, end, mayEndAll, close: () => setLeaving(null) }
}
