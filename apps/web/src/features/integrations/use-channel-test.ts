import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { afterChannels, useFailureText } from './channel.ts'

/** Sends a real message, and says in words what came of it. */
export function useChannelTest(): {
  readonly send: (channelId: string) => Promise<void>
  readonly isSending: boolean
} {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const test = useAct('POST /api/v1/integration/:channelId/test', { refresh: afterChannels })
  return {
    isSending: test.isPending,
    async send(channelId) {
      const result = await test.mutateAsync({ channelId }).catch(() => null)
      if (result === null) return
      const { failure, sentTo, inboxFailure, checked, unlinked } = result
      const reason = failureText(failure)
      if (reason !== null) notify.error(`${t('integrations.testFailed')}: ${reason}`)
      else {
        if (checked.length > 0) notify.success(t('signOn.testDone', { checked: checked.join(', ') }))
        if (sentTo !== null) notify.success(t('integrations.testDoneTo', { to: sentTo }))
        else if (checked.length === 0) notify.success(t('integrations.testDone'))
      }
      if (unlinked) notify.info(t('integrations.application.notLinked'))
      const inboxReason = failureText(inboxFailure)
      if (inboxReason !== null) notify.error(`${t('integrations.mail.inboxTestFailed')}: ${inboxReason}`)
    },
  }
}
