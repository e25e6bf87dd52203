import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { type DeviceCheck, verdictTones } from './device-check.ts'

/** What to do about the worst, whose sentence stands above, and what else is wrong. Words of the gateway in it are text. */
export function Findings({ findings }: { findings: DeviceCheck['findings'] }) {
  const { t } = useTranslation()
  // That all is well has been said beside it.
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
