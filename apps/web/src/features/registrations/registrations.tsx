import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import {
  contactText,
  type Registration,
  registrationStates,
  registrationsEndpoint,
  registrationTones,
} from './registration.ts'
import { RegistrationDrawer } from './registration-drawer.tsx'

/** Companies that applied for a trial: the platform decides. */
export function Registrations() {
  return useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Registration | null>(null)
  const columns = useColumns(setOpened)
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('account.registrations.searchLabel'),
        placeholder: t('account.registrations.search'),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('account.registrations.state'),
        options: registrationStates.map((value) => ({
          value,
          label: t(`account.registrations.states.${value}`),
        })),
      },
    ],
    [t],
  )
  useLiveReads(registrationsEndpoint, ['registration.changed'])
  return (
    <>
      <ListPage
        name="registrations"
        title={t('shell.titles.registrations')}
        endpoint={registrationsEndpoint}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ companyName }) => companyName}
        empty={
          <EmptyState title={t('account.registrations.none')} hint={t('account.registrations.noneHint')} />
        }
      />
      <RegistrationDrawer registration={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function useColumns(open: (row: Registration) => void): readonly ListColumn<Registration>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const name = useCallback(
    (row: Registration) => (
      <button
        type="button"
        className="registration-name"
        aria-label={t('account.registrations.open', { company: row.companyName })}
        onClick={() => open(row)}
      >
        {row.companyName}
      </button>
    ),
    [t, open],
  )
  return useMemo(
    () => [
      { key: 'companyName', title: t('account.registrations.company'), width: 220, render: name },
      {
        key: 'state',
        title: t('account.registrations.state'),
        width: 104,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={registrationTones[state]}>{t(`account.registrations.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'contactName',
        title: t('account.registrations.contactName'),
        width: 120,
        phone: 'value',
        render: (row) => row.contactName,
      },
      {
        key: 'contact',
        title: t('account.registrations.contact'),
        width: 190,
        phone: 'value',
        render: contactText,
      },
      {
        key: 'parentName',
        title: t('account.registrations.parent'),
        width: 130,
        render: (row) => row.parentName,
      },
      {
        key: 'createdAt',
        title: t('account.registrations.createdAt'),
        width: 166,
        phone: 'value',
        render: (row) => format.dateTime(row.createdAt),
      },
      {
        key: 'decidedAt',
        title: t('account.registrations.decidedAt'),
        width: 170,
        hidden: true,
        render: (row) => format.dateTime(row.decidedAt),
      },
      {
        key: 'decidedBy',
        title: t('account.registrations.decidedBy'),
        width: 130,
        hidden: true,
        render: (row) => row.decidedBy ?? '—',
      },
    ],
    [t, format, name],
  )
}
