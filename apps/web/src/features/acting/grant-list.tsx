import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterChange, type Grant, grantList } from './grant.ts'
import { GrantDrawer } from './grant-drawer.tsx'
import { useChoices } from './use-choices.ts'

export function GrantList() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<{ grant: Grant | null; open: boolean }>({ grant: null, open: false })
  const columns = useColumns()
  const fields = useFields()
  const revoke = useRevoke()
  useLiveReads(grantList, ['acting.changed', 'role.changed'])
  const rowActions = useCallback(
    (row: Grant) => (
      <>
        <Button
          type="link"
          size="small"
          aria-label={`${t('common.edit')} ${row.memberName}`}
          onClick={() => setEdited({ grant: row, open: true })}
        >
          {t('common.edit')}
        </Button>
        <Button
          type="link"
          size="small"
          danger
          aria-label={`${t('acting.grants.revoke')} ${row.memberName}`}
          onClick={() => revoke([row])}
        >
          {t('acting.grants.revoke')}
        </Button>
      </>
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- it asks and acts with what the row holds
    [t],
  )
  const batchActions = ({ rows, clear }: Selection<Grant>) => (
    <Button danger onClick={() => revoke(rows, clear)}>
      {t('acting.grants.revoke')}
    </Button>
  )
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({ grant: null, open: true })}>
      {t('acting.grants.create')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="staff-grants"
        title={t('shell.titles.staffGrants')}
        endpoint={grantList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ memberName }) => memberName}
        rowActions={rowActions}
        actionsWidth={140}
        actions={create}
        batchActions={batchActions}
        empty={
          <EmptyState title={t('acting.grants.none')} hint={t('acting.grants.noneHint')} action={create} />
        }
      />
      <GrantDrawer
        key={edited.grant?.id ?? 'new'}
        grant={edited.grant}
        open={edited.open}
        onClose={() => setEdited((before) => ({ ...before, open: false }))}
      />
    </>
  )
}

function useRevoke(): (rows: readonly Grant[], done?: () => void) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const revoke = useAct('POST /api/v1/auth/staff-grant/revoke', { refresh: afterChange })
  return (rows, done) =>
    void confirm({
      title: t('acting.grants.revokeTitle', { count: rows.length }),
      text: t('acting.grants.revokeText'),
      names: rows.map(
        ({ memberName, company, group }) => `${memberName} · ${company?.name ?? group?.name ?? ''}`,
      ),
      action: t('acting.grants.revoke'),
      act: async () => {
        const { revoked } = await revoke.mutateAsync({ grantIds: rows.map(({ id }) => id) })
        notify.success(t('acting.grants.revoked', { count: revoked }))
        done?.()
      },
    })
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const tenants = useChoices('tenants')
  const groups = useChoices('groups')
  const offered = JSON.stringify([tenants.options, groups.options])
  return useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('acting.grants.member'),
        placeholder: t('acting.grants.search'),
      },
      {
        kind: 'select',
        name: 'companyId',
        label: t('acting.grants.tenant'),
        options: tenants.options,
        onSearch: tenants.onSearch,
      },
      {
        kind: 'select',
        name: 'groupId',
        label: t('acting.grants.group'),
        options: groups.options,
        onSearch: groups.onSearch,
      },
      {
        kind: 'select',
        name: 'state',
        label: t('acting.grants.state'),
        options: (['inForce', 'expired'] as const).map((value) => ({
          value,
          label: t(`acting.grants.states.${value}`),
        })),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- `offered` holds what of the choices changes
    [t, offered],
  )
}

function useColumns(): readonly ListColumn<Grant>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useRoleName()
  return useMemo(
    () => [
      {
        key: 'memberName',
        title: t('acting.grants.member'),
        width: 140,
        render: ({ memberName, memberStatus }) =>
          memberStatus === 'disabled' ? t('acting.grants.disabled', { name: memberName }) : memberName,
      },
      {
        key: 'state',
        title: t('acting.grants.state'),
        width: 96,
        phone: 'status',
        render: ({ expired }) => (
          <StatusTag tone={expired ? 'off' : 'ok'}>
            {t(`acting.grants.states.${expired ? 'expired' : 'inForce'}`)}
          </StatusTag>
        ),
      },
      {
        key: 'target',
        title: t('acting.grants.target'),
        width: 240,
        phone: 'value',
        render: ({ company, group, tenants }) =>
          company?.name ?? t('acting.grants.inGroup', { name: group?.name, count: tenants }),
      },
      {
        key: 'role',
        title: t('acting.grants.role'),
        width: 140,
        phone: 'value',
        render: ({ roleName }) => nameOf(roleName),
      },
      {
        key: 'expiresAt',
        title: t('acting.grants.expiresAt'),
        width: 166,
        phone: 'value',
        render: ({ expiresAt }) =>
          expiresAt === null ? t('acting.grants.noEnd') : format.dateTime(expiresAt),
      },
      {
        key: 'createdBy',
        title: t('acting.grants.createdBy'),
        width: 120,
        render: ({ createdBy }) => createdBy ?? '—',
      },
      {
        key: 'createdAt',
        title: t('acting.grants.createdAt'),
        width: 166,
        hidden: true,
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the name of a role changes with the language, as `t` does
    [t, format],
  )
}
