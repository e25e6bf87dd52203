import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { Panel } from '../../ui/detail-page.tsx'
import type { AlarmDetail } from './alarm.ts'
import { useShippedRunbook } from './use-shipped-runbook.ts'

/** What to do: the rule's own text, else the one that is shipped with it. Of another company its rules are not known here. */
export function AlarmRunbook({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const shipped = useShippedRunbook()
  const rules = useApi('GET /monitor/api/v1/alarm/rules', {}, { enabled: companyId === alarm.companyId }).data
  const own = rules?.find(({ key }) => key === alarm.rule)?.definition.runbook ?? ''
  const text = own === '' ? shipped(alarm.rule) : own
  return text === '' ? null : (
    <Panel title={t('alarms.runbook')}>
      <div className="alarm-runbook">{text}</div>
    </Panel>
  )
}
