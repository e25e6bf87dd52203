import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import type { AlarmRule } from './rule-list.tsx'
import { WouldBeList } from './rule-trial.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'

/** What a rule that only watches would have raised. */
export function WatchedDrawer({ rule, onClose }: { rule: AlarmRule | null; onClose: () => void }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  return (
    <Drawer
      title={rule === null ? '' : t('alarms.rules.watchedTitle', { name: ruleName(rule.key, rule.name) })}
      open={rule !== null}
      onClose={onClose}
      size={560}
      destroyOnHidden
    >
      {rule !== null && <Watched rule={rule} />}
    </Drawer>
  )
}

function Watched({ rule: { key, definition } }: { rule: AlarmRule }) {
  const { t } = useTranslation()
  const read = useApi('GET /monitor/api/v1/alarm/rules/:key/watched', { key })
  if (read.data === undefined) return <PendingState read={read} rows={5} />
  if (read.data.length === 0) return <EmptyState title={t('alarms.rules.watchedNone')} />
  return (
    <WouldBeList alarms={read.data} metric={definition.of.kind === 'metric' ? definition.of.metric : null} />
  )
}
