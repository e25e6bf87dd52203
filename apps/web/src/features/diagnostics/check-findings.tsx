import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type DeviceCheck, verdictTones } from './device-check.ts'

/**
 * Remedy for the worst finding, whose sentence stands above, and the other findings. Strings from the gateway
 * are text.
 */
export function Findings({ findings }: { findings: DeviceCheck['findings'] }) {
  const { t } = useTranslation()
  // The all-clear is already shown beside it.
  if (findings.every(({ code }) => code === 'fine')) return null
  return (
    <ol className="check-findings">
      {findings.map(({ code, severity, text, advice }, index) => (
        <li key={`${code} ${index}`}>
          {index > 0 && <StatusTag tone={verdictTones[severity]}>{text}</StatusTag>}
          <div className="device-quiet">{t('diagnostics.check.advice', { advice })}</div>
        </li>
      ))}
    </ol>
  )
}
