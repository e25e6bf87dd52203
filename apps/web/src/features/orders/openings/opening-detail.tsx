import { openingSteps } from '@netward/contract/opening-values'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { usePageName } from '../../../lib/page-names.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { ListPage, type Selection } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { EmptyState, ErrorState, NoPermissionState } from '../../../ui/states.tsx'
import { type Opening, openingRead, type OpeningSite, openingSites } from './opening.ts'
import { OpeningActs } from './opening-acts.tsx'
import { OpeningProgress } from './opening-progress.tsx'
import { SiteActs } from './site-acts.tsx'
import { useSiteColumns } from './use-site-columns.tsx'
import './openings.css'

export function OpeningDetail() {
  const { openingId = '' }: { openingId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? (
    <Detail key={openingId} openingId={openingId} />
  ) : (
    <NoPermissionState />
  )
}

/** The sites of one project with their steps: those that are late first. */
function Detail({ openingId }: { openingId: string }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const answer = useApi(openingRead, { openingId }, { keepPrevious: true })
  const opening = answer.data
  const columns = useSiteColumns()
  const fields = useFields()
  const fixed = useMemo(() => ({ openingId }), [openingId])
  useLiveReads(openingSites, ['opening.changed', 'work_order.changed'])
  useLiveReads(openingRead, ['opening.changed'])
  usePageName(paths.opening(openingId), opening?.name)
  const batchActions = useCallback(
    (selection: Selection<OpeningSite>) => <SiteActs openingId={openingId} selection={selection} />,
    [openingId],
  )
  if (answer.error !== null && opening === undefined)
    return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  const acts = opening !== undefined && mayEdit && <OpeningActs opening={opening} />
  return (
    <ListPage
      name="openingSites"
      title={opening?.name ?? t('shell.titles.opening')}
      endpoint={openingSites}
      fixedInput={fixed}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ outletName }) => outletName}
      defaultSort="plannedOn"
      actions={acts}
      summary={opening !== undefined && opening.sites > 0 && <Summary opening={opening} />}
      {...(mayEdit && { batchActions })}
      empty={<EmptyState title={t('openings.sitesNone')} hint={t('openings.sitesNoneHint')} />}
    />
  )
}

function Summary({ opening }: { opening: Opening }) {
  const { t } = useTranslation()
  const { sites, steps, orders, note } = opening
  return (
    <div>
      {note !== '' && <p className="order-text">{note}</p>}
      <dl className="opening-steps">
        {openingSteps.map((step) => (
          <div key={step}>
            <dt>{t(`openings.steps.${step}`)}</dt>
            <dd>
              {step === 'accepted' ? (
                <OpeningProgress opening={opening} />
              ) : (
                t('openings.sitesOf', { done: steps[step], all: sites })
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('openings.orders')}</dt>
          <dd>{t('openings.sitesOf', { done: orders, all: sites })}</dd>
        </div>
      </dl>
    </div>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('openings.searchLabel'),
        placeholder: t('openings.siteSearch'),
      },
      {
        kind: 'select',
        name: 'waitsFor',
        label: t('openings.waitsFor'),
        options: openingSteps.map((value) => ({ value, label: t(`openings.steps.${value}`) })),
      },
      {
        kind: 'select',
        name: 'late',
        label: t('openings.late'),
        options: [{ value: 'yes', label: t('openings.lateYes') }],
      },
    ],
    [t],
  )
}
