import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { MemberButtons } from './member-buttons.tsx'
import { contactText, useInvitationActs } from './use-invitation-acts.ts'

const list = 'POST /api/v1/auth/invitation/lists'
type Invitation = EndpointOutput<typeof list>['items'][number]

const states = ['open', 'accepted', 'expired', 'revoked'] as const
const tones: Record<Invitation['state'], StatusTone> = {
  open: 'waiting',
  accepted: 'ok',
  expired: 'warn',
  revoked: 'off',
}

export function InvitationList() {
  const { t } = useTranslation()
  const columns = useColumns()
  const { resend, revoke } = useInvitationActs()
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'select',
        name: 'state',
        label: t('account.invitations.state'),
        options: states.map((value) => ({ value, label: t(`account.invitations.states.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(list, ['invitation.changed'])
  const rowActions = useCallback(
    (row: Invitation) =>
      row.state === 'open' || row.state === 'expired' ? (
        <>
          {/* A link that was handed over has nowhere to be sent. */}
          {contactText(row) !== '' && (
            <Button
              type="link"
              size="small"
              aria-label={`${t('account.invitations.resend')} ${row.displayName}`}
              onClick={() => resend(row)}
            >
              {t('account.invitations.resend')}
            </Button>
          )}
          {row.state === 'open' && (
            <Button
              type="link"
              size="small"
              danger
              aria-label={`${t('account.invitations.revoke')} ${row.displayName}`}
              onClick={() => revoke(row)}
            >
              {t('account.invitations.revoke')}
            </Button>
          )}
        </>
      ) : null,
    [t, resend, revoke],
  )
  return (
    <ListPage
      name="invitations"
      title={t('account.invitations.tab')}
      endpoint={list}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ displayName }) => displayName}
      rowActions={rowActions}
      actionsWidth={194}
      actions={<MemberButtons />}
      empty={
        <EmptyState
          title={t('account.invitations.none')}
          hint={t('account.invitations.noneHint')}
          action={<MemberButtons />}
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<Invitation>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const roleName = useRoleName()
  return useMemo(
    () => [
      {
        key: 'displayName',
        title: t('account.invitations.name'),
        width: 120,
        render: ({ displayName }) => displayName,
      },
      {
        key: 'state',
        title: t('account.invitations.state'),
        width: 96,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{t(`account.invitations.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'contact',
        title: t('account.invitations.contact'),
        width: 180,
        phone: 'value',
        render: (row) => contactText(row) || t('tenants.invitationLink'),
      },
      {
        key: 'roles',
        title: t('account.members.role'),
        width: 130,
        phone: 'value',
        render: ({ roles }) => roles.map(roleName).join(' · '),
      },
      {
        key: 'expiresAt',
        title: t('account.invitations.expiresAt'),
        width: 162,
        phone: 'value',
        render: ({ expiresAt }) => format.dateTime(expiresAt),
      },
      {
        key: 'invitedBy',
        title: t('account.invitations.invitedBy'),
        width: 110,
        render: ({ invitedBy }) => invitedBy,
      },
      {
        key: 'createdAt',
        title: t('account.invitations.createdAt'),
        width: 170,
        hidden: true,
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the name of a role changes with the language, as `t` does
    [t, format],
  )
}
