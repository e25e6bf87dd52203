import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { AlarmRule } from './rule-list.tsx'

const refresh = { refresh: ['GET /monitor/api/v1/alarm/rules'] } as const

/** Publishing to the companies below, and following the one above. */
export function PublishActs({ rule, name }: { rule: AlarmRule; name: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const publish = useAct('POST /monitor/api/v1/alarm/rules/:key/publish', refresh)
  const reset = useAct('POST /monitor/api/v1/alarm/rules/:key/reset', refresh)
  const { key, mayPublish, published, fromAbove } = rule
  const act = published === null ? 'publish' : 'withdraw'
  return (
    <>
      {mayPublish && (
        <Button
          onClick={() =>
            void confirm({
              title: t(`alarms.rules.${act}Title`, { name }),
              text: t(`alarms.rules.${act}Text`),
              action: t(`alarms.rules.${act}`),
              danger: act === 'withdraw',
              act: () => publish.mutateAsync({ key, published: published === null }),
            })
          }
        >
          {t(`alarms.rules.${act}`)}
        </Button>
      )}
      {fromAbove !== null && !fromAbove.follows && (
        <Button
          onClick={() =>
            void confirm({
              title: t('alarms.rules.followTitle', { name, company: fromAbove.companyName }),
              text: t('alarms.rules.resetText'),
              action: t('alarms.rules.followAgain'),
              danger: false,
              act: () => reset.mutateAsync({ key }),
            })
          }
        >
          {t('alarms.rules.followAgain')}
        </Button>
      )}
    </>
  )
}
