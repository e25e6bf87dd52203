import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type CheckHead, verdictTones } from './device-check.ts'

export function CheckTag({ check }: { check: CheckHead }) {
  const { t } = useTranslation()
  if (check.verdict !== null) {
    return (
      <StatusTag tone={verdictTones[check.verdict]}>
        {t(`diagnostics.check.verdicts.${check.verdict}`)}
      </StatusTag>
    )
  }
  return (
    <StatusTag tone={check.state === 'running' ? 'busy' : 'off'}>
      {t(`diagnostics.check.states.${check.state}`)}
    </StatusTag>
  )
}
