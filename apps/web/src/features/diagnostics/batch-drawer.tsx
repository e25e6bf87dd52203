import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import type { DeviceRow } from '../../lib/device-row.ts'
import { batchList } from './diagnostic-run.ts'
import { DiagnosticFields, type DiagnosticValues, firstValues, orderOf } from './diagnostic-form.tsx'
import './diagnostics.css'

/** Runs the same diagnostic on the chosen gateways, then opens its progress. */
export function BatchDrawer(props: {
  devices: readonly DeviceRow[]
  open: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const batch = useBatch()
  const start = useAct('POST /api/v1/device/batch/diagnostics', { errors: 'caller', refresh: [batchList] })
  return (
    <FormDrawer<DiagnosticValues>
      title={t('diagnostics.batch.title', { count: props.devices.length })}
      open={props.open}
      onClose={props.onClose}
      initialValues={firstValues(null)}
      submitText={t('diagnostics.run')}
      savedText={false}
      onSubmit={async (values) => {
        const deviceIds = props.devices.map(({ id }) => id)
        // A line belongs to one gateway: an order for several names none.
        const { interface: _line, ...order } = orderOf(values)
        const { accepted } = await batch(t('diagnostics.run'), () =>
          start.mutateAsync({ deviceIds, ...order }),
        )
        if (accepted === 0) return
        notify.success(t('diagnostics.batch.queued', { count: accepted }))
        props.onDone()
        void navigate({ to: paths.diagnosticBatches })
      }}
    >
      <p className="device-plain">{t('diagnostics.batch.hint')}</p>
      <DiagnosticFields />
    </FormDrawer>
  )
}
