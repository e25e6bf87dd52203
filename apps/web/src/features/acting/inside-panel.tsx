import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Overview, overviewRead } from './access.ts'
import { SendOutDrawer } from './send-out-drawer.tsx'

type Inside = Overview['inside'][number]

/** Who is in the tenant now, and who was sent out. */
export function InsidePanel({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<{ who: Inside | null; open: boolean }>({ who: null, open: false })
  const { inside, sentOut, atHome } = overview
  return (
    <Panel
      title={t('acting.access.inside', { count: inside.length })}
      actions={
        atHome && (
          <Button danger onClick={() => setEnding({ who: null, open: true })}>
            {t('acting.access.endAll')}
          </Button>
        )
      }
    >
      {inside.length === 0 ? (
        <p className="quiet">{t('acting.access.nobodyInside')}</p>
      ) : (
        <ul className="acting-people">
          {inside.map((each) => (
            <li key={each.personId} className="acting-row">
              <div>
                <strong>{each.name}</strong>
                <small>{each.companyName}</small>
              </div>
              <StatusTag tone={each.how === 'break_glass' ? 'bad' : 'busy'}>
                {t(`acting.access.how.${each.how}`)}
              </StatusTag>
              <small>
                {t('acting.access.since')} <RelativeTime at={each.beganAt} />
              </small>
              {atHome && (
                <Button
                  danger
                  size="small"
                  aria-label={`${t('acting.access.end')} ${each.name}`}
                  onClick={() => setEnding({ who: each, open: true })}
                >
                  {t('acting.access.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {sentOut.length > 0 && <SentOut overview={overview} />}
      <SendOutDrawer
        who={ending.who}
        open={ending.open}
        onClose={() => setEnding((before) => ({ ...before, open: false }))}
      />
    </Panel>
  )
}

function SentOut({ overview: { sentOut, atHome } }: { overview: Overview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lift = useAct('POST /api/v1/auth/acting/end/:endId/lift', { refresh: [overviewRead] })
  return (
    <section>
      <h3>{t('acting.access.sentOut')}</h3>
      <ul className="acting-people">
        {sentOut.map(({ id, name, companyName, endedBy, endedAt, until }) => (
          <li key={id} className="acting-row">
            <div>
              <strong>{name ?? t('acting.access.everybody')}</strong>
              <small>
                {[companyName, t('acting.access.endedBy', { name: endedBy, at: format.dateTime(endedAt) })]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </small>
            </div>
            <StatusTag tone="off">
              {until === null
                ? t('acting.access.untilLifted')
                : t('acting.access.untilTime', { at: format.dateTime(until) })}
            </StatusTag>
            {atHome && (
              <Button
                size="small"
                aria-label={`${t('acting.access.lift')} ${name ?? t('acting.access.everybody')}`}
                onClick={() =>
                  void lift
                    .mutateAsync({ endId: id })
                    .then(() => notify.success(t('acting.access.lifted')))
                    .catch(() => {})
                }
              >
                {t('acting.access.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
