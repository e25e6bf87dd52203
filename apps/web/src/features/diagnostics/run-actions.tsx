import { deviceMoves } from '@netward/contract/states/device'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { MoveButton } from '../../ui/move-button.tsx'
import { type DiagnosticRun, isOpen, runList } from './diagnostic-run.ts'

/** Cancels an open run, repeats a finished one. */
export function RunActions({
  run,
  device,
  onAgain,
}: {
  run: DiagnosticRun
  device: DeviceDetail
  onAgain: (run: DiagnosticRun) => void
}) {
  const { t } = useTranslation()
  const mayRun = useMay('DMS_SERVER_DEVICE_DIAGNOSE')
  const cancel = useAct('POST /api/v1/device/:deviceId/diagnostics/:runId/cancel', { refresh: [runList] })
  const about = `${t(`diagnostics.kinds.${run.kind}`)} ${run.target}`
  if (!mayRun) return null
  return isOpen(run) ? (
    <Button
      size="small"
      loading={cancel.isPending}
      aria-label={`${t('diagnostics.cancel')} ${about}`}
      onClick={() =>
        cancel.mutate(
          { deviceId: device.id, runId: run.id },
          { onSuccess: () => notify.success(t('diagnostics.cancelled')) },
        )
      }
    >
      {t('diagnostics.cancel')}
    </Button>
  ) : (
    <MoveButton
      size="small"
      refusal={deviceMoves.diagnose(device)}
      aria-label={`${t('diagnostics.again')} ${about}`}
      onClick={() => onAgain(run)}
    >
      {t('diagnostics.again')}
    </MoveButton>
  )
}
