import { openingSteps } from '@netward/contract/opening-values'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import type { ListColumn } from '../../../ui/list-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { OrderState } from '../order-state.tsx'
import type { OpeningSite } from './opening.ts'

export function useSiteColumns(): readonly ListColumn<OpeningSite>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<OpeningSite>[] => [
      {
        key: 'outlet',
        title: t('openings.outlet'),
        width: 200,
        render: ({ id, outletName, openingId }) => (
          <RowLink to={paths.openingSheet(openingId, id)}>{outletName}</RowLink>
        ),
      },
      {
        key: 'plannedOn',
        title: t('openings.plannedOn'),
        width: 170,
        sortable: true,
        phone: 'value',
        render: ({ plannedOn, late }) => (
          <>
            {plannedOn} {late && <StatusTag tone="bad">{t('openings.late')}</StatusTag>}
          </>
        ),
      },
      ...openingSteps.map((step): ListColumn<OpeningSite> => ({
        key: step,
        title: t(`openings.steps.${step}`),
        width: 120,
        ...(step === 'accepted' && { phone: 'status' as const }),
        render: ({ steps }) => {
          const done = steps[step]
          if (done === null) return '—'
          const by = done.by === '' ? t('openings.bySystem') : done.by
          return (
            <Tooltip title={t('openings.stepDone', { at: format.dateTime(done.at), by })}>
              <span>
                <StatusTag tone="ok">{format.date(done.at)}</StatusTag>
              </span>
            </Tooltip>
          )
        },
      })),
      {
        key: 'order',
        title: t('openings.order'),
        width: 170,
        phone: 'value',
        render: ({ orderId, orderNumber, orderState }) =>
          orderId === null || orderState === null ? (
            '—'
          ) : (
            <>
              <RowLink to={paths.order(orderId)}>#{orderNumber}</RowLink> <OrderState state={orderState} />
            </>
          ),
      },
      {
        key: 'assignee',
        title: t('openings.assignee'),
        width: 120,
        phone: 'value',
        render: ({ assigneeName }) => assigneeName ?? '—',
      },
      { key: 'code', title: t('openings.code'), width: 110, render: ({ outletCode }) => outletCode || '—' },
      { key: 'region', title: t('openings.region'), width: 150, render: ({ region }) => region || '—' },
    ],
    [t, format],
  )
}
