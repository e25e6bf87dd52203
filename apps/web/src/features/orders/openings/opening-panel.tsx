import { openingSteps, type OpeningStep } from '@netward/contract/opening-values'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { Facts, Panel } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useBatch } from '../../../ui/use-batch.ts'
import { type OrderDetail, orderRead } from '../order.ts'
import { afterOpening, openingOfOrder } from './opening.ts'
import './openings.css'

/** The steps of the site that an installation order is for, as the engineer ticks them on the phone. */
export function OpeningPanel({ order: { id: orderId } }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const batch = useBatch()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const site = useApi(openingOfOrder, { orderId }).data
  const set = useAct('POST /api/v1/work/opening/:openingId/step', {
    errors: 'caller',
    refresh: [...afterOpening, orderRead],
  })
  useLiveReads(openingOfOrder, ['opening.changed'])
  if (site === undefined || site === null) return null
  const { id, openingId, openingName, plannedOn, late, steps } = site
  const turn = (step: OpeningStep) =>
    batch(t(`openings.steps.${step}`), () =>
      set.mutateAsync({ openingId, siteIds: [id], step, done: steps[step] === null }),
    )
  return (
    <Panel
      title={t('openings.panel')}
      actions={<RowLink to={paths.openingSheet(openingId, id)}>{t('openings.sheet')}</RowLink>}
    >
      <Facts
        facts={[
          {
            label: t('shell.titles.opening'),
            value: <RowLink to={paths.opening(openingId)}>{openingName}</RowLink>,
          },
          {
            label: t('openings.plannedOn'),
            value: (
              <>
                {plannedOn} {late && <StatusTag tone="bad">{t('openings.late')}</StatusTag>}
              </>
            ),
          },
        ]}
      />
      <ul className="opening-checks">
        {openingSteps.map((step) => {
          const done = steps[step]
          return (
            <li key={step}>
              <StatusTag tone={done === null ? 'off' : 'ok'}>{t(`openings.steps.${step}`)}</StatusTag>
              {done !== null && (
                <span className="quiet">
                  {t('openings.stepDone', {
                    at: format.dateTime(done.at),
                    by: done.by === '' ? t('openings.bySystem') : done.by,
                  })}
                </span>
              )}
              {mayEdit && (
                <Button
                  size="small"
                  type="link"
                  aria-label={`${t(`openings.steps.${step}`)} ${t(done === null ? 'openings.done' : 'openings.notDone')}`}
                  onClick={() => void turn(step)}
                >
                  {t(done === null ? 'openings.done' : 'openings.notDone')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
