import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DiagnosticFields, type DiagnosticValues, firstValues, orderOf } from './diagnostic-form.tsx'
import { type DiagnosticRun, lineRead, runList } from './diagnostic-run.ts'

/** Starts a diagnostic on the gateway. `like`: an earlier run to repeat. */
export function DiagnosticDrawer(props: {
  deviceId: string
  like: DiagnosticRun | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { deviceId, like, open, onClose } = props
  const support = useApi('GET /api/v1/device/:deviceId/diagnostics/support', { deviceId }, { enabled: open })
  const lines = useApi(lineRead, { deviceId }, { enabled: open }).data ?? []
  const start = useAct('POST /api/v1/device/:deviceId/diagnostics', {
    errors: 'caller',
    refresh: [runList],
  })
  return (
    <FormDrawer<DiagnosticValues>
      title={t('diagnostics.run')}
      open={open}
      onClose={onClose}
      initialValues={firstValues(like)}
      submitText={t('diagnostics.run')}
      savedText={t('diagnostics.started')}
      onSubmit={(values) => start.mutateAsync({ deviceId, ...orderOf(values) })}
    >
      <p className="device-plain">{t('diagnostics.runHint')}</p>
      <DiagnosticFields
        supportOf={(kind) => support.data?.find((one) => one.kind === kind)}
        lines={lines}
        more={like !== null && (like.interface !== null || like.dscp !== null)}
      />
    </FormDrawer>
  )
}
