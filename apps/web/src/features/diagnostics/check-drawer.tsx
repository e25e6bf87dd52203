import { Drawer, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CheckFigures } from './check-figures.tsx'
import { Findings } from './check-findings.tsx'
import { CheckTag } from './check-tag.tsx'
import { type CheckHead, checkList, type DeviceCheck, oneCheck, stepTones } from './device-check.ts'

const offered = 50

/** One check in full, next to an earlier one. */
export function CheckDrawer(props: {
  deviceId: string
  check: CheckHead
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { deviceId, check, open, onClose } = props
  const [earlierId, setEarlierId] = useState('')
  const read = useApi(oneCheck, { deviceId, checkId: check.id })
  const others = useApi(checkList, { deviceId, page: 1, pageSize: offered })
  const earlier = useApi(oneCheck, { deviceId, checkId: earlierId }, { enabled: earlierId !== '' })
  const whole = read.data
  const before = (others.data?.items ?? []).filter(
    (one) => one.state === 'complete' && BigInt(one.id) < BigInt(check.id),
  )
  return (
    <Drawer
      title={`${t('diagnostics.check.detail')} · ${format.dateTime(check.createdAt)}`}
      open={open}
      onClose={onClose}
      size={820}
      className="form-drawer"
    >
      {whole === undefined ? (
        read.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )
      ) : (
        <div className="check-whole">
          <div className="check-head">
            <CheckTag check={whole} />
            <strong>{whole.sentence}</strong>
          </div>
          <Findings findings={whole.findings} />
          <Steps steps={whole.steps} />
          {before.length > 0 && whole.figures !== null && (
            <Select
              aria-label={t('diagnostics.check.compareWith')}
              className="check-earlier"
              value={earlierId}
              onChange={setEarlierId}
              options={[
                {
                  value: '',
                  label: `${t('diagnostics.check.compareWith')}: ${t('diagnostics.check.compareNone')}`,
                },
                ...before.map((one) => ({
                  value: one.id,
                  label: `${format.dateTime(one.createdAt)} · ${one.sentence ?? ''}`,
                })),
              ]}
            />
          )}
          {earlierId !== '' && earlier.data !== undefined && <Changes now={whole} before={earlier.data} />}
          {whole.figures !== null && (
            <CheckFigures
              figures={whole.figures}
              earlier={earlierId === '' ? null : (earlier.data?.figures ?? null)}
            />
          )}
        </div>
      )}
    </Drawer>
  )
}

/** Findings that have disappeared, and new ones. */
function Changes({ now, before }: { now: DeviceCheck; before: DeviceCheck }) {
  const { t } = useTranslation()
  const lacking = (from: DeviceCheck, other: DeviceCheck) =>
    from.findings.filter(({ code }) => code !== 'fine' && !other.findings.some((one) => one.code === code))
  const gone = lacking(before, now)
  const fresh = lacking(now, before)
  if (gone.length === 0 && fresh.length === 0) return null
  return (
    <ul className="check-changes">
      {fresh.map(({ code, text }) => (
        <li key={code}>
          <StatusTag tone="bad">{t('diagnostics.check.fresh', { text })}</StatusTag>
        </li>
      ))}
      {gone.map(({ code, text }) => (
        <li key={code}>
          <StatusTag tone="ok">{t('diagnostics.check.gone', { text })}</StatusTag>
        </li>
      ))}
    </ul>
  )
}

function Steps({ steps }: { steps: DeviceCheck['steps'] }) {
  const { t } = useTranslation()
  return (
    <ul className="check-steps" aria-label={t('diagnostics.check.stepsTitle')}>
      {steps.map(({ step, state, reason, target }) => (
        <li key={step}>
          <span>{t(`diagnostics.check.steps.${step}`)}</span>
          <span className="device-quiet mono diagnostic-target">{target}</span>
          <StatusTag tone={stepTones[state]}>
            {t(`diagnostics.check.stepStates.${state}`)}
            {reason !== null && ` · ${t(`diagnostics.check.reasons.${reason}`)}`}
          </StatusTag>
        </li>
      ))}
    </ul>
  )
}
