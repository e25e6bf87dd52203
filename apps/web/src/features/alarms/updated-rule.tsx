import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { AlarmRule } from './rule-list.tsx'
import { useRuleSentence } from './rule-sentence.ts'

/** Until when a shipped rule watches that an update brought or changed, and what it has noted. */
export function UpdatedTag({ rule, onWatched }: { rule: AlarmRule; onWatched: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (rule.updated === null) return null
  const { before, until } = rule.updated
  return (
    <>
      <StatusTag tone="busy">
        {t(before === null ? 'alarms.rules.newUntil' : 'alarms.rules.updatedUntil', {
          at: format.dateTime(until),
        })}
      </StatusTag>
      <Button type="link" size="small" onClick={onWatched}>
        {t('alarms.rules.watchedCount', { count: rule.watched })}
      </Button>
    </>
  )
}

/** How it raises meanwhile. */
export function UpdatedNote({ rule: { updated } }: { rule: Pick<AlarmRule, 'updated'> }) {
  const { t } = useTranslation()
  const sentence = useRuleSentence()
  if (updated === null) return null
  const { before } = updated
  return (
    <p className="quiet">
      {before === null
        ? t('alarms.rules.newBefore')
        : t('alarms.rules.updatedBefore', {
            sentence: sentence(before, []).when,
            severity: t(`alarms.severities.${before.severity}`),
          })}
    </p>
  )
}

/** Lets it raise before its 7 days are over. */
export function ConfirmUpdate({ rule, name }: { rule: AlarmRule; name: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const act = useAct('POST /monitor/api/v1/alarm/rules/:key/confirm', {
    refresh: ['GET /monitor/api/v1/alarm/rules'],
  })
  const { key, updated, watched } = rule
  if (updated === null) return null
  return (
    <Button
      onClick={() =>
        void confirm({
          title: t('alarms.rules.confirmTitle', { name }),
          text: t(updated.everywhere ? 'alarms.rules.confirmEverywhere' : 'alarms.rules.confirmText', {
            count: watched,
          }),
          action: t('alarms.rules.confirmAct'),
          danger: false,
          act: () => act.mutateAsync({ key }),
        })
      }
    >
      {t('alarms.rules.confirmAct')}
    </Button>
  )
}
