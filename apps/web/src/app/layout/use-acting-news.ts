import { useTranslation } from 'react-i18next'
import type { LiveEvent } from '@netward/contract/live'
import { api } from '../../lib/api-client.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useActing, useSession } from '../../lib/session.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'

/**
 * On every screen: users who requested access to a tenant get the decision, and its administrators get the
 * request.
 */
export function useActingNews(): void {
  const { t } = useTranslation()
  const session = useSession()
  const acting = useActing()
  const decides = useMay('DMS_SERVER_AUTH_MANAGE_ACTING') && acting === null
  const hear = async ({ companyId, subjectId, data }: LiveEvent) => {
    const { what, answer, personId } = data
    if (personId === session?.user.userCode && subjectId !== null) {
      if (answer !== 'approved' && answer !== 'refused') return
      const company = await nameOf(subjectId)
      if (answer === 'approved') notify.success(t('acting.news.approved', { company }))
      else notify.info(t('acting.news.refused', { company }))
    } else if (decides && subjectId === null && companyId === session?.user.companyId) {
      if (what === 'acting.asked') notify.info(t('acting.news.asked'))
      if (what === 'acting.glass_broken') notify.info(t('acting.news.glass_broken'))
    }
  }
  useLiveEvents(['acting.changed'], (event) => {
    // Missed ones are in the switcher and on the workbench, and were mailed.
    if (event !== null) void hear(event).catch(() => {})
  })
}

async function nameOf(companyId: string): Promise<string> {
  const { tenants } = await api('POST /api/v1/auth/acting/tenants', { companyId }, { errors: 'caller' })
  return tenants[0]?.name ?? ''
}
