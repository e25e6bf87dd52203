import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'

const list = 'POST /api/v1/auth/member/credential/lists'
type Credential = EndpointOutput<typeof list>['items'][number]

/** Device credentials that people who left may still know. */
export function CredentialList() {
  const { t } = useTranslation()
  const columns = useColumns()
  const mark = useMark()
  useLiveReads(list, ['member.changed'])
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('offboarding.searchLabel'),
        placeholder: t('offboarding.search'),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('offboarding.state'),
        options: (['open', 'changed'] as const).map((value) => ({
          value,
          label: t(`offboarding.states.${value}`),
        })),
      },
    ],
    [t],
  )
  const batchActions = useCallback(
    (selection: Selection<Credential>) => (
      <Button onClick={() => void mark(selection.ids).then(selection.clear)}>{t('offboarding.mark')}</Button>
    ),
    [t, mark],
  )
  return (
    <ListPage
      name="exposed-credentials"
      title={t('offboarding.tab')}
      endpoint={list}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ deviceName, username }) => `${deviceName} ${username}`}
      batchActions={batchActions}
      defaultSort="-lastUsedAt"
      exportCsv={{
        endpoint: 'POST /api/v1/auth/member/credential/export',
        label: t('offboarding.exportLabel'),
      }}
      empty={
        <EmptyState
          title={t('offboarding.none')}
          hint={t('offboarding.noneHint')}
          action={<Button href={`#${paths.organisationStructure}`}>{t('offboarding.toMembers')}</Button>}
        />
      }
    />
  )
}

function useMark() {
  const { t } = useTranslation()
  const { mutateAsync } = useAct('POST /api/v1/auth/member/credential/changed', { refresh: [list] })
  return useCallback(
    async (ids: readonly string[]) => {
      const { changed } = await mutateAsync({ credentialIds: [...ids] })
      notify.success(t('offboarding.marked', { count: changed }))
    },
    [t, mutateAsync],
  )
}

function useColumns(): readonly ListColumn<Credential>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'deviceName',
        title: t('offboarding.deviceName'),
        width: 180,
        sortable: true,
        render: ({ deviceName }) => deviceName,
      },
      {
        key: 'state',
        title: t('offboarding.state'),
        width: 96,
        phone: 'status',
        render: ({ changedAt }) => (
          <StatusTag tone={changedAt === null ? 'warn' : 'ok'}>
            {t(`offboarding.states.${changedAt === null ? 'open' : 'changed'}`)}
          </StatusTag>
        ),
      },
      {
        key: 'company',
        title: t('offboarding.company'),
        width: 160,
        phone: 'value',
        render: ({ companyName }) => companyName,
      },
      {
        key: 'username',
        title: t('offboarding.username'),
        width: 120,
        phone: 'value',
        render: ({ username }) => username,
      },
      {
        key: 'protocol',
        title: t('offboarding.protocol'),
        width: 110,
        render: ({ protocol, port }) => `${protocol.toUpperCase()} ${port}`,
      },
      {
        key: 'personName',
        title: t('offboarding.personName'),
        width: 120,
        phone: 'value',
        render: ({ personName }) => personName,
      },
      {
        key: 'lastUsedAt',
        title: t('offboarding.lastUsedAt'),
        width: 162,
        sortable: true,
        render: ({ lastUsedAt }) => format.dateTime(lastUsedAt),
      },
      {
        key: 'changedAt',
        title: t('offboarding.changedAt'),
        width: 200,
        hidden: true,
        render: ({ changedAt, changedBy }) =>
          changedAt === null ? '—' : `${format.dateTime(changedAt)} · ${changedBy ?? ''}`,
      },
    ],
    [t, format],
  )
}
