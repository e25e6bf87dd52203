import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api-client.ts'
import { reportError } from '../../../lib/api-errors.ts'
import { notify } from '../../../lib/notify.ts'
import { useAct, useRefreshReads } from '../../../lib/use-api.ts'
import { useLiveEvents } from '../../../lib/use-live-events.ts'
import { useBatch } from '../../../ui/use-batch.ts'

/** A poll of a slow device takes about a minute. */
const patienceMs = 90_000

export interface PollButton {
  readonly running: boolean
  readonly start: () => void
}

/** Polls the device now, and says how the poll ended. */
export function usePollNow(deviceId: string): PollButton {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const batch = useBatch()
  const act = useAct('POST /monitor/api/v1/device/batch/poll', { errors: 'caller' })
  const [running, setRunning] = useState(false)

  const ended = async () => {
    setRunning(false)
    try {
      const { polling } = await api(
        'GET /monitor/api/v1/device/:deviceId',
        { deviceId },
        { errors: 'caller' },
      )
      void refresh(
        'GET /monitor/api/v1/device/:deviceId',
        'POST /monitor/api/v1/device/:deviceId/interfaces',
        'POST /monitor/api/v1/metrics/range',
      )
      if (polling === null) return
      const state = t(`monitoring.polling.states.${polling.state}`)
      notify[polling.state === 'ok' ? 'success' : 'info'](t('monitoring.polling.done', { state }))
    } catch (error) {
      reportError(error)
    }
  }
  useLiveEvents(['device.polled'], (event) => {
    if (event !== null && event.subjectId !== deviceId) return
    if (running) void ended()
    // The poll before it ended after the button was pressed: this one brings the values.
    else void refresh('POST /monitor/api/v1/metrics/range')
  })
  useEffect(() => {
    if (!running) return undefined
    const timer = setTimeout(() => {
      setRunning(false)
      notify.info(t('monitoring.polling.late'))
    }, patienceMs)
    return () => clearTimeout(timer)
  }, [running, t])

  const start = async () => {
    setRunning(true)
    try {
      const { accepted } = await batch(t('monitoring.list.poll'), () =>
        act.mutateAsync({ deviceIds: [deviceId] }),
      )
      if (accepted === 0) setRunning(false)
    } catch {
      // The batch has reported it.
      setRunning(false)
    }
  }
  return { running, start: () => void start() }
}
