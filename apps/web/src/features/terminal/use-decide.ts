import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'

/** Approves or refuses a terminal request from above. */
export function useDecide(): {
  decide: (terminalId: string, allow: boolean) => void
  isPending: boolean
} {
  const { t } = useTranslation()
  const act = useAct('POST /api/v1/device/terminal/:terminalId/decide', {
    refresh: ['POST /api/v1/device/terminal/lists'],
  })
  return {
    isPending: act.isPending,
    decide: (terminalId, allow) => {
      act.mutate(
        { terminalId, allow },
        { onSuccess: () => notify.success(t(allow ? 'terminals.allowed' : 'terminals.refused')) },
      )
    },
  }
}
