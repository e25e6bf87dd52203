import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { affiliationTones, type RoleRow } from './role.ts'

/** The list's data of a role. */
export function useRoleColumns(acts: {
  view: (row: RoleRow) => void
  members: (row: RoleRow) => void
}): readonly ListColumn<RoleRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { view, members } = acts
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('roles.name'),
        width: 150,
        sortable: true,
        render: (row) => (
          <button
            type="button"
            className="role-name"
            aria-label={t('roles.openRole', { name: row.name })}
            onClick={() => view(row)}
          >
            {row.name}
          </button>
        ),
      },
      {
        key: 'affiliation',
        title: t('roles.affiliation'),
        width: 104,
        phone: 'status',
        render: ({ affiliation, publishedBy }) => (
          <span title={publishedBy === null ? undefined : t('roles.publishedBy', { company: publishedBy })}>
            <StatusTag tone={affiliationTones[affiliation]}>
              {t(`roles.affiliations.${affiliation}`)}
            </StatusTag>
          </span>
        ),
      },
      {
        key: 'description',
        title: t('roles.description'),
        width: 160,
        render: ({ description }) => (
          <span title={description}>{description === '' ? '—' : description}</span>
        ),
      },
      {
        key: 'dataScope',
        title: t('roles.dataScope'),
        width: 128,
        phone: 'value',
        render: ({ dataScope, outlets }) =>
          dataScope === 'outlets'
            ? t('roles.scopeOutlets', { count: outlets })
            : t(`roles.scopes.${dataScope}`),
      },
      {
        key: 'members',
        title: t('roles.members'),
        width: 104,
        sortable: true,
        phone: 'value',
        render: (row) => (
          <Button
            type="link"
            size="small"
            className="role-plain"
            aria-label={`${format.number(row.members)}${row.membersCapped ? '+' : ''} ${t('roles.membersOf', { name: row.name })}`}
            onClick={() => members(row)}
          >
            {format.number(row.members)}
            {row.membersCapped && '+'}
          </Button>
        ),
      },
      {
        key: 'permissions',
        title: t('roles.permissions'),
        width: 112,
        sortable: true,
        phone: 'value',
        render: ({ permissions }) => permissions,
      },
      {
        key: 'publication',
        title: t('roles.publication'),
        width: 150,
        render: ({ publication, publishedBy }) => {
          if (publishedBy !== null) return t('roles.publishedBy', { company: publishedBy })
          if (publication === null) return '—'
          const { done, total, finished } = publication
          return finished ? t('roles.published', { count: total }) : t('roles.publishing', { done, total })
        },
      },
      {
        key: 'updatedAt',
        title: t('roles.updatedAt'),
        width: 166,
        sortable: true,
        hidden: true,
        render: ({ updatedAt }) => format.dateTime(updatedAt),
      },
    ],
    [t, format, view, members],
  )
}
