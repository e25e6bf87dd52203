import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreMenu } from '../../ui/more-menu.tsx'
import type { Outcome } from '../../ui/use-batch.ts'
import { type AlarmRow, settableSeverities } from './alarm.ts'
import { CommentDrawer } from './comment-drawer.tsx'
import { type AlarmAct, useAlarmActs } from './use-alarm-acts.ts'

/** What can be done with these alarms. */
export function ActButtons({
  alarms,
  onDone,
}: {
  alarms: readonly AlarmRow[]
  onDone: (refused: Outcome['failed']) => void
}) {
  const { t } = useTranslation()
  const act = useAlarmActs()
  const [writing, setWriting] = useState<'acknowledge' | 'comment' | null>(null)
  const [kind, setKind] = useState<'acknowledge' | 'comment'>('acknowledge')
  const ids = alarms.map(({ id }) => id)
  const start = (one: AlarmAct) => void act(ids, one).then(onDone, () => undefined)
  const write = (one: 'acknowledge' | 'comment') => {
    setKind(one)
    setWriting(one)
  }
  const open = alarms.some(({ state }) => state === 'active')
  const item = (key: string, label: string, one: AlarmAct, useful = true) => ({
    key,
    label,
    why: open ? (useful ? null : t('alarms.nothingToChange')) : t('alarms.allCleared'),
    start: () => start(one),
  })
  return (
    <>
      {open && (
        <>
          <Button type="primary" onClick={() => write('acknowledge')}>
            {t('alarms.acts.acknowledge')}
          </Button>
          <Button onClick={() => start({ kind: 'assign', to: 'me' })}>{t('alarms.takeOver')}</Button>
        </>
      )}
      <Button onClick={() => write('comment')}>{t('alarms.acts.comment')}</Button>
      <MoreMenu
        groups={[
          {
            title: t('alarms.handling'),
            items: [
              item(
                'mute',
                t('alarms.acts.mute'),
                { kind: 'mute', muted: true },
                alarms.some(({ muted }) => !muted),
              ),
              item(
                'unmute',
                t('alarms.unmute'),
                { kind: 'mute', muted: false },
                alarms.some(({ muted }) => muted),
              ),
              item(
                'unacknowledge',
                t('alarms.acts.unacknowledge'),
                { kind: 'unacknowledge' },
                alarms.some(({ acknowledgedAt }) => acknowledgedAt !== null),
              ),
              item(
                'release',
                t('alarms.release'),
                { kind: 'assign', to: 'nobody' },
                alarms.some(({ assigneeId }) => assigneeId !== null),
              ),
            ],
          },
          {
            title: t('alarms.acts.severity'),
            items: settableSeverities.map((severity) =>
              item(
                severity,
                t(`alarms.severities.${severity}`),
                { kind: 'severity', severity },
                alarms.some((alarm) => alarm.severity !== severity),
              ),
            ),
          },
        ]}
      />
      <CommentDrawer
        ids={ids}
        kind={kind}
        open={writing !== null}
        onClose={() => setWriting(null)}
        onDone={onDone}
      />
    </>
  )
}
