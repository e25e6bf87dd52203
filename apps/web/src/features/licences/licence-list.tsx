import { licenceStates, quotaKinds } from '@netward/contract/states/licence'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { useByFilesReason } from './by-files.tsx'
import { ChangeDrawer } from './change-drawer.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { IssueDrawer } from './issue-drawer.tsx'
import { type Licence, licencesEndpoint } from './licence.ts'
import { LicenceActions } from './licence-actions.tsx'
import { useLicenceColumns } from './licence-columns.tsx'
import { useIsPlatform } from './use-is-platform.ts'

export function LicenceList() {
  const { t } = useTranslation()
  const mayIssue = useMay('DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE')
  const mayRevoke = useMay('DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_REVOKE')
  const platform = useIsPlatform()
  const byFiles = useByFilesReason()
  const columns = useLicenceColumns()
  const fields = useFields()
  const [issuing, setIssuing] = useState(false)
  const [changing, setChanging] = useState<Licence | null>(null)
  const [reported, setReported] = useState<Licence | null>(null)
  useLiveReads(licencesEndpoint, ['licence.changed'])
  const rowActions = useCallback(
    (row: Licence) => (
      <LicenceActions
        licence={row}
        mayIssue={mayIssue}
        mayRevoke={mayRevoke}
        onChange={() => setChanging(row)}
        onHistory={() => setReported(row)}
      />
    ),
    [mayIssue, mayRevoke],
  )
  const issueButton = mayIssue && (
    <WhyButton type="primary" reason={byFiles} onClick={() => setIssuing(true)}>
      {t(platform ? 'licences.issue' : 'licences.handDown')}
    </WhyButton>
  )
  return (
    <>
      <ListPage
        name="licences"
        title={t('shell.titles.license')}
        endpoint={licencesEndpoint}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ companyName, kind }) => `${companyName} ${t(`licences.kinds.${kind}`)}`}
        rowActions={rowActions}
        actionsWidth={mayIssue ? 216 : 90}
        defaultSort="-createdAt"
        exportCsv={{ endpoint: 'POST /api/v1/licence/export', label: t('licences.exportLabel') }}
        actions={issueButton}
        empty={<EmptyState title={t('licences.none')} hint={t('licences.noneHint')} action={issueButton} />}
      />
      <IssueDrawer open={issuing} onClose={() => setIssuing(false)} />
      <ChangeDrawer licence={changing} onClose={() => setChanging(null)} />
      <HistoryDrawer licence={reported} onClose={() => setReported(null)} />
    </>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('licences.searchLabel'),
        placeholder: t('licences.search'),
      },
      {
        kind: 'multi',
        name: 'kind',
        label: t('licences.kind'),
        options: quotaKinds.map((value) => ({ value, label: t(`licences.kinds.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('licences.state'),
        options: licenceStates.map((value) => ({ value, label: t(`licences.states.${value}`) })),
      },
      {
        kind: 'select',
        name: 'purpose',
        label: t('licences.purpose'),
        options: (['use', 'pool'] as const).map((value) => ({
          value,
          label: t(`licences.purposes.${value}`),
        })),
      },
    ],
    [t],
  )
}
